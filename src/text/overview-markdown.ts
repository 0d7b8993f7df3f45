// The overview of a recording as Markdown, for a message: what was recorded, and the hottest functions.

import { pathOf } from '../model/function-path.ts';
import type { Overview, Recording } from '../model/session.ts';
import { formatNumberOf, formatWeight } from './format.ts';
import { labelOf, measureAt } from './labels.ts';
import { codeText, functionTable } from './markdown.ts';

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
  const rows = functions.map(({ id, weight: part, self, total }) => ({
    name: labelOf(recording, id).name,
    path: pathOf(recording, id),
    shares: [part, self, total].map((each) => each / (weight || 1)),
  }));
  return [
    `**${codeText(recording.name)}**: ${formatWeight(weight, measure)}, ${formatNumberOf(samples, 'sample')}`,
    ...(rows.length > 0 ? [`\n${TITLES[scope]}:\n`, ...functionTable(['share', 'self', 'total'], rows)] : []),
    '',
  ].join('\n');
}
