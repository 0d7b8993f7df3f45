// Details that the worker computes: callers and callees of the selected function, its self time by kind of code, and its costs.

import type { Details } from '../../model/session.ts';
import type { WeightById } from '../../model/profile.ts';
import { closeDetails } from '../../state/view/side-panel.ts';
import { formatShare, formatWeight } from '../../text/format.ts';
import { labelOf } from '../../text/labels.ts';
import { ShareHead, ShareList, ShareRow } from './ShareList.tsx';
import { CostList } from './CostList.tsx';
import { KindShares } from './KindShares.tsx';
import { FUNCTION_BUTTON_HELP } from './use-function-buttons.ts';
import { useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly details: Details;
}

interface SelfTimeProps {
  readonly details: Details;
  readonly measure: string;
}

/** Self time by the code that was sampled. Unlike in the legend, that includes code hidden by the level or a filter. */
export function SelfTime({ details: { selfKinds }, measure }: SelfTimeProps) {
  if (selfKinds.length === 0) return null;
  const weight = selfKinds.reduce((sum, each) => sum + each.weight, 0);
  return (
    <>
      <ShareHead
        title="Self time"
        caption={`with hidden code · of ${formatWeight(weight, measure)}`}
        tooltip="The code in which its samples were taken: the function itself, and code below it that the level of detail or a filter hides"
      />
      <KindShares
        kinds={new Map(selfKinds.map(({ id, weight }) => [id, weight]))}
        of="of its self time was sampled in it"
        label="Self time"
      />
    </>
  );
}

const OF_OWN = { own: 'of its own time' } as const;
const OF_TOTAL = { total: 'of its total' } as const;

/** What the function's own time and its total were spent on. */
export function OwnAndTotalCosts({ details: { costs } }: Pick<Props, 'details'>) {
  // The own time of a Python function includes the C code that it calls.
  if (costs.every(({ own, total }) => own === total))
    return <CostList costs={costs} of={OF_OWN} caption="of its own time" />;
  if (costs.every(({ own }) => own === 0))
    return <CostList costs={costs} of={OF_TOTAL} caption="of its total" />;
  return <CostList costs={costs} of={{ ...OF_OWN, ...OF_TOTAL }} caption="own time · total" />;
}

export function CallersAndCallees({ details: { callers, callees, funcTotal } }: Props) {
  return (
    <>
      <Functions title="Callers" functions={callers} whole={funcTotal} />
      <Functions title="Callees" functions={callees} whole={funcTotal} />
    </>
  );
}

interface FunctionsProps {
  readonly title: 'Callers' | 'Callees';
  readonly functions: readonly WeightById[];
  /** The total weight of the selected function. */
  readonly whole: number;
}

function Functions({ title, functions, whole }: FunctionsProps) {
  const recording = useRecording();
  if (functions.length === 0) return null;
  const relation = title === 'Callers' ? 'comes from this caller' : 'is spent in this callee';
  return (
    <ShareList title={title} caption="of its total">
      {functions.map(({ id, weight }) => {
        const { name, place } = labelOf(recording, id);
        const share = weight / (whole || 1);
        const facts = `${name} ${place}\n${formatShare(share)} of the function’s total ${relation}.`;
        return (
          <ShareRow
            key={id}
            name={name}
            place={place}
            share={share}
            // The root of the tree is not a function.
            {...(id >= 0
              ? { func: id, kind: recording.funcs.kind[id], title: `${facts}\n${FUNCTION_BUTTON_HELP}` }
              : { onClick: closeDetails, title: `${facts}\nClick to go back to the overview.` })}
          />
        );
      })}
    </ShareList>
  );
}
