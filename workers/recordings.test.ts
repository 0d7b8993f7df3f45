// What perf printed for the real recordings, which most of the goldens describe. Each text is opened once.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aggregatesOf, expectDistinctLabels } from '../fixtures/distinct-labels.ts';
import { expectedFindingsIn, withShares, type ExpectedFinding } from '../fixtures/expected-findings.ts';
import { triesAllRecordings } from '../fixtures/fuzz.ts';
import { foldedGoldensIn, foldedText, goldenAt, mendedGoldensIn } from '../fixtures/goldens.ts';
import { jsonReport } from '../fixtures/json-report.ts';
import { expectMended } from '../fixtures/mended.ts';
import { openedFolders } from '../fixtures/recording-files.ts';
import { textIn } from '../fixtures/opened.ts';
import { bytesAt, filesIn, folders, HAS_PROFILES, pathAt, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { expectSameAfterExport, expectSameAfterSharing, expectSameCosts } from '../fixtures/round-trips.ts';
import { read, sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { MAX_LENGTH } from '../cli/report.ts';
import { LEVELS } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import type { Outcome } from '../src/model/session.ts';
import { atLevel } from '../src/python/levels.ts';
import { costLines, costRows, type CostRow } from './costs.ts';
import { diagnosisOf } from './diagnosis.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import { Graphs } from './views/graphs.ts';
import { Views } from './views/views.ts';

const COST_GOLDENS = {
  'costs.tsv.gz': {},
  'costs.parts.tsv.gz': { parts: true },
  'costs.functions.tsv.gz': { by: 'function' },
} as const;

/** Exported by default: recordings with inlined functions, and with odd names. */
const EXPORTED = ['fp3.15-inlined', 'odd-names'];
const isExported = (folder: string) => triesAllRecordings || EXPORTED.includes(folder);

/** Where text shows more than the listed findings. */
const FINDINGS: ReadonlyMap<string, readonly ExpectedFinding[]> = new Map([
  // Most of its stacks have one frame, in the library without unwind tables.
  ['doctor/unwinding-stopped', [{ id: 'unwinding-stopped', severity: 'misleading', share: 0.656 }]],
]);

/** One recording printed in many ways, some of which leave something out (text-forms.test.ts). */
const FORMS = { folder: 'text-forms', of: 'fp-zstd', incomplete: ['cut.perf.gz', 'no-dso.perf.gz'] };

/** Most of the text of all recordings; compare.golden.test.ts opens the pairs, too. */
const PAIRS = 'pairs';

/** Larger texts would only take longer. */
const MAX_IN_BLOCKS = 3 << 20;

/** The folder of the user's own code. None without Python functions, or with those of installed packages only (`python -m pylint`). */
const OWN_CODE: ReadonlyMap<string, string | undefined> = new Map([
  ['fp-plain/expected.perf.gz', undefined],
  ['jit-big/expected.perf.zst', undefined],
  ['deep-whole/pylint.perf.gz', undefined],
  ['fp-deep/expected.perf.gz', '/src'],
  ['fp-events/expected.perf.gz', '/src'],
  ['fp-partial/expected.perf.gz', '/src'],
  ['fp-script/expected.perf.gz', '/src'],
  ['fp-syswide/expected.perf.gz', '/src'],
  ['fp-workers/expected.perf.gz', '/src'],
  ['fp3.15-visitors/expected.perf.gz', '/tmp/mendrec'],
  ['fp3.15-workers/expected.perf.gz', '/src'],
  ['jit-aio/expected.perf.gz', '/src'],
  ['jit-numeric/expected.perf.gz', '/src'],
  ['jit-script/expected.perf.gz', '/src'],
  ['jit-smalldump/expected.perf.gz', '/src'],
  ['jit-workers/expected.perf.gz', '/src'],
  ['jit3.14-aio/expected.perf.gz', '/src'],
  ['nofp-dwarf/expected.perf.gz', '/src'],
  ['nofp-fp/expected.perf.gz', '/src'],
  ['odd-names/expected.perf.gz', '/w'],
  ['rules/expected.perf.gz', '/app'],
  // The same program after it was moved.
  ['pairs/otherpath-1.perf.zst', '/home/ci/checkout'],
  ['pairs/service-1.perf.zst', '/opt/appA'],
]);

const TEXT = /\.perf\.(?:gz|zst)$/;
const texts = openedFolders().flatMap((folder) =>
  filesIn(folder)
    .filter((file) => TEXT.test(file))
    .map((file) => [`${folder}/${file}`, folder, file] as const)
    .filter(([path]) => triesAllRecordings || folder !== PAIRS || OWN_CODE.has(path)),
);

describe.skipIf(!HAS_PROFILES)(`the text of a recording${SKIP_NOTE}`, () => {
  describe.each(texts)('%s', (path, folder, file) => {
    const isMain = file === textIn(folder);
    let outcome: Outcome<OpenProfile> | undefined;
    beforeAll(async () => {
      outcome = await openProfile([sourceOf(bytesAt(folder, file), file)], NO_LISTENER);
    });
    // Not all recordings fit into memory together.
    afterAll(() => (outcome = undefined));

    function opened(): OpenProfile {
      if (!outcome?.ok) throw new Error(outcome?.problem.text);
      return outcome.value;
    }

    test('has a short report', async () => {
      const { length } = await jsonReport(outcome!, pathAt(folder, file));
      expect(length).toBeGreaterThan(200);
      expect(length).toBeLessThanOrEqual(MAX_LENGTH);
    });

    const expected = isMain ? expectedFindingsIn(folder) : undefined;
    const findings = isMain ? (FINDINGS.get(folder) ?? expected?.text) : undefined;
    if (findings)
      test('has the expected findings', () => {
        const diagnosis = outcome?.ok ? diagnosisOf(outcome.value)?.diagnosis : outcome?.problem.diagnosis;
        expect(withShares(diagnosis?.findings ?? [], findings)).toEqual(findings);
        expect(diagnosis?.samples).toBe(expected?.samples);
      });

    const goldens = isMain ? foldedGoldensIn(folder) : [];
    if (goldens.length > 0) {
      test('folds exactly as specified', () => {
        for (const golden of goldens)
          expect(foldedText(opened(), golden) === goldenAt(folder, golden.file), golden.file).toBe(true);
        // There must be a golden for every event at every level.
        expect(goldens).toHaveLength(LEVELS.length * opened().recording.events.length);
      });

      const text = plainAt(folder, file);
      if (text.length < MAX_IN_BLOCKS)
        test('reads the same in blocks', async () => {
          const whole = samplesOf(await read(text)).join('\n');
          const blocks = samplesOf(await read(text, { block: 40_000 })).join('\n');
          expect(blocks === whole).toBe(true);
        });
    }

    if (isMain && mendedGoldensIn(folder).length > 0)
      test('folds as specified once it is mended', () => expectMended(folder, opened()));

    if (isMain && filesIn(folder).includes('costs.tsv.gz')) {
      test('costs exactly what is specified', () => {
        for (const [golden, options] of Object.entries(COST_GOLDENS))
          expect(costLines(opened(), options), golden).toBe(goldenAt(folder, golden));
      });

      test('has costs of all groups that add up', () => expectCostsToAddUp(opened()));
    }

    if (isExported(folder) && isMain) test('costs the same after export', () => expectSameCosts(opened()));

    if (folders().includes(folder) && file === 'expected.perf.gz') {
      test('has a different label for each function', () =>
        expectDistinctLabels(opened().classified.profile, aggregatesOf(opened())));
    }

    if (isExported(folder) && file === 'expected.perf.gz') {
      test.each(['pprof', 'speedscope'] as const)('is the same after export to %s', (to) =>
        expectSameAfterExport(to, opened()),
      );

      test('is the same after it was shared', () => expectSameAfterSharing(opened()));
    }

    if (folder === FORMS.folder && !FORMS.incomplete.includes(file))
      test('folds like the usual form', () => {
        for (const golden of foldedGoldensIn(FORMS.of))
          expect(foldedText(opened(), golden) === goldenAt(FORMS.of, golden.file), golden.file).toBe(true);
        expect(opened().recording.notes).toEqual([]);
        expect(opened().recording.samples).toBe(expectedFindingsIn(FORMS.of)?.samples);
      });

    if (OWN_CODE.has(path))
      test('has own code in the expected folder', async () => {
        const unused = () => Promise.reject(new Error('Own code is not a search'));
        const views = new Views(new Graphs(opened(), { match: unused, search: unused }));
        const own = views.ownCode({ event: opened().recording.defaultEvent });
        expect([own.folder, own.folders.at(0)?.path]).toEqual([OWN_CODE.get(path), OWN_CODE.get(path)]);
      });
  });

  test('is listed for every folder of own code', () => {
    const paths = new Set<string>(texts.map(([path]) => path));
    expect([...OWN_CODE.keys()].filter((path) => !paths.has(path))).toEqual([]);
  });
});

function expectCostsToAddUp(open: OpenProfile): void {
  const own = atLevel(open.classified, 'python');
  for (const [event, { weight, samples }] of open.recording.events.entries()) {
    for (const by of [undefined, 'function', 'file', 'package', 'thread'] as const) {
      const rows = costRows(open, { by, event, parts: true });
      expect(sum(rows, 'weight')).toBeCloseTo(weight, 0);
      expect(sum(rows, 'samples')).toBe(samples);
    }
    const weights = new Map<string, number>();
    for (const { group, weight: part } of costRows(open, { by: 'function', event }))
      weights.set(group, (weights.get(group) ?? 0) + part);
    expect(weights).toEqual(selfWeights(own, event));
  }
}

/** Self weights of the functions at a level. */
function selfWeights({ samples, stacks, funcs, strings }: Profile, event: number): Map<string, number> {
  const weights = new Map<string, number>();
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
    const name = strings[funcs.name[stacks.func[samples.stack[i]]]];
    weights.set(name, (weights.get(name) ?? 0) + samples.weight[i]);
  }
  return weights;
}

function sum(rows: readonly CostRow[], column: 'weight' | 'samples'): number {
  return rows.reduce((total, row) => total + row[column], 0);
}
