// The services of a store, each with its number of recordings, when they were made, and a bar per day.

import { formatNumberOf, joinFacts } from '../../text/format.ts';
import type { DayCount, Service } from './services.ts';

const DAYS = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

interface Props {
  readonly services: readonly Service[];
  readonly shown: string;
  readonly onChoose: (name: string) => void;
}

export function ServiceList({ services, shown, onChoose }: Props) {
  return (
    <nav aria-label="Services">
      <ul className="services">
        {services.map((service) => (
          <li key={service.name}>
            <button
              type="button"
              className="service"
              aria-current={service.name === shown ? 'true' : undefined}
              onClick={() => onChoose(service.name)}
            >
              <strong className="ellipsis">{service.name || 'No service'}</strong>
              <span className="muted small">
                {joinFacts(
                  formatNumberOf(service.recordings, 'recording'),
                  formatNumberOf(service.versions, 'version'),
                )}
              </span>
              <DayBars days={service.days} />
              <span className="muted small">{DAYS.formatRange(service.first, service.last)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const HEIGHT = 28;
/** Of a day, including the gap to the next. */
const WIDTH = 4;

function DayBars({ days }: { readonly days: readonly DayCount[] }) {
  const most = Math.max(1, ...days.map(({ recordings }) => recordings));
  const width = WIDTH * Math.max(30, days.length);
  return (
    <svg
      className="day-bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {days.map(({ day, recordings }, i) => {
        const height = recordings === 0 ? 0 : Math.max(2, (recordings / most) * HEIGHT);
        return (
          <rect key={day} x={WIDTH * i} y={HEIGHT - height} width={WIDTH - 1} height={height}>
            <title>{`${day}: ${formatNumberOf(recordings, 'recording')}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
