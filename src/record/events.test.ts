import { expect, test } from 'vitest';
import { areTracepoints, isTracepoint, withEachSwitch, withoutMaxStack, withoutModifier } from './events.ts';

test.each([
  ['cycles', 'cycles'],
  ['cycles:u', 'cycles'],
  ['cpu-clock:Pu', 'cpu-clock'],
  ['cpu_core/cycles/P', 'cpu_core/cycles/P'],
  ['kmem:kmalloc', 'kmem:kmalloc'],
  ['kmem:kmalloc:u', 'kmem:kmalloc'],
])('%s without its modifier is %s', (event, expected) => {
  expect(withoutModifier(event)).toBe(expected);
});

test.each([
  ['kmem:kmalloc', true],
  ['syscalls:sys_enter_*', true],
  ['kmem:kmalloc:k', true],
  ['cycles', false],
  ['cycles:ppp', false],
  ['mem:0x1000:rw', false],
  ['cpu/event=0x3c,umask=0x1/u', false],
])('%s is a tracepoint: %s', (event, expected) => {
  expect(isTracepoint(event)).toBe(expected);
});

test.each([
  ['kmem:kmalloc,kmem:kfree', true],
  ['{sched:sched_switch,sched:sched_wakeup}:S', true],
  ['kmem:kmalloc,cycles', false],
  ['', false],
])('%s has only tracepoints: %s', (value, expected) => {
  expect(areTracepoints(value)).toBe(expected);
});

test.each([
  ['cycles/max-stack=20/', 'cycles'],
  ['cycles/max-stack=20/u', 'cycles:u'],
  ['cycles/max-stack=20,freq=99/', 'cycles/freq=99/'],
  ['cpu/event=0x3c,max-stack=9/u,page-faults', 'cpu/event=0x3c/u,page-faults'],
  ['kmem:kmalloc', 'kmem:kmalloc'],
])('%s without a depth limit is %s', (value, expected) => {
  expect(withoutMaxStack(value)).toBe(expected);
});

test.each([
  ['context-switches', 'context-switches/period=1/'],
  ['cpu-clock,cs', 'cpu-clock,cs/period=1/'],
  ['context-switches:u', 'context-switches/period=1/'],
  ['context-switches/period=1/', 'context-switches/period=1/'],
  ['sched:sched_switch,cycles', 'sched:sched_switch,cycles'],
])('%s with every switch is %s', (value, expected) => {
  expect(withEachSwitch(value)).toBe(expected);
});
