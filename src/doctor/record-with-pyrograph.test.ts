import { describe, expect, test } from 'vitest';
import { diagnoseRecorded, times } from '../../fixtures/diagnosis.ts';
import { recordRequest, writeRequest } from '../record/record-request.ts';
import { pyrographCommand, type RequestChanges } from './record-with-pyrograph.ts';

type Values = Parameters<typeof recordRequest>[0];

const command = (values: Values, changes: RequestChanges, program = ['python3', 'app.py']) =>
  pyrographCommand(recordRequest(values, [], program), 'dwarf', changes);

describe('a recording that pyrograph record made is recorded again', () => {
  test.each<[string, Values, RequestChanges, string]>([
    ['as it was', {}, {}, ''],
    ['with its own options', { event: 'cycles', duration: '5' }, {}, ' -e cycles --duration 5'],
    ['less often', { frequency: '999' }, { frequency: 249 }, ' -F 249'],
    ['more often, as far as full copies allow', {}, { frequency: 4999 }, ' -F 2999'],
    ['with larger copies', { 'stack-bytes': '8192' }, { stackSize: 24576 }, ' --stack-bytes 24576'],
    ['by the default size if the mode changes', { mode: 'fp' }, { mode: 'dwarf', stackSize: 16384 }, ''],
    ['by frame pointers', {}, { mode: 'fp' }, ' --mode fp'],
    ['with other events', { event: 'cycles' }, { events: ['cpu-clock', 'faults'] }, ' -e cpu-clock,faults'],
  ])('%s', (_, values, changes, expected) => {
    const isFromFp = values.mode === 'fp';
    const request = recordRequest(values, [], ['python3', 'app.py']);
    expect(pyrographCommand(request, isFromFp ? 'fp' : 'dwarf', changes)).toBe(
      `pyrograph record${expected} -- python3 app.py`,
    );
  });

  test('with another interpreter, if the command names one', () => {
    const python = 'python3.13';
    expect(command({}, { python }, ['nice', 'python3.13d', '-O', 'a.py'])).toBe(
      'pyrograph record -- nice python3.13 -O a.py',
    );
    expect(command({}, { python }, ['pytest', '-x'])).toBe('pyrograph record -- pytest -x');
    expect(command({ pid: '7' }, { python }, [])).toBe('pyrograph record -p 7');
  });
});

test('the doctor names the program even if perf does not', () => {
  const python = { pid: 1, python: '/usr/bin/python3.13', hasAnonymousCode: true };
  const recording = { commandLine: ['/usr/bin/perf'], lost: 50, lostRecords: 1, processes: [python] };
  const request = writeRequest(recordRequest({ pid: '7' }, [], []));
  const { diagnosis } = diagnoseRecorded(times(100, 'p 1/1 | _start;py::main:/a.py 1'), {
    ...recording,
    symbols: { request },
  });
  expect(diagnosis.isProgramKnown).toBe(true);
  expect(diagnosis.command).toEqual(['pyrograph record -p 7 -F 249']);
});
