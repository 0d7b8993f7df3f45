// What is wrong with the recordings of a comparison, one sentence per problem.

import { isMisleading, type Diagnosis, type FindingId } from '../model/findings.ts';
import type { SideDiagnosis } from '../model/side-diagnosis.ts';

interface SideProblem {
  /** What is before and after the title in the sentence. */
  readonly before: string;
  /** That of a finding; empty if the sentence is not about one. */
  readonly title: string;
  readonly after: string;
  readonly id: FindingId | undefined;
}

type Sides = Readonly<Record<'a' | 'b', readonly SideDiagnosis[]>>;

export function sideProblems(sides: Sides): SideProblem[] {
  const titles = new Set(
    [...sides.a, ...sides.b].flatMap(({ findings }) => findings.map(({ title }) => title)),
  );
  return [...[...titles].map((title) => findingProblem(sides, title)), ...modeProblem(sides)];
}

export function problemText({ before, title, after }: SideProblem): string {
  return `${before}${title.replaceAll('`', '')}${after}`;
}

/** A finding of one side or of both. */
function findingProblem({ a, b }: Sides, title: string): SideProblem {
  const found = [a, b].map((side) =>
    side.flatMap(({ findings }) => findings.filter((each) => each.title === title)),
  );
  const [{ id, severity }] = found.flat();
  const names = found.flatMap((each, i) => (each.length > 0 ? ['AB'[i]] : []));
  if (isMisleading({ severity }))
    return { before: `${names.join(' and ')} may mislead: `, title, after: '.', id };
  const shares = found.flatMap((each, i) =>
    each.length > 0
      ? [`${Math.round(100 * Math.max(...each.map(({ share }) => share)))} % of ${'AB'[i]}`]
      : [],
  );
  const after = ` (${shares.join(', ')}): what changed there is not attributed to the code that calls it.`;
  return { before: '', title, after, id };
}

const MODE_TEXT: Readonly<Record<Diagnosis['mode'], string>> = {
  none: 'without call stacks',
  fp: 'with frame pointers',
  dwarf: 'with copies of the stack',
};

/** Other ways to record find other callers of the same code. */
function modeProblem({ a, b }: Sides): SideProblem[] {
  const [modeA, modeB] = [a, b].map((side) => {
    const modes = new Set(side.map(({ mode }) => mode));
    return modes.size === 1 ? [...modes][0] : undefined;
  });
  if (modeA === undefined || modeB === undefined || modeA === modeB) return [];
  const before = `A was recorded ${MODE_TEXT[modeA]}, B ${MODE_TEXT[modeB]}: stacks of the same code differ.`;
  return [{ before, title: '', after: '', id: undefined }];
}
