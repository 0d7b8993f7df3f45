import { expect, test } from 'vitest';
import { isKernelNoise, withKernelNoiseLast } from './kernel-noise.ts';

const NOISE =
  `exc_page_fault asm_exc_page_fault asm_sysvec_reschedule_ipi sysvec_apic_timer_interrupt irqentry_exit_to_user_mode
  asm_common_interrupt smp_call_function_many_cond flush_tlb_mm_range do_user_addr_fault __handle_mm_fault handle_softirqs
  hrtimer_interrupt tick_nohz_handler schedule __schedule finish_task_switch.isra.0`.split(/\s+/);
const WORK =
  `do_vmi_align_munmap __do_sys_brk vfs_read tcp_sendmsg _PyUnicode_IsAlpha deflate memcpy exception_handler
  reschedule_job schedule_order`.split(/\s+/);

test('interrupts, faults and switches are noise, what a program asks the kernel for is not', () => {
  expect(NOISE.filter((name) => !isKernelNoise(name))).toEqual([]);
  expect(WORK.filter(isKernelNoise)).toEqual([]);
});

test('noise is last, and all else stays in its order', () => {
  expect(withKernelNoiseLast(['exc_page_fault', 'b', 'schedule', 'a'], (name) => name)).toEqual([
    'b',
    'a',
    'exc_page_fault',
    'schedule',
  ]);
});
