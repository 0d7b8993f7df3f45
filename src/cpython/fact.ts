// A fact: what is known about some functions of CPython, of a library below it or of Linux. The tables of this folder have a row for
// each, written as
//
//  fact({ what is known })`
//    the files that define the functions
//    their names
//    more names`
//
// Sources are files of CPython at the tags v3.12.0 to v3.15.2, of glibc 2.41 and of Linux v6.12, unless the table says at which
// versions they were checked.

export interface Functions {
  /** Alternatives of a regular expression that matches the whole canonical name. */
  readonly names: string;
  readonly source: string;
}

/**
 * What a function says about the stacks that contain it:
 * - `rooted`: a thread or process starts in it, or soon after.
 * - `root`: it can be the outermost function of a thread.
 * - `startup`: Python starts or ends, and traces no calls.
 * - `tracer`: a profile or trace callback.
 * - `compiled`: Python code compiled to C. The first group of `names` is the prefix of the names.
 */
export type NamedTrait = 'rooted' | 'root' | 'startup' | 'tracer' | 'compiled';

export function fact<const Known>(known: Known): (text: TemplateStringsArray) => Known & Functions {
  return ({ raw: [text] }) => {
    const [source, ...names] = text.trim().split(/\n\s*/);
    return { ...known, names: names.join('|'), source };
  };
}

/** Matches the canonical names of the functions of these rows. */
export function namePattern(rows: readonly Functions[]): RegExp {
  return new RegExp(`^(?:${rows.map(({ names }) => names).join('|')})$`);
}
