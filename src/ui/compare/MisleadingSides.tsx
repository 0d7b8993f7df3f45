// One line that says which of the compared recordings may mislead, with links to what that means and how to fix it.

import { TriangleAlert } from 'lucide-react';
import type { Finding } from '../../model/findings.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function MisleadingSides() {
  const a = useFindingsOf('a');
  const b = useFindingsOf('b');
  const findings = new Map([...a, ...b].map(({ id, title }) => [title, id]));
  if (findings.size === 0) return null;
  const sidesOf = (title: string) =>
    [a, b].flatMap((side, i) => (side.some((each) => each.title === title) ? ['AB'[i]] : [])).join(' and ');
  return (
    <p className="misleading-sides small">
      <TriangleAlert size={14} aria-hidden="true" />
      {[...findings].map(([title, id]) => (
        <span key={title}>
          {sidesOf(title)} may mislead:{' '}
          <HelpLink topic={id}>
            <CodeText text={title} />
          </HelpLink>
          .{' '}
        </span>
      ))}
    </p>
  );
}

function useFindingsOf(side: 'a' | 'b'): readonly Finding[] {
  const parts = useAppState((state) => state.options.comparison?.[side]) ?? [];
  const found = useAppState((state) => state.comparedFindings) ?? [];
  const ids = new Set(parts.map(({ recording }) => recording));
  return found.filter(({ recording }) => ids.has(recording)).flatMap(({ findings }) => findings);
}
