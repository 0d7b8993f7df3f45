// What is shown instead of an answer that has not arrived.

import type { Asked } from './use-answer.ts';

export function Waiting({ problem, retry }: Pick<Asked<unknown>, 'problem' | 'retry'>) {
  if (problem === undefined) return <p className="muted fleet-waiting">Reading the store…</p>;
  return (
    <p className="fleet-waiting row wrap" role="alert">
      <span className="break-anywhere">{problem}</span>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
