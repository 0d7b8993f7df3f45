// The colors and texts of a differential graph as SVG.

import { comparedColoring } from '../../canvas/colors/compared-coloring.ts';
import type { SvgScene } from '../../canvas/svg/svg.ts';
import type { ComparedNodes } from '../../model/comparison.ts';
import type { Recording } from '../../model/session.ts';
import type { CallTree } from '../../model/tree.ts';
import type { State } from '../../state/store.ts';
import { comparedBoxLines } from '../../text/compared-box.ts';

const WIDTH_TEXT = {
  b: 'Boxes as wide as in B',
  a: 'Boxes as wide as in A',
  max: 'Boxes as wide as on the larger side',
  both: 'Boxes show A and B side by side',
} as const;

/** `dashed` is what dashed boxes are. */
const legend = (dashed: 'gone' | 'new') => [
  'Blue: less in B.',
  'Orange: more in B.',
  'Pale blue or orange: likely, but not certain.',
  'Gray: no change.',
  'Pale gray: cannot tell, or too small to test.',
  `Dashed: ${dashed} in B, or maybe ${dashed} if it has no color.`,
  'Bracket: a call that only one side makes; what it calls is one level up.',
];

export function comparedScene(
  { comparison, options: { comparison: options } }: State,
  recording: Recording,
  tree: CallTree,
  nodes: ComparedNodes,
): Pick<SvgScene, 'comparedColoring' | 'compared'> | undefined {
  if (!options) return undefined;
  const boxes = { names: recording, nodes, tree, moves: comparison?.moves ?? [] };
  return {
    comparedColoring: comparedColoring({ tree, nodes, options }, 'light'),
    compared: {
      summary: [...(comparison ? [comparison.sentence] : []), WIDTH_TEXT[options.width]],
      legend: legend(options.width === 'a' ? 'new' : 'gone'),
      describe: (box) => comparedBoxLines(boxes, box).join('\n'),
    },
  };
}
