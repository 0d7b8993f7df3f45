import { expect, test } from 'vitest';
import type { NamedTrait } from './fact.ts';
import { namesWith } from './traits.ts';

const TRAITS: readonly NamedTrait[] = ['rooted', 'root', 'startup', 'tracer', 'compiled'];

test.each<[string, readonly NamedTrait[]]>([
  ['_start', ['rooted', 'root']],
  ['__libc_start_call_main', ['rooted', 'root']],
  ['__libc_start_init', ['rooted']],
  ['__GI___clone3', ['rooted', 'root']],
  ['_dl_sysdep_start', ['rooted']],
  ['pymain_run_python', ['rooted']],
  ['thread_run', ['rooted']],
  ['runtime.goexit.abi0', ['root']],
  ['ret_from_fork_asm', ['root']],
  ['pyinit_core', ['startup']],
  ['init_interp_main', ['startup']],
  ['Py_FinalizeEx', ['startup']],
  ['pycore_init_types', []],
  ['sys_trace_line_func', ['tracer']],
  ['CTracer_trace', ['tracer']],
  ['CPyDef_lines___Line___append', ['compiled']],
  ['__pyx_pf_5fast_sum', ['compiled']],
  ['mainloop', []],
  ['PyObject_Vectorcall', []],
])('%s', (name, traits) => {
  expect(TRAITS.filter((trait) => namesWith(trait).test(name))).toEqual(traits);
});

test('compiled functions are recognized by a prefix', () => {
  expect(namesWith('compiled').exec('__pyx_pf_5fast_sum')?.[1]).toBe('__pyx_');
});
