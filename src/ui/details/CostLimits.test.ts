import { expect, test } from 'vitest';
import type { CostId } from '../../model/costs.ts';
import type { Diagnosis, FindingId } from '../../model/findings.ts';
import { costLimits } from './CostLimits.tsx';

const COMPLETE = { missingFiles: undefined, notes: [] };
const NO_LIMITS = { areLowerBounds: false, cut: undefined, lacksFrames: false, unnamed: undefined };

function diagnosisWith(...ids: readonly FindingId[]): Diagnosis {
  const findings = ids.map((id) => ({
    id,
    severity: 'incomplete' as const,
    share: 0.5,
    samples: 1,
    evidence: {},
    title: id,
    text: '',
    fix: ['# Or set DEBUGINFOD_URLS.', 'apt install python3.13-dbg   # Debian, Ubuntu'],
  }));
  return {
    event: 'cpu-clock',
    samples: 2,
    python: [],
    mode: 'fp',
    command: [],
    isProgramKnown: true,
    findings,
  };
}

function costs(...ids: readonly CostId[]): ReadonlySet<CostId> {
  return new Set(ids);
}

test('bytecode makes the other costs lower bounds, if there are any', () => {
  expect(costLimits(costs('bytecode', 'gc'), undefined, COMPLETE)).toEqual({
    ...NO_LIMITS,
    areLowerBounds: true,
  });
  expect(costLimits(costs('bytecode'), undefined, COMPLETE)).toEqual(NO_LIMITS);
  expect(costLimits(costs('gc', 'memory'), undefined, COMPLETE)).toEqual(NO_LIMITS);
});

test('the most important finding about cut stacks is named', () => {
  const diagnosis = diagnosisWith('throttled', 'stack-depth-limit', 'unwinding-stopped');
  expect(costLimits(costs('gc'), diagnosis, COMPLETE)).toEqual({ ...NO_LIMITS, cut: diagnosis.findings[1] });
  expect(costLimits(costs('gc'), diagnosisWith('throttled'), COMPLETE)).toEqual(NO_LIMITS);
});

test('an interpreter without names makes its costs unknown, with the package that has the names', () => {
  const diagnosis = diagnosisWith('stripped-interpreter');
  expect(costLimits(costs('unknown'), diagnosis, COMPLETE)).toEqual({
    ...NO_LIMITS,
    unnamed: { part: 'stripped-interpreter', package: 'python3.13-dbg' },
  });
});

test('a file that is not open makes costs unknown, if it is the interpreter', () => {
  const missing = (name: string) => ({
    notes: [],
    missingFiles: { share: 0.5, files: [{ name, share: 0.5 }] },
  });
  const library = missing('/usr/lib/libpython3.13.so.1.0');
  expect(costLimits(costs('unknown'), undefined, library)).toEqual({
    ...NO_LIMITS,
    unnamed: { part: 'files', file: '/usr/lib/libpython3.13.so.1.0' },
  });
  expect(costLimits(costs('unknown'), undefined, missing('/usr/lib/libc.so.6'))).toEqual(NO_LIMITS);
});

test.each(['level', 'minShare'])('a link that leaves out frames does not know their costs: %s', (kind) => {
  const shared = { ...COMPLETE, notes: [{ kind, text: '', line: 0, count: 1 }] };
  expect(costLimits(costs('gc'), undefined, shared)).toEqual({ ...NO_LIMITS, lacksFrames: true });
});
