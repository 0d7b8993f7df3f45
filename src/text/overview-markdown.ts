// The overview of a recording as Markdown, for a message: what was recorded, and the hottest functions.

import { pathOf } from '../model/function-path.ts';
import type { Overview, Recording } from '../model/session.ts';
import { formatNumberOf, formatShare, formatWeight } from './format.ts';
import { labelOf, measureAt } from './labels.ts';
import { codeCell, codeText } from './markdown.ts';

const TITLES: Readonly<Record<Overview['scope'], string>> = {
  own: 'Your hottest functions, with the libraries that they call',
  python: 'Hottest Python functions, with the C code that they call',
  all: 'Hottest functions',
};

export function overviewMarkdown(
  recording: Recording,
  { options, weight, samples, scope, functions }: Overview,
): string {
  const measure = measureAt(recording, options.event);
  const rows = functions.map(({ id, weight: part, self, total }) => {
    const shares = [part, self, total].map((each) => formatShare(each / (weight || 1)));
    const path = pathOf(recording, id);
    const cells = [
      ...shares,
      codeCell(labelOf(recording, id).name),
      path === undefined ? '' : codeCell(path),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `**${codeText(recording.name)}**: ${formatWeight(weight, measure)}, ${formatNumberOf(samples, 'sample')}`,
    ...(rows.length > 0
      ? [`\n${TITLES[scope]}:\n`, '| share | self | total | function | file |', '|--:|--:|--:|---|---|']
      : []),
    ...rows,
    '',
  ].join('\n');
}
