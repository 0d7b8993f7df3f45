// The help of a topic.

import { COSTS } from '../model/costs.ts';
import { FINDING_IDS } from '../model/findings.ts';
import { CALLERS_HELP, COMPARING_HELP, type HelpTopic } from '../state/store.ts';
import { ComparingHelp } from './compare/ComparingHelp.tsx';
import { CallersHelp } from './details/CallersHelp.tsx';
import { CostHelp } from './details/CostHelp.tsx';
import { FindingHelp } from './doctor/FindingHelp.tsx';

interface Props {
  readonly id: HelpTopic;
  readonly onClose: () => void;
}

export function TopicHelp({ id, onClose }: Props) {
  if (id === COMPARING_HELP) return <ComparingHelp onClose={onClose} />;
  if (id === CALLERS_HELP) return <CallersHelp onClose={onClose} />;
  const cost = COSTS.find((each) => each.id === id);
  const finding = FINDING_IDS.find((each) => each === id);
  if (cost) return <CostHelp id={cost.id} onClose={onClose} />;
  return finding && <FindingHelp id={finding} onClose={onClose} />;
}
