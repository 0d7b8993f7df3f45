import { describe, expect, test } from 'vitest';
import { openOrThrow } from '../fixtures/opened.ts';
import { zipSync } from 'fflate';
import { bytesOf, fixture, sourceOf } from '../fixtures/sources.ts';
import { scriptOf } from '../fixtures/script.ts';
import { syntheticProfile } from '../fixtures/synthetic.ts';
import { profileOf } from '../fixtures/text.ts';
import { treeText } from '../fixtures/tree.ts';
import { Form } from '../src/formats/compact/layout.ts';
import { writeCompact } from '../src/formats/compact/write-compact.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { LEVELS } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import { exportProfile } from './export/export.ts';
import { openProfile, profileAtLevel, buildCallTree, recordedProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import type { Source } from './reading/sniff.ts';

const RULES = fixture('recordings', 'rules.perf');

async function outcomeOf(...sources: readonly Source[]) {
  return openProfile(sources, NO_LISTENER);
}

async function problemOf(...sources: readonly Source[]): Promise<string> {
  const outcome = await outcomeOf(...sources);
  return outcome.ok ? '' : outcome.problem.text;
}

function foldedText(open: OpenProfile, level: (typeof LEVELS)[number]['name'], event: number): string {
  return Buffer.concat([...writeFolded(profileAtLevel(open, level), event, 'period')]).toString();
}

test('the events of a hybrid CPU are shown together, and one by one', async () => {
  const text = (pmu: string, weight: number, name: string) =>
    `app 7/7 [000] 1.000001: ${weight} cpu_${pmu}/cycles/P: \n\t    7f0000000010 ${name} (/bin/app)\n\n`;
  const open = await openOrThrow(sourceOf(text('core', 20, 'fast') + text('atom', 15, 'slow')));
  const { events, defaultEvent } = open.recording;
  expect(events.map(({ name, weight, samples }) => [name, weight, samples])).toEqual([
    ['cpu_core/cycles/P', 20, 1],
    ['cpu_atom/cycles/P', 15, 1],
    ['cycles:P', 35, 2],
  ]);
  expect(defaultEvent).toBe(2);
  expect(foldedText(open, 'raw', 0)).toBe('app;fast 20\n');
  expect(foldedText(open, 'raw', 2)).toBe('app;fast 20\napp;slow 15\n');
  for (const to of ['folded', 'pprof', 'speedscope'] as const) {
    const profile = profileAtLevel(open, 'python-c');
    // Throws if the exported weights differ.
    expect([...exportProfile(to, profile, 'python-c', defaultEvent, 'x').chunks].length).toBeGreaterThan(0);
  }
});

test('a zip archive may contain the recording', async () => {
  const recording = new TextEncoder().encode('main;f 3\nmain;g 4\n');
  for (const level of [0, 6] as const) {
    const zip = zipSync({ 'run/out.folded': recording, 'run/notes.txt': bytesOf('Hello') }, { level });
    const { recording: opened } = await openOrThrow(sourceOf(zip, 'artifact.zip'));
    expect([opened.name, opened.samples]).toEqual(['run/out.folded', 2]);
  }
});

describe('the folding contract on a recording with one sample per rule', () => {
  test.each(LEVELS.map(({ name }) => name))('at %s', async (level) => {
    const open = await openOrThrow(sourceOf(RULES));
    const golden = (name: string) => Buffer.from(fixture('recordings', name)).toString();
    expect(foldedText(open, level, 0)).toBe(golden(`rules.${level}.folded`));
    expect(foldedText(open, level, 1)).toBe(golden(`rules.${level}.page-faults.folded`));
    expect(open.recording.events.map(({ name }) => name)).toEqual(['cpu-clock:ppp', 'page-faults']);
  });
});

describe('an open recording', () => {
  test('is summarized', async () => {
    const { recording } = await openOrThrow(sourceOf(fixture('recordings', 'events.perf'), 'events.perf'));
    expect(recording).toMatchObject({ name: 'events.perf', format: 'perf script', samples: 68, notes: [] });
    expect(recording.events.map(({ name, samples }) => [name, samples])).toEqual([
      ['page-faults', 16],
      ['cpu-clock', 52],
    ]);
    expect(recording.defaultEvent).toBe(1);
  });

  test('has numbers of samples as weights if the text has no periods, as do copies of it', async () => {
    const sample = (period: string) => `a 1 1.000001: ${period.padStart(10)} cpu-clock: \n\t10 f (/x)\n\n`;
    const measureOf = async (text: string | Uint8Array) =>
      (await openOrThrow(sourceOf(text))).recording.events.map(({ measure }) => measure);
    expect(await measureOf(sample('').repeat(3))).toEqual(['']);
    expect(await measureOf(sample('5').repeat(3))).toEqual(['cpu-clock']);
    const open = await openOrThrow(sourceOf(sample('').repeat(3)));
    const form = { form: Form.individual, level: undefined, minShare: 0 } as const;
    expect(await measureOf(writeCompact(recordedProfile(open), form))).toEqual(['']);
  });

  test('shows the event with the most samples by default, the first on a tie', async () => {
    const eventOf = async (text: string) =>
      (await openOrThrow(sourceOf(scriptOf(profileOf(text))))).recording.defaultEvent;
    expect(await eventOf('a 1/1 | x 1 | f 9\na 1/1 | y 1 | f 1\na 1/1 | y 1 | f 1')).toBe(1);
    expect(await eventOf('a 1/1 | x 1 | f 1\na 1/1 | y 1 | f 9')).toBe(0);
  });

  test('lasts from its earliest to its latest sample, even if they are out of order', async () => {
    const text = 'a 1/1 | x 2.5 | f 9\na 1/1 | x 1.25 | f 1\na 1/1 | x 2 | f 1';
    const { recording } = await openOrThrow(sourceOf(scriptOf(profileOf(text))));
    expect(recording.duration).toBe(1.25e9);
    const timeless = await openOrThrow(sourceOf(scriptOf(profileOf(text), { places: 0 })));
    expect(timeless.recording.duration).toBeNaN();
  });

  test('counts threads by ID, or by name if they have no IDs', async () => {
    const text = 'a 1/1 | x 1 | f 1\nb 1/1 | x 1 | f 1\na 1/2 | x 1 | f 1';
    const { recording } = await openOrThrow(sourceOf(scriptOf(profileOf(text), { tid: 'both' })));
    expect(recording.threads).toBe(2);
    const folded = await openOrThrow(sourceOf('a;main;f 1\nb;main;f 1\na;main;g 1\n'));
    expect(folded.recording.threads).toBe(2);
  });

  test('without a complete sample has a note', async () => {
    const open = await openOrThrow(sourceOf('# ========\n# captured on    : Fri\n# ========\n#\n'));
    expect(open.recording.samples).toBe(0);
    expect(open.recording.notes).toEqual([
      { kind: 'empty', text: 'The recording contains no complete sample', count: 1, line: NONE },
    ]);
    expect(open.recording.duration).toBeNaN();
  });

  test('is shown as a tree at a level', async () => {
    const text = `
      a 1/1 | x 1 | main@/usr/bin/python3;py::f:/a.py@/tmp/p.map;_PyEval_EvalFrameDefault@/usr/bin/python3;memcpy@/c.so 3
      a 1/1 | x 2 | main@/usr/bin/python3;py::f:/a.py@/tmp/p.map;_PyEval_EvalFrameDefault@/usr/bin/python3 2
    `;
    const open = await openOrThrow(sourceOf(scriptOf(profileOf(text))));
    const shown = profileAtLevel(open, 'python-c');
    expect(treeText(buildCallTree(shown, 0).tree, shown)).toBe(
      'root 5\n  py::f:/a.py 5 (self 2)\n    memcpy@/c.so 3 (self 3)',
    );
  });

  test('has the same weight at every level and in every tree', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const profile = syntheticProfile({ seed, samples: 200, depth: 30, events: ['x', 'y'] });
      const open = await openOrThrow(sourceOf(scriptOf(profile)));
      for (const { name } of LEVELS) {
        for (const [event, { weight, samples }] of open.recording.events.entries()) {
          const { tree } = buildCallTree(profileAtLevel(open, name), event);
          expect([tree.total[0], tree.samples[0]], `${name}, event ${event}`).toEqual([weight, samples]);
        }
      }
    }
  });

  test('with stacks of ten thousand frames is shown at every level', async () => {
    const frames = Array.from({ length: 10_000 }, (_, i) =>
      i % 2 ? '_PyEval_EvalFrameDefault' : `py::f${i % 10}:/a.py`,
    );
    const open = await openOrThrow(sourceOf(`app;${frames.join(';')} 3\napp;main 1\n`));
    const rows = LEVELS.map(({ name }) => buildCallTree(profileAtLevel(open, name), 0).tree.rows);
    expect(rows).toEqual([10_001, 5001, 5001, 5001, 5001]);
  });
});

describe('several files', () => {
  const rules = sourceOf(RULES, 'rules.perf');
  const folded = sourceOf('app;main;run 3\n', 'out.folded');
  const data = sourceOf('PERFILE2\x10\0\0\0\0\0\0\0', 'perf.data');
  const cut = sourceOf('PERFILE2\x68\0\0\0', 'perf.data');
  const map = sourceOf('7f0000000010 20 py::f:/a.py\n', 'perf-7.map');
  const damaged = sourceOf(fixture('compressed', 'one.zst').subarray(0, 100), 'cut.zst');

  test('open as a recording, with notes on unneeded files', async () => {
    const { recording } = await openOrThrow(map, rules);
    expect(recording.name).toBe('rules.perf');
    expect(recording.notes).toEqual([
      {
        kind: 'skipped perf-7.map',
        text: '“perf-7.map” was not needed: the recording already contains its function names',
        count: 1,
        line: NONE,
      },
    ]);
  });

  test.each([
    ['two text files', [rules, folded], ['“rules.perf”', '“out.folded”']],
    ['a text file and its perf.data file', [rules, data], ['“rules.perf”', '“perf.data”']],
  ])('%s are a problem that names both', async (_what, sources, names) => {
    const problem = await problemOf(...sources);
    expect(problem).toMatch(/^One recording at a time: /);
    for (const name of names) expect(problem).toContain(name);
  });

  test('open even if one of them is damaged', async () => {
    const { recording } = await openOrThrow(damaged, rules);
    expect(recording.name).toBe('rules.perf');
    expect(recording.notes.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^“cut.zst” could not be decompressed: /),
    ]);
  });

  test('printed by another tool are named, not diagnosed as recordings without samples', async () => {
    const dump = [
      '# To display the perf.data header info, please use --header/--header-only options.',
      '#',
      '',
      '0x108@perf.data [0x50]: event: 69',
      '.',
      '. ... raw event: size 80 bytes',
      '.  0000:  45 00 00 00 00 00 50 00 02 00 00 00 00 00 00 00  E.....P.........',
      '',
      '0 0x108 [0x50]: PERF_RECORD_ID_INDEX nr: 2',
      ' ... id: 901  idx: 0  cpu: 0  tid: 28170',
      '',
    ];
    const outcome = await outcomeOf(sourceOf(dump.join('\n'), 'dump.txt'));
    const problem = outcome.ok ? undefined : outcome.problem;
    expect(problem?.text).toMatch(/^“dump.txt” is output of perf report, /);
    expect(problem?.diagnosis).toBeUndefined();
  });

  test('open without the profile of another program', async () => {
    const { recording } = await openOrThrow(rules, sourceOf('memray\0', 'app.bin'));
    expect(recording.notes.map(({ text }) => text)).toEqual([
      '1 file was skipped because it contains neither samples nor symbols: app.bin',
    ]);
  });

  test('without a recording give the most helpful explanation', async () => {
    expect(await problemOf(map)).toBe(
      '“perf-7.map” contains symbols but no samples: open it together with its perf.data file.',
    );
    expect(await problemOf(sourceOf('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0', 'core'))).toMatch(
      /^This is not a perf recording: “core” is a core dump; Pyrograph opens .*record one with: /,
    );
    expect(await problemOf(sourceOf('x', 'a.txt'), map)).toMatch(/^“perf-7.map” contains symbols/);
    expect(await problemOf(sourceOf('x', 'a.txt'), map, damaged)).toMatch(
      /^“cut.zst” could not be decompressed/,
    );
    const memray = sourceOf('memray\0', 'app.bin');
    expect(await problemOf(sourceOf('x', 'a.txt'), memray)).toMatch(/^“app.bin” is a memray recording/);
    expect(await problemOf(memray, map)).toMatch(/^“perf-7.map” contains symbols/);
  });

  test('with a perf.data file truncated in its header are a problem', async () => {
    expect(await problemOf(map, cut)).toBe(
      '“perf.data” is a perf.data file with a damaged header: copy it again, or record again.',
    );
  });

  test('must not be missing', async () => {
    expect(await problemOf()).toBe('No file was given: choose a perf.data file or perf script output.');
  });
});

test('errors of a source are rethrown', async () => {
  const gone: Source = {
    name: 'x',
    size: 1,
    stream: () => ({
      damage: undefined,
      bytesRead: 0,
      read: () => Promise.reject(new Error('the disk is gone')),
    }),
  };
  await expect(outcomeOf(gone)).rejects.toThrow('the disk is gone');
});

test('text printed from any profile reads back as that profile', async () => {
  const forms = [
    {},
    { tid: 'both', cpu: true, places: 9 },
    { newline: '\r\n', offset: false },
    { places: 0 },
    { period: false },
  ] as const;
  for (let seed = 1; seed <= 10; seed++) {
    const generated = syntheticProfile({ seed, samples: 60, depth: 15, events: ['cycles', 'page-faults'] });
    const whole = foldedText(await openOrThrow(sourceOf(bytesOf(scriptOf(generated)))), 'raw', 0);
    for (const form of forms) {
      const open = await openOrThrow(sourceOf(scriptOf(generated, form)));
      expect(open.recording.samples).toBe(60);
      expect(open.recording.notes).toEqual([]);
      if (!('period' in form)) expect(foldedText(open, 'raw', 0), JSON.stringify(form)).toBe(whole);
    }
  }
});

test('of a remote listener, which seems to have every method, only those of the page are called', async () => {
  const called = new Set<PropertyKey>();
  const remote = new Proxy(NO_LISTENER, { get: (_, name) => () => called.add(name) });
  await openProfile([sourceOf(RULES)], remote);
  expect([...called]).toEqual(['progress']);
});
