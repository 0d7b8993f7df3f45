// The trends of a service: all code, the functions and packages that the user chose, and those that changed most.

import {
  changeFleetView,
  MAX_COMPARED,
  OFFERS,
  openGroups,
  type FleetView,
} from '../../state/fleet/fleet-view.ts';
import { groupName, TREND_UNITS, type NamedSubject } from '../../store/fleet-source.ts';
import { capitalized, formatNumberOf } from '../../text/format.ts';
import { Segments } from '../primitives/Buttons.tsx';
import { GroupTable } from './GroupTable.tsx';
import { SubjectPicker } from './SubjectPicker.tsx';
import { ChosenCard, OfferedCards, TrendCards, useTrends } from './TrendCards.tsx';

const UNITS = TREND_UNITS.map((name) => ({
  name,
  label: capitalized(name),
  tooltip: `One point per ${name}`,
}));
const OFFER_OPTIONS = [
  { name: OFFERS[0], label: 'Changed most', tooltip: 'The functions whose share changed most' },
  { name: OFFERS[1], label: 'Packages', tooltip: 'The packages with the most samples' },
];

export function ServiceTrends({ view, service }: { readonly view: FleetView; readonly service: string }) {
  const all = useTrends(view, service, { kind: 'all' });
  const { base, unit, chosen } = view;
  const open = (...names: readonly string[]) => openGroups(view, service, names);
  const choose = (name: string) => {
    if (base !== undefined && base !== name) open(base, name);
    else changeFleetView({ base: base === name ? undefined : name });
  };
  const shown = { view, service, onChoose: choose };
  const group = all.answer?.groups.find(({ name }) => name === base);
  return (
    <>
      <div className="fleet-tools row wrap">
        <h2 className="ellipsis">{service || 'No service'}</h2>
        <Segments
          label="One point per"
          className="small"
          options={UNITS}
          value={unit}
          onChange={(next) => changeFleetView({ unit: next })}
        />
        <SubjectPicker
          store={view.store}
          onChoose={(subject) => changeFleetView({ chosen: [subject, ...without(chosen, subject)] })}
        />
      </div>
      <TrendCards {...shown} asked={all} emptyText="No recordings." />
      <div className="trend-cards">
        {chosen.map((subject) => (
          <ChosenCard
            key={`${subject.kind} ${subject.name}`}
            {...shown}
            subject={subject}
            onRemove={() => changeFleetView({ chosen: without(chosen, subject) })}
          />
        ))}
      </div>
      <div className="fleet-tools row wrap">
        <Segments
          label="Offered charts"
          className="small"
          options={OFFER_OPTIONS}
          value={view.offer}
          onChange={(offer) => changeFleetView({ offer })}
        />
      </div>
      <div className="trend-cards">
        <OfferedCards {...shown} />
      </div>
      {all.answer && (
        <GroupTable answer={all.answer} base={base} onChoose={choose} onOpen={(name) => open(name)} />
      )}
      <div role="status" className={group ? 'fleet-choice row wrap' : ''}>
        {group && (
          <>
            <span>
              A: <strong>{groupName(group)}</strong>, {formatNumberOf(group.recordings, 'recording')}. Choose
              B, another point or row, to compare
              {group.recordings > MAX_COMPARED && <> {MAX_COMPARED} of them, evenly spread</>}.
            </span>
            <button type="button" onClick={() => open(group.name)}>
              Open A
            </button>
            <button type="button" className="quiet" onClick={() => changeFleetView({ base: undefined })}>
              Cancel
            </button>
          </>
        )}
      </div>
    </>
  );
}

function without(subjects: readonly NamedSubject[], { kind, name }: NamedSubject): NamedSubject[] {
  return subjects.filter((each) => each.kind !== kind || each.name !== name);
}
