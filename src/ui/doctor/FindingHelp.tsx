// A dialog that explains a finding.

import { FINDING_HELP } from '../../text/finding-help.ts';
import type { FindingId } from '../../model/findings.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { Dialog } from '../primitives/Dialog.tsx';
import './finding-help.css';

const PARTS = [
  ['meaning', 'What it means'],
  ['detection', 'How it is detected'],
  ['cause', 'Why it happens'],
  ['remedy', 'What to do'],
] as const;

interface Props {
  readonly id: FindingId;
  readonly onClose: () => void;
}

export function FindingHelp({ id, onClose }: Props) {
  const help = FINDING_HELP[id];
  return (
    <Dialog title={help.title} className="finding-help" onClose={onClose}>
      {PARTS.map(([part, label]) => (
        <section key={part}>
          <h3>{label}</h3>
          <p>
            <CodeText text={help[part]} />
          </p>
        </section>
      ))}
      {help.example.length > 0 && (
        <section>
          <h3>Example</h3>
          <CommandBlock command={help.example.join('\n')} label="Copy the example" />
        </section>
      )}
    </Dialog>
  );
}
