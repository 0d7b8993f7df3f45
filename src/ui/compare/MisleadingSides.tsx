// One line that says what is wrong with the compared recordings, with links to what that means and how to fix it.

import { TriangleAlert } from 'lucide-react';
import type { SideDiagnosis } from '../../model/findings.ts';
import { sideProblems } from '../../text/sides-text.ts';
import { embeddedDiagnosis } from '../../state/opening/embedded-recording.ts';
import { CodeText } from '../primitives/CommandBlock.tsx';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function MisleadingSides() {
  const a = useDiagnosesOf('a');
  const b = useDiagnosesOf('b');
  const problems = sideProblems({ a, b });
  if (problems.length === 0) return null;
  return (
    <p className="misleading-sides small">
      <TriangleAlert size={14} aria-hidden="true" />
      {problems.map(({ before, title, after, id }) => (
        <span key={`${before}${title}`}>
          {before}
          {id !== undefined && (
            <HelpLink topic={id}>
              <CodeText text={title} />
            </HelpLink>
          )}
          {after}{' '}
        </span>
      ))}
    </p>
  );
}

function useDiagnosesOf(side: 'a' | 'b'): readonly SideDiagnosis[] {
  const parts = useAppState((state) => state.options.comparison?.[side]) ?? [];
  const found = useAppState((state) => state.comparedFindings) ?? [];
  const recordings = useAppState((state) => state.comparing?.recordings) ?? [];
  const ids = new Set(parts.map(({ recording }) => recording));
  return [...ids].flatMap((id) => {
    const known = found.find(({ recording }) => recording === id)?.diagnosis;
    return known ?? embeddedDiagnosis(id, recordings[id]?.name ?? '') ?? [];
  });
}
