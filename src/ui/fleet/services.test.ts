// Services, from the number of recordings per version and day.

import { expect, test } from 'vitest';
import { servicesIn } from './services.ts';

const group = (service: string, version: string, day: string, recordings: number) => {
  const start = Date.parse(day);
  return { service, version, day, recordings, first: start + 1000, last: start + 2000 };
};

test('sums versions and days, and includes days without recordings', () => {
  const services = servicesIn([
    group('mail', '1', '2026-11-03', 1),
    group('shop', '1', '2026-11-01', 2),
    group('shop', '2', '2026-11-01', 3),
    group('shop', '2', '2026-11-03', 4),
  ]);
  expect(services).toMatchObject([
    {
      name: 'shop',
      recordings: 9,
      versions: 2,
      first: Date.UTC(2026, 10, 1) + 1000,
      last: Date.UTC(2026, 10, 3) + 2000,
    },
    { name: 'mail', recordings: 1, versions: 1 },
  ]);
  expect(services[0].days.map(({ recordings }) => recordings)).toEqual([5, 0, 4]);
  expect(services[1].days.map(({ day, recordings }) => [day, recordings])).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 0],
    ['2026-11-03', 1],
  ]);
});

test('shows the last days of a long time', () => {
  const [service] = servicesIn([group('shop', '1', '1970-01-01', 1), group('shop', '1', '2026-11-03', 2)]);
  expect(service.days).toHaveLength(90);
  expect(service.days.at(-1)).toEqual({ day: '2026-11-03', recordings: 2 });
  expect(servicesIn([])).toEqual([]);
});
