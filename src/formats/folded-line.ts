// Syntax of folded lines: `comm;root;…;leaf weight`

/** Variant of folded text. Plain data, so it can be posted to the chunk workers. */
export interface FoldedForm {
  /** True if each line begins with a comm, which is assumed when every first field is short enough for one. */
  readonly hasComm: boolean;
  /** True if processes, threads and frames are in the style of py-spy, Austin or Tachyon. */
  readonly isPython: boolean;
  /** True if every stack has only one frame. Many other text files look like this. */
  readonly isFlat: boolean;
  /** True if weights come before stacks. */
  readonly isWeightFirst: boolean;
}

/** Names may contain anything, including line separators and trailing spaces. Austin's full mode prints three weights. */
export const FOLDED_LINE = /^(.*) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)(,-?\d+,-?\d+)?$/s;
/** Maximum length in bytes; longer lines are skipped. */
export const MAX_FOLDED_LINE = 1 << 22;

/** A line that begins with `#` may also be a stack, since a comm may begin with `#`. */
export function isBlankOrComment(line: string): boolean {
  if (line.trim() === '' || line.startsWith('//')) return true;
  return line.startsWith('#') && !(line.includes(';') && FOLDED_LINE.test(line));
}

/** TASK_COMM_LEN without the final NUL, in bytes (include/linux/sched.h, v6.12). */
const MAX_COMM = 15;
/** What only functions have in their names. */
const FUNCTION = /::|<|\w\(| - /;

/** True if a field may be the name of a thread or process: it is as short as the kernel's, or is no function's name. */
export function canBeComm(field: string): boolean {
  return isKernelComm(field) || isLongName(field);
}

/** Other profilers record longer ones: `pool-1-thread-12`, `Thread-12 (worker_loop)`, `python3 app.py --all`. */
function isLongName(field: string): boolean {
  const [word] = field.split(' ', 1);
  if (word.includes('/') || (word === field && /[.:]/.test(word))) return false;
  return /[- #]/.test(field) && !FUNCTION.test(field);
}

/** True if the kernel keeps the name whole. */
export function isKernelComm(field: string): boolean {
  return field.length <= MAX_COMM && new TextEncoder().encode(field).length <= MAX_COMM;
}

/** Longer words are no weights. */
const MAX_WEIGHT_LENGTH = 40;
const WEIGHT = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
const GROUPED_WEIGHT = /^\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?$/;

/**
 * A stack whose weight follows a tab, has thousands separators or spaces after it, or comes first, as `stack weight`; undefined for other
 * lines. Call it only for lines that are not FOLDED_LINE.
 */
export function asFoldedLine(line: string, isWeightFirst: boolean): string | undefined {
  if (!line.includes(';')) return undefined;
  const text = line.trim();
  const at = isWeightFirst ? text.search(/[ \t]/) : lastBlank(text, text.length);
  if (at < 0) return undefined;
  const [start, end] = [text.slice(0, at), text.slice(at + 1)];
  const weight = plainWeight(isWeightFirst ? start : end);
  return weight && `${(isWeightFirst ? end : start).trim()} ${weight}`;
}

/** Enough to tell a difference. */
const MAX_COMPARED = 200;

/**
 * True for the lines of a difference of two profiles, which has two counts after each stack. Frames may end in a number, too: `worker 1 5`.
 * But then stacks repeat without it, or all leaves have the same name, and no weight is 0. `isCut` means that the last line may be
 * incomplete.
 */
export function isDifference(lines: Iterable<string>, isCut: boolean): boolean {
  const stacks = new Set<string>();
  const leaves = new Set<string>();
  let hasZero = false;
  let hasOther = false;
  for (const line of lines) {
    if (isBlankOrComment(line)) continue;
    if (hasOther || stacks.size === MAX_COMPARED) break;
    const counted = stackWithTwoCounts(line);
    if (counted && stacks.has(counted.stack)) return false;
    if (!counted) hasOther = true;
    else {
      stacks.add(counted.stack);
      leaves.add(counted.leaf);
      hasZero ||= counted.isZero;
    }
  }
  return (!hasOther || isCut) && stacks.size > 1 && (hasZero || leaves.size > 1);
}

function stackWithTwoCounts(
  line: string,
): { readonly stack: string; readonly leaf: string; readonly isZero: boolean } | undefined {
  const last = lastBlank(line, line.length);
  const before = lastBlank(line, last);
  const counts = [line.slice(before + 1, last), line.slice(last + 1)];
  const areWeights = counts.every((word) => word.length <= MAX_WEIGHT_LENGTH && WEIGHT.test(word));
  if (before <= 0 || !areWeights || line.lastIndexOf(';', before) <= 0) return undefined;
  const stack = line.slice(0, before);
  const leaf = stack.slice(Math.max(stack.lastIndexOf(';'), lastBlank(stack, stack.length)) + 1);
  return { stack, leaf, isZero: Number(counts[1]) === 0 };
}

/** The position of the last space or tab before `end`. */
function lastBlank(text: string, end: number): number {
  return end <= 0 ? -1 : Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\t', end - 1));
}

function plainWeight(word: string): string | undefined {
  if (word.length > MAX_WEIGHT_LENGTH) return undefined;
  if (WEIGHT.test(word)) return word;
  return GROUPED_WEIGHT.test(word) ? word.replace(/[,_]/g, '') : undefined;
}
