// The versions, days or hosts of a service as a table. Each row opens its recordings, or compares them with another row's.

import { useState } from 'react';
import { groupName, type TrendAnswer, type TrendGroup } from '../../store/fleet-source.ts';
import { capitalized, formatDateTime, formatNumberOf } from '../../text/format.ts';
import { intervalText, valueFormat } from './trend-text.ts';
import { valueOf } from './trend-geometry.ts';

interface Props {
  readonly answer: TrendAnswer;
  readonly base: string | undefined;
  readonly onChoose: (group: string) => void;
  readonly onOpen: (group: string) => void;
}

/** Number of rows shown at first. */
const INITIAL_ROWS = 20;

/** The latest group first. `answer` is about all code. */
export function GroupTable({ answer, base, onChoose, onOpen }: Props) {
  const { unit, groups, event, series } = answer;
  const [all] = series;
  const [showsAll, setShowsAll] = useState(false);
  const rows = [...groups.keys()].reverse();
  const format = valueFormat(all, event);
  return (
    <section aria-labelledby="fleet-groups" className="fleet-groups">
      <h2 id="fleet-groups">Recordings by {unit}</h2>
      <div className="fleet-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{capitalized(unit)}</th>
              <th scope="col">Recordings</th>
              <th scope="col" className="wide-only">
                First
              </th>
              <th scope="col" className="wide-only">
                Last
              </th>
              <th scope="col" className="wide-only">
                {event}
              </th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, showsAll ? rows.length : INITIAL_ROWS).map((index) => {
              const group = groups[index];
              const value = valueOf(all, index);
              const name = groupName(group);
              return (
                <tr key={group.name} className={group.name === base ? 'fleet-base' : undefined}>
                  <th scope="row">{name}</th>
                  <td className="number">{group.recordings}</td>
                  <td className="wide-only">{formatDateTime(group.first)}</td>
                  <td className="wide-only">{formatDateTime(group.last)}</td>
                  <td className="number wide-only">{value ? intervalText(value, format) : ''}</td>
                  <td className="fleet-actions">
                    <button type="button" aria-label={`Open ${name}`} onClick={() => onOpen(group.name)}>
                      Open
                    </button>
                    <CompareButton {...{ group, base, onChoose }} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > INITIAL_ROWS && !showsAll && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {formatNumberOf(rows.length, unit)}
        </button>
      )}
    </section>
  );
}

interface CompareProps extends Pick<Props, 'base' | 'onChoose'> {
  readonly group: TrendGroup;
}

/** Chooses A, then B. */
function CompareButton({ group, base, onChoose }: CompareProps) {
  const name = groupName(group);
  const isBase = group.name === base;
  const choose = () => onChoose(group.name);
  if (base === undefined || isBase)
    return (
      <button
        type="button"
        aria-pressed={isBase}
        aria-label={`Compare ${name} with another`}
        onClick={choose}
      >
        {isBase ? 'Chosen as A' : 'Compare…'}
      </button>
    );
  const baseName = groupName({ name: base });
  return (
    <button type="button" aria-label={`Compare ${baseName} with ${name}`} onClick={choose}>
      Compare with {baseName}
    </button>
  );
}
