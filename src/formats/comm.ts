// Thread names as the kernel stores them (comm), the first field of folded lines.

/** TASK_COMM_LEN without the final NUL, in bytes (include/linux/sched.h, v6.12). */
export const MAX_COMM = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Truncates a thread name as the kernel does, but never splits a character. Other tools record longer names. */
export function commOf(name: string): string {
  const bytes = encoder.encode(name.trim());
  if (bytes.length <= MAX_COMM) return name.trim();
  let end = MAX_COMM;
  // Continuation bytes of a UTF-8 character are 10xxxxxx.
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end)).trim();
}
