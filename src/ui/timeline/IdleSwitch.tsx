// States how much idle time is hidden, and shows or hides it.

import { includesIdle } from '../../model/events.ts';
import { setEvent } from '../../state/view/navigation.ts';
import { formatDuration, formatNumberOf } from '../../text/format.ts';
import { switchedIdle } from '../header/measures.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

export function IdleSwitch() {
  const { events, idle } = useRecording();
  const shown = useAppState((state) => state.options.event);
  const other = switchedIdle(events, shown);
  if (other === undefined || !idle) return null;
  const isHidden = !includesIdle(events[shown].name);
  const threads = idle.threads > 0 ? `${formatNumberOf(idle.threads, 'idle thread')}, ` : '';
  const time = `${formatDuration(idle.weight)} ${idle.threads > 0 ? '' : 'idle '}`;
  return (
    <button
      type="button"
      role="switch"
      className="quiet small bar-switch idle-switch no-shrink"
      aria-checked={!isHidden}
      title={
        isHidden
          ? 'Show idle time: threads without work, and threads that wait for others to end'
          : 'Hide idle time'
      }
      onClick={() => setEvent(other)}
    >
      <span className="bar-switch-track" aria-hidden="true" />
      {`${threads}${time}${isHidden ? 'hidden' : 'shown'}`}
    </button>
  );
}
