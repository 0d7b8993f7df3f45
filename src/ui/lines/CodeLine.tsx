// A line of source code in colors.

import type { PythonSource } from './python-source.ts';

interface Props {
  readonly source: PythonSource;
  readonly line: number;
  /** True to omit the indentation. */
  readonly isTrimmed?: boolean;
}

export function CodeLine({ source, line, isTrimmed = false }: Props) {
  const tokens = source.tokensOf(line);
  return (
    <code>
      {tokens.map(({ text, className }, i) => (
        <span key={i} className={className}>
          {i === 0 && isTrimmed ? text.trimStart() : text}
        </span>
      ))}
    </code>
  );
}
