// A dialog that explains what the page says about a comparison.

import { PartsDialog } from '../doctor/PartsDialog.tsx';

const PARTS = [
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

export function ComparingHelp({ onClose }: { readonly onClose: () => void }) {
  return <PartsDialog title="Reading a comparison" parts={PARTS} onClose={onClose} />;
}
