// The help of a cost, over the page.

import { costLabel, type CostId } from '../../model/costs.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { Dialog } from '../primitives/Dialog.tsx';
import '../doctor/finding-help.css';

interface Props {
  readonly id: CostId;
  readonly onClose: () => void;
}

export function CostHelp({ id, onClose }: Props) {
  const { is, details, smaller, example } = COST_HELP[id];
  return (
    <Dialog title={costLabel(id)} className="finding-help" onClose={onClose}>
      <section>
        <h3>What it is</h3>
        <p>{is}</p>
        <p>
          <CodeText text={details} />
        </p>
      </section>
      <section>
        <h3>Less of it</h3>
        <p>{smaller}</p>
      </section>
      <section>
        <h3>Example</h3>
        <CommandBlock command={example.join('\n')} label="Copy the example" />
      </section>
    </Dialog>
  );
}
