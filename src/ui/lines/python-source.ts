// Parses Python source: colors its lines, and finds the lines of a function in it.

import type { SyntaxNode, Tree } from '@lezer/common';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import { parser } from '@lezer/python';

/** A piece of a line, with the CSS class of its color; '' for plain text. */
interface Token {
  readonly text: string;
  readonly className: string;
}

/** Lines of a file, counted from 1; `to` is inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const COLORS = tagHighlighter([
  { tag: [tags.comment, tags.lineComment], class: 'code-comment' },
  { tag: [tags.string, tags.special(tags.string), tags.escape], class: 'code-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-number' },
  {
    tag: [
      tags.keyword,
      tags.controlKeyword,
      tags.operatorKeyword,
      tags.definitionKeyword,
      tags.moduleKeyword,
    ],
    class: 'code-keyword',
  },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className), tags.meta],
    class: 'code-definition',
  },
]);

/** Enough for generated files; longer ones stay without colors. */
const MAX_COLORED = 1 << 20;

export class PythonSource {
  readonly length: number;
  private readonly text: string;
  private readonly tree: Tree;
  /** Where each line begins. */
  private readonly starts: readonly number[];
  private colored: readonly (readonly Token[])[] | undefined;

  constructor(source: string) {
    // Python reads all three kinds of line ends.
    this.text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    this.tree = parser.parse(this.text.length > MAX_COLORED ? '' : this.text);
    const starts = [0];
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
    // The last line end begins no line.
    if (starts.length > 1 && starts.at(-1) === this.text.length) starts.pop();
    this.starts = starts;
    this.length = this.text === '' ? 0 : starts.length;
  }

  tokensOf(line: number): readonly Token[] {
    this.colored ??= this.color();
    return this.colored[line - 1] ?? [];
  }

  /**
   * The lines of a function, with its decorators, whose code is at `lines`. Undefined if there is no such function around all of
   * them: the file has changed, or is another one. Code without a name of its own, such as `<lambda>`, is shown in the function around
   * it.
   */
  linesOf(qualifiedName: string, lines: readonly number[]): LineRange | undefined {
    if (Math.max(...lines) > this.length) return undefined;
    const whole = { from: 1, to: this.length };
    if (this.tree.length < this.text.length) return whole;
    const names = qualifiedName.split('.').filter((name) => name !== '<locals>');
    while (names.at(-1)?.startsWith('<') === true) names.pop();
    if (names.length === 0) return whole;
    // A function may be defined several times.
    const ranges = this.definitionsOf(names).map((node) => this.rangeOf(node));
    return ranges.find(({ from, to }) => lines.every((line) => line >= from && line <= to));
  }

  private definitionsOf(names: readonly string[]): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    this.tree.iterate({
      enter: ({ node }) => {
        if (isDefinition(node) && this.nameOf(node) === names.at(-1) && this.isNamed(node, names))
          found.push(node);
      },
    });
    return found;
  }

  /** True if the names of the definition and of those around it are these. */
  private isNamed(definition: SyntaxNode, names: readonly string[]): boolean {
    const path: string[] = [];
    for (let node: SyntaxNode | null = definition; node; node = node.parent)
      if (isDefinition(node)) path.unshift(this.nameOf(node));
    return path.length === names.length && path.every((name, i) => name === names[i]);
  }

  private nameOf(definition: SyntaxNode): string {
    const name = definition.getChild('VariableName');
    return name ? this.text.slice(name.from, name.to) : '';
  }

  private rangeOf(definition: SyntaxNode): LineRange {
    const { parent } = definition;
    const { from } = parent?.name === 'DecoratedStatement' ? parent : definition;
    const end = from + this.text.slice(from, definition.to).trimEnd().length;
    return { from: this.lineAt(from), to: this.lineAt(end) };
  }

  private lineAt(position: number): number {
    const next = this.starts.findIndex((start) => start > position);
    return next < 0 ? this.starts.length : next;
  }

  private color(): Token[][] {
    const lines: Token[][] = [[]];
    const put = (text: string, className: string) => lines.at(-1)?.push({ text, className });
    if (this.tree.length < this.text.length)
      return this.text.split('\n').map((text) => [{ text, className: '' }]);
    highlightCode(this.text, this.tree, COLORS, put, () => lines.push([]));
    return lines;
  }
}

function isDefinition({ name }: SyntaxNode): boolean {
  return name === 'FunctionDefinition' || name === 'ClassDefinition';
}
