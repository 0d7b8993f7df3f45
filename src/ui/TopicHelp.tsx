// The help of a topic: a dialog about a cost, a finding, comparisons or inferred callers.

import { costLabel, COSTS, type CostId } from '../model/costs.ts';
import { FINDING_IDS, type FindingId } from '../model/findings.ts';
import { CALLERS_HELP, COMPARING_HELP, type HelpTopic } from '../state/store.ts';
import { COST_HELP } from '../text/cost-help.ts';
import { FINDING_HELP } from '../text/finding-help.ts';
import { CodeText, CommandBlock } from './primitives/CommandBlock.tsx';
import { Dialog } from './primitives/Dialog.tsx';
import './doctor/finding-help.css';

interface Props<Id> {
  readonly id: Id;
  readonly onClose: () => void;
}

export function TopicHelp({ id, onClose }: Props<HelpTopic>) {
  if (id === COMPARING_HELP)
    return <PartsDialog title="Reading a comparison" parts={COMPARING} onClose={onClose} />;
  if (id === CALLERS_HELP) return <PartsDialog title="Inferred callers" parts={CALLERS} onClose={onClose} />;
  const cost = COSTS.find((each) => each.id === id);
  const finding = FINDING_IDS.find((each) => each === id);
  if (cost) return <CostHelp id={cost.id} onClose={onClose} />;
  return finding && <FindingHelp id={finding} onClose={onClose} />;
}

function CostHelp({ id, onClose }: Props<CostId>) {
  const { is, details, smaller, example } = COST_HELP[id];
  return (
    <Dialog title={costLabel(id)} className="finding-help" onClose={onClose}>
      <section>
        <h3>What it is</h3>
        <p>{is}</p>
        <p>
          <CodeText text={details} />
        </p>
      </section>
      <section>
        <h3>Less of it</h3>
        <p>{smaller}</p>
      </section>
      <section>
        <h3>Example</h3>
        <CommandBlock command={example.join('\n')} label="Copy the example" />
      </section>
    </Dialog>
  );
}

const FINDING_PARTS = [
  ['meaning', 'What it means'],
  ['detection', 'How it is detected'],
  ['cause', 'Why it happens'],
  ['remedy', 'What to do'],
] as const;

function FindingHelp({ id, onClose }: Props<FindingId>) {
  const help = FINDING_HELP[id];
  return (
    <Dialog title={help.title} className="finding-help" onClose={onClose}>
      {FINDING_PARTS.map(([part, label]) => (
        <section key={part}>
          <h3>{label}</h3>
          <p>
            <CodeText text={help[part]} />
          </p>
        </section>
      ))}
      {help.example.length > 0 && (
        <section>
          <h3>Example</h3>
          <CommandBlock command={help.example.join('\n')} label="Copy the example" />
        </section>
      )}
    </Dialog>
  );
}

interface PartsProps {
  readonly title: string;
  readonly parts: readonly (readonly [title: string, text: string])[];
  readonly onClose: () => void;
}

function PartsDialog({ title, parts, onClose }: PartsProps) {
  return (
    <Dialog title={title} className="finding-help" onClose={onClose}>
      {parts.map(([heading, text]) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <p>{text}</p>
        </section>
      ))}
    </Dialog>
  );
}

const CALLERS = [
  [
    'Why stacks are cut',
    'The kernel keeps 127 frames of a stack, and perf copies a limited part of it. The outermost callers of deeper stacks are missing, so their samples would be in a second tree beside the real one, and their callers would lose the weight.',
  ],
  [
    'What is inferred',
    'Other samples often show the same calls with all their callers. If the outermost 24 or more frames of a cut stack only ever have one and the same callers in this recording, Pyrograph adds these callers to it. All other stacks stay cut, such as those of deep recursion. No weight is added or removed.',
  ],
  [
    'How it is shown',
    'Boxes are hatched if half or more of their weight is inferred. Tooltips and details say how much of a box is.',
  ],
  [
    'How often it is right',
    'We cut complete stacks of real programs and compared the result with what was recorded: of 54,275 re-attached stacks, 107 (0.2%) had wrong callers, most of them in recursion.',
  ],
  [
    'Without it',
    'The switch “Inferred callers” shows the stacks as they were recorded, as does the level “As recorded”. To record complete stacks, follow the command in “What is wrong with the recording”.',
  ],
] as const;

const COMPARING = [
  [
    'A and B',
    'A is the baseline, B is compared with it. B − A is how much more B uses; percentages are of A.',
  ],
  [
    'For the same work',
    'Two recordings rarely do the same amount of work at the same speed. Most functions then differ by the same factor, such as 0.45. A is multiplied by this factor, and what still differs is a change of the code. A uniform slowdown only shows in the line “As recorded”. If both recordings did the same work on the same machine, compare CPU time as recorded.',
  ],
  [
    '± and “95 % sure”',
    'A recording is a sample, so every number has a margin. In 95 of 100 comparisons, the true difference is within it.',
  ],
  [
    'Verdicts',
    'More, less, new (only B has samples of it) and gone (only A has) are certain: chance rarely makes such a difference. “No change within 2 %” is also a result: the true difference is at most that. For small functions, the limit is a time instead, at most 0.5 % of all code. “Cannot tell” means that the recordings are too short or too noisy; the range says what is possible. “Maybe new” and “maybe gone” are the same for a function that only one side has samples of. Functions below 0.5 % of all code are too small to test.',
  ],
  [
    'Which functions are listed',
    'The first line names the calls that the difference of all code comes from. What they leave is not certain: it may be noise. The panel lists every function whose own time changed, and functions that are new or gone. Callers that changed through what they call, but not certainly on their own, are listed separately. The table shows own time (self) or the time with everything that a function calls (total), so it counts different functions.',
  ],
  [
    'Added and removed calls',
    'If only one side has a call in the middle of a stack, such as that of a new wrapper, the calls below it are still compared with each other. They move up one level, and a bracket shows the added or removed call.',
  ],
  [
    'More certainty',
    'Record each side three times or more, in turn (A, B, A, B, …), and add the recordings with the menu “Compare”.',
  ],
] as const;
