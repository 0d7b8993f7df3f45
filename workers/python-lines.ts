// The source lines of a recording as tab-separated text.

import { PYTHON_PREFIX, type Profile } from '../src/model/profile.ts';

const TSV_HEADER = 'sample\tpython_frame\tfunction\tline\n';

/** One row per Python frame with a line. Frames are counted from the leaf. */
export function linesAsTsv({ samples, stacks, funcs, strings }: Profile): string {
  const { parent, func, line } = stacks;
  if (!line) return TSV_HEADER;
  const rows: string[] = [];
  const names = Array.from(funcs.name, (name) => strings[name]);
  for (const [sample, leaf] of samples.stack.entries()) {
    let pythonFrame = 0;
    for (let at = leaf; at >= 0; at = parent[at]) {
      const name = names[func[at]];
      if (!name.startsWith(PYTHON_PREFIX)) continue;
      if (line[at] > 0) rows.push(`${sample}\t${pythonFrame}\t${name}\t${line[at]}\n`);
      pythonFrame++;
    }
  }
  return TSV_HEADER + rows.join('');
}
