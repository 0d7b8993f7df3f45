import { expect, test } from 'vitest';
import { recordingOf } from '../../../fixtures/recording.ts';
import { profileOf } from '../../../fixtures/text.ts';
import type { LinkedComparison } from '../../sharing/address.ts';
import type { LinkedPart } from '../../sharing/link-values.ts';
import { fingerprintOf } from './link.ts';
import { missingRecordings, withOpenedRecordings } from './linked-view.ts';

const profile = profileOf('main 1');
const recording = (name: string, samples: number) => recordingOf(profile, { name, samples });
const [A, B, C] = [recording('dir/a', 1), recording('b', 2), recording('c', 3)];

const range = { from: 1, to: 2 };

/** A link to a comparison of A, B and C, by these IDs. */
function linked(a: readonly LinkedPart[], b: readonly LinkedPart[]): LinkedComparison {
  const recordings = [A, B, C].map((each) => ({
    name: each.name.replace('dir/', ''),
    fingerprint: fingerprintOf(each),
  }));
  return { recordings, a, b };
}

const parts = (...ids: readonly number[]) =>
  ids.map((id) => ({ recording: id, range: undefined, threads: undefined }));

test('recordings are on the sides that the user chose, in any order of opening', () => {
  const link = linked([{ recording: 0 }, { recording: 2 }], [{ recording: 1 }]);
  const { a, b } = withOpenedRecordings(link, [C, A, B], { a: parts(0, 1), b: parts(2) });
  expect(a).toEqual([{ recording: 0 }, { recording: 1 }]);
  expect(b).toEqual([{ recording: 2 }]);
});

test('a time range stays with its recording, even on the other side', () => {
  const link = linked([{ recording: 0, range }], [{ recording: 1 }, { recording: 2 }]);
  const same = withOpenedRecordings(link, [B, C, A], { a: parts(2), b: parts(0, 1) });
  expect(same.a).toEqual([{ recording: 2, range }]);
  expect(same.b).toEqual([{ recording: 0 }, { recording: 1 }]);
  const swapped = withOpenedRecordings(link, [B, C, A], { a: parts(0, 1), b: parts(2) });
  expect(swapped.b).toEqual([{ recording: 2, range }]);
  expect(swapped.a).toEqual([{ recording: 0 }, { recording: 1 }]);
});

test('a recording with parts on both sides stays on both', () => {
  const link = linked([{ recording: 0, range }], [{ recording: 0 }, { recording: 1 }]);
  const { a, b } = withOpenedRecordings(link, [B, A], { a: parts(1), b: parts(0) });
  expect(a).toEqual([{ recording: 1, range }]);
  expect(b).toEqual([{ recording: 0 }, { recording: 1 }]);
  const within = linked([{ recording: 0, range }], [{ recording: 0 }]);
  expect(withOpenedRecordings(within, [A], { a: parts(0), b: parts(0) })).toEqual(within);
});

test('recordings with the same name are distinguished by their samples', () => {
  const [first, second] = [recording('x', 4), recording('x', 5)];
  const recordings = [first, second].map((each) => ({ name: 'x', fingerprint: fingerprintOf(each) }));
  const link = { recordings, a: [{ recording: 0, range }], b: [{ recording: 1 }] };
  const { a, b } = withOpenedRecordings(link, [second, first], { a: parts(0), b: parts(1) });
  expect([a, b]).toEqual([[{ recording: 0 }], [{ recording: 1, range }]]);
});

test('a recording that is not the one of the link is compared as a whole, with a notice', () => {
  const link = linked([{ recording: 0, range }], [{ recording: 1 }]);
  const other = recording('a', 7);
  expect(withOpenedRecordings(link, [other, B], { a: parts(0), b: parts(1) }).a).toEqual([{ recording: 0 }]);
  expect(missingRecordings(link, [B, A])).toBeUndefined();
  expect(missingRecordings(link, [other, B])?.text).toBe(
    'This link compares other recordings: the time range and threads of “a” are not applied.',
  );
});
