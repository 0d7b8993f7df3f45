// The place of the banner that warns about a misleading recording, in a line that is there anyway: nothing moves when it arrives.

import { memo } from 'react';
import { bannerWarning } from '../../state/view/findings.ts';
import { FindingsBanner } from '../page-parts.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

/** Loads with the first warning. The status element is always present because screen readers only announce changes inside it. */
export const FindingsStatus = memo(function FindingsStatus() {
  const { missingFiles } = useRecording();
  const diagnosis = useAppState('diagnosis');
  const dismissedBanners = useAppState('dismissedBanners');
  const recordingNumber = useAppState('recordingNumber');
  const warning = bannerWarning({ diagnosis, dismissedBanners, recordingNumber }, missingFiles);
  return (
    <div role="status" className="findings-status push-end">
      {warning && <FindingsBanner warning={warning} />}
    </div>
  );
});
