// Charts of a service: what the store answered to one question.

import type { NamedSubject, TrendAnswer, TrendSubject } from '../../store/fleet-source.ts';
import { serviceConditions, type FleetView } from '../../state/fleet/fleet-view.ts';
import { Waiting } from './Waiting.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useAnswer, type Asked } from './use-answer.ts';

interface Shown {
  readonly view: FleetView;
  readonly service: string;
  /** A group was chosen, by its name. */
  readonly onChoose: (name: string) => void;
}

interface CardsProps extends Shown {
  readonly asked: Asked<TrendAnswer>;
  readonly emptyText: string;
  readonly onRemove?: () => void;
}

export function TrendCards({ asked, emptyText, view, onChoose, onRemove }: CardsProps) {
  const { answer, isPending } = asked;
  if (!answer) return <Waiting {...asked} />;
  const { series } = answer;
  if (series.length === 0 && !isPending) return <p className="muted">{emptyText}</p>;
  return series.map((each) => (
    <TrendCard key={each.name} series={each} {...{ answer, onChoose, onRemove }} base={view.base} />
  ));
}

export function useTrends(view: FleetView, service: string, subject: TrendSubject): Asked<TrendAnswer> {
  const question = { conditions: serviceConditions(service), unit: view.unit, subject };
  return useAnswer(view.store, JSON.stringify(question), (source) => source.trends(question));
}

/** A function or package that the user chose. */
export function ChosenCard({
  subject,
  onRemove,
  ...shown
}: Shown & { readonly subject: NamedSubject; readonly onRemove: () => void }) {
  const asked = useTrends(shown.view, shown.service, subject);
  return <TrendCards {...shown} {...{ asked, onRemove }} emptyText={`No recording has ${subject.name}.`} />;
}

/** The functions that changed most, or packages. */
export function OfferedCards(shown: Shown) {
  const asked = useTrends(shown.view, shown.service, { kind: shown.view.offer });
  return <TrendCards {...shown} asked={asked} emptyText="No function has enough samples to compare." />;
}
