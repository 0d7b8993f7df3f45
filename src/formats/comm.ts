// The name of a thread as the kernel has it: folded text begins each line with one, and is known by that.

/** In bytes: TASK_COMM_LEN of the kernel, less the final NUL (include/linux/sched.h, v6.12). */
export const MAX_COMM = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Cut as the kernel cuts, but never inside a sign. Other tools have longer names than the kernel. */
export function commOf(name: string): string {
  const bytes = encoder.encode(name.trim());
  if (bytes.length <= MAX_COMM) return name.trim();
  let end = MAX_COMM;
  // The bytes of a sign after its first are 10xxxxxx.
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end)).trim();
}
