// Pieces of Markdown.

/** Names come from recordings: nothing in them is Markdown, or ends a cell of a table. */
export function codeText(name: string): string {
  return `\`${name.replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
}

/** Lines for a shell. */
export function shellBlock(lines: readonly string[]): string[] {
  const longest = Math.max(
    0,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}sh`, ...lines, fence];
}

/** Text in which names such as `__init__` and `<genexpr>` are no markup. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>&|#]/g, '\\$&');
}
