// Explains the cost of a table row, with what usually makes it smaller.

import { costLabel, type CostId } from '../../model/costs.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { HelpLink } from '../primitives/HelpLink.tsx';

interface Props {
  readonly cost: CostId;
  /** True if the row is only a part of the cost. */
  readonly isPart: boolean;
}

export function CostHelpText({ cost, isPart }: Props) {
  const { is, smaller } = COST_HELP[cost];
  return (
    <>
      {isPart && (
        <p className="small muted">
          Part of “{costLabel(cost)}”: {is}
        </p>
      )}
      <p className="small">
        <span className="muted">Less of it:</span> {smaller} <HelpLink topic={cost}>About this cost</HelpLink>
      </p>
    </>
  );
}
