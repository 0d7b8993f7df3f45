// Recognizes tracepoints and modifiers in the names of events, as `perf record -e` and `perf script` write them.

/** Letters after the colon of `cycles:u` (tools/perf/Documentation/perf-list.txt, Linux 7.2). */
const MODIFIER = /:[ukhIGHpPSDWebRX]+$/;
/** `kmem:kmalloc`, `syscalls:sys_enter_*`; not the breakpoint `mem:0x1000`. */
const SYSTEM_AND_NAME = /^(?!mem:0x)[\w-]+:[\w*?-]+$/;

/** `cycles` for `cycles:u`; the names of tracepoints also have a colon, and are kept whole. */
export function withoutModifier(event: string): string {
  return event.replace(MODIFIER, '');
}

/** perf samples context switches by frequency unless the event has a period; only all of them say what threads waited for. */
export function withEachSwitch(value: string): string {
  return value.replace(/(?<![\w-])(context-switches|cs)(?::\w+)?(?=,|$)/g, '$1/period=1/');
}

/** perf takes a sample at each occurrence of a tracepoint, unless `-F` or `-c` asks for fewer. */
export function isTracepoint(event: string): boolean {
  return SYSTEM_AND_NAME.test(withoutModifier(event));
}

/** True if a value of `-e` names only tracepoints: `kmem:kmalloc,kmem:kfree`, `{sched:sched_switch,sched:sched_wakeup}`. */
export function areTracepoints(value: string): boolean {
  const events = value.split(/[{},]/).filter((event) => event !== '' && !event.startsWith(':'));
  return events.length > 0 && events.every(isTracepoint);
}

/** Drops the limit on the depth of the event's stacks: `cycles/max-stack=20/u` becomes `cycles:u`. */
export function withoutMaxStack(value: string): string {
  return value.replace(/\/([^/]*)\/(\w*)/g, (_, terms: string, modifiers: string) => {
    const kept = terms.split(',').filter((term) => !term.startsWith('max-stack='));
    if (kept.length > 0) return `/${kept.join(',')}/${modifiers}`;
    return modifiers && `:${modifiers}`;
  });
}
