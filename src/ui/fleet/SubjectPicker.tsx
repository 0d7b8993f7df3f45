// The field that chooses functions and packages to follow, from names that start with the typed text.

import { useState } from 'react';
import type { NamedSubject } from '../../store/fleet-source.ts';
import { ComboBox } from '../primitives/ComboBox.tsx';
import { subjectLabel } from './trend-text.ts';
import { useAnswer } from './use-answer.ts';

interface Props {
  readonly store: string;
  readonly onChoose: (subject: NamedSubject) => void;
}

export function SubjectPicker({ store, onChoose }: Props) {
  const [query, setQuery] = useState<string>();
  const typed = query?.trim() ?? '';
  const {
    answer = [],
    problem,
    isPending,
  } = useAnswer<readonly NamedSubject[]>(store, typed, (source) =>
    typed === '' ? Promise.resolve([]) : source.names(typed),
  );
  return (
    <ComboBox
      label="Follow a function or package"
      listLabel="Functions and packages"
      placeholder="Follow a function or package"
      query={query}
      onQuery={setQuery}
      choices={typed === '' ? [] : answer}
      keyOf={({ kind, name }) => `${kind}-${name}`}
      onChoose={onChoose}
      emptyText={
        problem ??
        (typed === '' ? 'Type the beginning of a name.' : isPending ? 'Searching…' : 'No matching names.')
      }
    >
      {({ kind, name }) => {
        const label = subjectLabel(name);
        return (
          <>
            <span className="part-name name ellipsis">{label.name}</span>
            <span className="place ellipsis muted">{label.place}</span>
            <span className="muted push-end">{kind}</span>
          </>
        );
      }}
    </ComboBox>
  );
}
