// The sandwich of a comparison: callers and callees of one function, merged over all of its calls on both sides.

import { differenceBetween, formatChange, formatValue, verdictText } from '../../text/difference.ts';
import { orDash } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { FunctionPicker } from '../sandwich/FunctionPicker.tsx';
import { HalfGraph, SandwichView, type AmountsProps, type HalfProps } from '../sandwich/SandwichView.tsx';
import { GraphTools, useComparedBoxes } from './ComparedGraph.tsx';
import './compared-rows.css';

export function ComparedSandwich() {
  return <SandwichView HalfComponent={ComparedHalf} AmountsComponent={ComparedAmounts} />;
}

export function SandwichTools() {
  return (
    <>
      <FunctionPicker />
      <GraphTools />
    </>
  );
}

function ComparedHalf({ half }: HalfProps) {
  const sandwich = useAppState('sandwich')?.sandwich;
  const compared = useComparedBoxes(
    sandwich?.[half],
    sandwich?.compared?.[half],
    sandwich?.options.comparison,
  );
  return <HalfGraph half={half} compared={compared} />;
}

/** Total and self of both sides. */
function ComparedAmounts({ answer: { func } }: AmountsProps) {
  const comparison = useAppState('comparison');
  if (!comparison) return null;
  const { weights, totals, self } = comparison;
  const amounts = [
    { label: 'Total', a: weights.totalA[func], b: weights.totalB[func], rows: totals },
    { label: 'Self', a: weights.selfA[func], b: weights.selfB[func], rows: self },
  ];
  const value = (weight: number) => orDash(weight, formatValue(weight, comparison));
  return (
    <dl className="amounts compared-amounts numbers push-end">
      {amounts.map(({ label, a, b, rows }) => {
        const tested = rows.find(({ index }) => index === func);
        const d = differenceBetween(a, b);
        return (
          <div key={label} className="row wrap">
            <dt className="muted">{label}</dt>
            <dd className="nowrap">
              A {value(a)} · B {value(b)}
            </dd>
            <dd className="nowrap">{orDash(d, formatChange(d, comparison))}</dd>
            {(a > 0 || b > 0) && (
              <dd className={`row-verdict nowrap ${tested?.verdict ?? 'small'}`}>
                {verdictText(tested, comparison)}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
