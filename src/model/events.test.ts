import { expect, test } from 'vitest';
import { eventMask, eventSumsOf } from './events.ts';

test.each<[string, readonly string[], string]>([
  ['the cores of Intel', ['cpu_core/cycles/P', 'cpu_atom/cycles/P'], 'cycles:P'],
  ['with the modifiers inside', ['cpu_core/cycles:P/', 'cpu_atom/cycles:P/'], 'cycles:P'],
  ['in user mode', ['cpu_core/cycles/u', 'cpu_atom/cycles/u'], 'cycles:u'],
  ['the cores of Arm', ['armv8_cortex_a53/cpu_cycles/', 'armv8_cortex_a72/cpu_cycles/'], 'cpu_cycles'],
  ['user and kernel mode', ['cycles:u', 'cycles:k'], 'cycles'],
  ['modes and cores', ['cpu_core/cycles/u', 'cpu_core/cycles/k', 'cpu_atom/cycles/'], 'cycles'],
  ['a tracepoint, which is no PMU', ['sched:sched_switch', 'sched:sched_wakeup'], ''],
  ['events of one PMU', ['cpu_core/cycles/', 'cpu_core/instructions/'], ''],
  ['one event twice', ['cycles', 'cycles:u'], ''],
  ['overlapping modes', ['cycles:uk', 'cycles:k'], ''],
  ['a sum that is recorded, too', ['cycles', 'cycles:u', 'cycles:k'], ''],
  ['memory controllers', ['uncore_imc_0/cas_count_read/', 'uncore_imc_1/cas_count_read/'], ''],
])('%s', (_what, events, sum) => {
  const sums = eventSumsOf(events);
  expect(sums.map(({ name }) => name)).toEqual(sum === '' ? [] : [sum]);
  if (sum !== '') expect(sums[0].members).toEqual([...events.keys()]);
});

test('a sum has the samples of its events', () => {
  const sums = eventSumsOf(['faults', 'cycles:u', 'cycles:k']);
  expect(sums[0].event).toBe(3);
  expect([...eventMask({ sums }, 3)].slice(0, 4)).toEqual([0, 1, 1, 0]);
  expect([...eventMask({ sums }, 1)].slice(0, 4)).toEqual([0, 1, 0, 0]);
});
