// Whoever waits for an answer is told when none will come.

export interface Alarm {
  /** Rejected when it is raised. Nobody needs to wait for it. */
  readonly raised: Promise<never>;
  readonly raise: (why: Error) => void;
}

export function newAlarm(): Alarm {
  let raise: Alarm['raise'] = () => {};
  const raised = new Promise<never>((_, reject) => (raise = reject));
  raised.catch(() => {});
  return { raised, raise };
}
