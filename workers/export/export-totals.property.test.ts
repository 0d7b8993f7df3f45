// Every export reads back with the same totals by event and thread, or a note says that they differ. Nothing checks that at run time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { DECIMAL, UNUSUAL_WEIGHT, unusualProfiles } from '../../fixtures/unusual-profile.ts';
import { profileOf, samplesOf } from '../../fixtures/text.ts';
import { openBytes } from '../../fixtures/round-trips.ts';
import { fixture } from '../../fixtures/sources.ts';
import { parseSvg } from '../../fixtures/svg-boxes.ts';
import { writeSvg } from '../../src/canvas/svg/svg.ts';
import { Form, HEADER_LENGTH } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import { formatCount } from '../../src/text/format.ts';
import { decodeLink, encodeLink } from '../../src/sharing/link-text.ts';
import { recordingElement, RECORDING_PLACEHOLDER } from '../../src/sharing/one-file.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import { classify } from '../../src/python/classify.ts';
import { atLevel } from '../../src/python/levels.ts';
import { exportFile } from './export.ts';
import { oneFile } from './one-file.ts';
import { buildCallTree, type OpenProfile } from '../pipeline.ts';
import '../../fixtures/seed.ts';

const emptyPage = () => Promise.resolve(RECORDING_PLACEHOLDER);

async function bytesOf(content: Blob): Promise<Uint8Array> {
  return new Uint8Array(await content.arrayBuffer());
}

const raw = (profile: Profile) => atLevel(classify(profile), 'raw');

/**
 * Weight by event, and by event and thread, without zeros. Lone surrogates are replaced, since UTF-8 cannot contain
 * them.
 */
function totalsOf({ samples, events, threads }: Profile): Map<string, number> {
  const totals = new Map<string, number>();
  for (let i = 0; i < samples.length; i++) {
    const event = events[samples.event[i]];
    const { pid, tid, comm } = threads[samples.thread[i]];
    for (const key of [event, `${event} of ${pid}/${tid} ${comm}`])
      totals.set(key, (totals.get(key) ?? 0) + samples.weight[i]);
  }
  return new Map([...totals].filter(([, weight]) => weight > 0));
}

/** The error of each total, relative to its expected value or to the weight of its event. */
function relativeErrors(found: Profile, expected: Profile, of: 'itself' | 'its event'): Map<string, number> {
  const [a, b] = [totalsOf(found), totalsOf(expected)];
  const whole = (key: string) => b.get(of === 'itself' ? key : key.split(' of ')[0]) ?? NaN;
  return new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((key) => [
      key,
      Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0)) / whole(key),
    ]),
  );
}

/** Relative; floating-point sums depend on their order. */
const TOLERANCE = 1e-12;

describe('totals by event and thread', () => {
  test('are unchanged after pprof without a note, if weights have few decimal places', async () => {
    await fc.assert(
      fc.asyncProperty(unusualProfiles(DECIMAL), async (generated) => {
        const profile = raw(generated);
        const { content, notes } = await exportFile('pprof', profile, 'raw', NONE, 'x');
        expect(notes).toEqual([]);
        const { classified } = await openBytes(await bytesOf(content));
        for (const [key, off] of relativeErrors(classified.profile, profile, 'itself'))
          expect(off, key).toBeLessThan(TOLERANCE);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });

  test('are within 0.1 % of their event after pprof, or a note says that they differ', async () => {
    let noted = 0;
    await fc.assert(
      fc.asyncProperty(unusualProfiles(UNUSUAL_WEIGHT), async (generated) => {
        const profile = raw(generated);
        const { content, notes } = await exportFile('pprof', profile, 'raw', NONE, 'x');
        const { classified } = await openBytes(await bytesOf(content));
        noted += notes.length;
        for (const [key, off] of relativeErrors(classified.profile, profile, 'its event')) {
          const event = key.split(' of ')[0];
          const isNoted = notes.some((note) => note.includes(`“${event}”`));
          if (!isNoted) expect(off, key).toBeLessThanOrEqual(0.001);
        }
        for (const event of profile.events) {
          if (!notes.some((note) => note.includes(`“${event}”`))) continue;
          const most = profile.samples.weight.reduce(
            (sum, weight, i) => sum + (profile.events[profile.samples.event[i]] === event ? weight : 0),
            0,
          );
          const off = relativeErrors(classified.profile, profile, 'itself').get(event) ?? 0;
          expect(off > 0.0009 || most >= 2 ** 63, `${event}: ${notes.join(' ')}`).toBe(true);
        }
      }),
      { numRuns: fuzzRuns(150) },
    );
    expect(noted).toBeGreaterThan(0);
  });

  test('are unchanged after speedscope', async () => {
    await fc.assert(
      fc.asyncProperty(unusualProfiles(UNUSUAL_WEIGHT), async (generated) => {
        const profile = raw(generated);
        const { content, notes } = await exportFile('speedscope', profile, 'raw', NONE, 'x');
        expect(notes).toEqual([]);
        const { classified } = await openBytes(await bytesOf(content));
        for (const [key, off] of relativeErrors(classified.profile, profile, 'itself'))
          expect(off, key).toBeLessThan(TOLERANCE);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });

  test('are unchanged after folded text, by thread name', async () => {
    await fc.assert(
      fc.asyncProperty(unusualProfiles(UNUSUAL_WEIGHT), async (generated) => {
        const profile = raw(generated);
        for (const event of profile.events.keys()) {
          const { content } = await exportFile('folded', profile, 'raw', event, 'x');
          const { classified } = await openBytes(await bytesOf(content));
          const expected = new Map<string, number>();
          for (let i = 0; i < profile.samples.length; i++) {
            if (profile.samples.event[i] !== event) continue;
            const comm = profile.threads[profile.samples.thread[i]].comm.trim();
            expected.set(comm, (expected.get(comm) ?? 0) + profile.samples.weight[i]);
          }
          const found = new Map<string, number>();
          const { samples, threads } = classified.profile;
          for (let i = 0; i < samples.length; i++) {
            const { comm } = threads[samples.thread[i]];
            found.set(comm, (found.get(comm) ?? 0) + samples.weight[i]);
          }
          expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
          for (const [comm, weight] of expected)
            expect(Math.abs((found.get(comm) ?? NaN) - weight)).toBeLessThanOrEqual(TOLERANCE * weight);
        }
      }),
      { numRuns: fuzzRuns(80) },
    );
  });

  test('are unchanged in a link', async () => {
    await fc.assert(
      fc.asyncProperty(unusualProfiles(UNUSUAL_WEIGHT), async (generated) => {
        const profile = raw(generated);
        const bytes = writeCompact(profile, { form: Form.summed, level: undefined, minShare: 0 });
        const outcome = await decodeLink(await encodeLink(bytes.slice(HEADER_LENGTH)));
        if (!outcome.ok) throw new Error(outcome.problem.text);
        const { classified } = await openBytes(outcome.value);
        for (const [key, off] of relativeErrors(classified.profile, profile, 'itself'))
          expect(off, key).toBeLessThan(TOLERANCE);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });
});

/** Opens the recording in a one-file page as the page does. */
async function openPage(page: Blob): Promise<OpenProfile> {
  const [, base64] = new RegExp(`id="${recordingElement(0)}"[^>]*>([^<]*)<`).exec(await page.text()) ?? [];
  return openBytes(new Uint8Array(Buffer.from(base64 ?? '', 'base64')));
}

function asOpenProfile(profile: Profile): OpenProfile {
  const classified = classify(profile);
  const { notes, strings, modules, funcs, threads, samples } = classified.profile;
  const recording = {
    name: 'x',
    isAddition: false,
    size: 0,
    format: 'made',
    samples: samples.length,
    threads: threads.length,
    start: 0,
    duration: 0,
    events: [],
    defaultEvent: 0,
    notes,
    missingFiles: undefined,
    strings,
    modules,
    funcs,
    threadList: threads,
  };
  return { classified, recording, aggregateOf: () => NONE };
}

describe('a one-file page', () => {
  test('contains every sample with its thread, exact time and weight', async () => {
    await fc.assert(
      fc.asyncProperty(unusualProfiles(UNUSUAL_WEIGHT), async (generated) => {
        const { classified } = await openPage(
          await oneFile([asOpenProfile(generated)], '', { template: emptyPage }),
        );
        const isUtf8 = (text: string) => !/\p{Surrogate}/u.test(text);
        const [found, expected] = [samplesOf(raw(classified.profile)), samplesOf(raw(generated))];
        expect(found).toHaveLength(expected.length);
        expected.forEach((line, i) => isUtf8(line) && expect(found[i]).toBe(line));
        expect(classified.profile.samples.time).toEqual(generated.samples.time);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });

  test('opens with sample times after 105 days of uptime', async () => {
    const text = new TextDecoder()
      .decode(fixture('recordings', 'rules.perf'))
      .replace(/(?<=^[^\t].*? )\d+(?=\.\d{6}: )/gm, '9100000');
    const first = await openBytes(text);
    expect(first.recording.start).toBeGreaterThan(2 ** 53);
    const again = await openPage(await oneFile([first], '', { template: emptyPage }));
    expect(again.classified.profile.samples.time).toEqual(first.classified.profile.samples.time);
  });
});

test('an SVG contains the total of the event, even with unusual names', () => {
  fc.assert(
    fc.property(unusualProfiles(UNUSUAL_WEIGHT), (generated) => {
      const shown = atLevel(classify(generated), 'raw');
      const { tree } = buildCallTree(shown, 0);
      const xml = [
        ...writeSvg({
          tree,
          direction: 'flame',
          zoomed: 0,
          width: 1200,
          title: 'x',
          level: 'raw',
          measure: 'cycles',
          choices: [],
          names: shown,
          matches: undefined,
          highlighted: new Set(),
        }),
      ].join('');
      const total = shown.samples.weight.reduce(
        (sum, weight, i) => sum + (shown.samples.event[i] === 0 ? weight : 0),
        0,
      );
      const [root] = parseSvg(xml).boxes;
      if (total > 0) expect(root.lines.at(-1)).toContain(`${formatCount(tree.total[0])}, `);
      expect(Math.abs(tree.total[0] - total)).toBeLessThanOrEqual(TOLERANCE * total);
    }),
    { numRuns: fuzzRuns(60) },
  );
});

test('a weight of 2^64 survives speedscope', async () => {
  const profile = raw(profileOf(`a 1/1 | main ${2 ** 64}\na 1/1 | main;f 1.5`));
  const { content } = await exportFile('speedscope', profile, 'raw', NONE, 'x');
  const { recording } = await openBytes(await bytesOf(content));
  expect(recording.notes).toEqual([]);
  expect(recording.events[0].weight).toBe(2 ** 64);
  expect(recording.samples).toBe(2);
});
