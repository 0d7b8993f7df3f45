// A dialog that explains inferred callers.

import { PartsDialog } from '../doctor/PartsDialog.tsx';

const PARTS = [
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
    'We cut complete stacks of real programs and compared the result with what was recorded: of 25,495 re-attached stacks, 105 (0.4%) had wrong callers, most of them in recursion.',
  ],
  [
    'Without it',
    'The switch “Inferred callers” shows the stacks as they were recorded, as does the level “As recorded”. To record complete stacks, follow the command in “What is wrong with the recording”.',
  ],
] as const;

export function CallersHelp({ onClose }: { readonly onClose: () => void }) {
  return <PartsDialog title="Inferred callers" parts={PARTS} onClose={onClose} />;
}
