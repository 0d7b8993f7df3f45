// A finding in the panel: what is wrong, how much it affects, how to fix it, and a button that shows its samples.

import type { Finding } from '../../model/findings.ts';
import { closeFindings, filterIndexOf, toggleSamplesOf, whyNoSamples } from '../../state/findings.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { PHONE, useMedia } from '../primitives/use-media.ts';
import { SeverityLabel } from './SeverityLabel.tsx';

interface Props {
  readonly finding: Finding;
  /** The commands that fix all findings, which the panel shows above. */
  readonly command: readonly string[];
}

export function FindingCard({ finding, command }: Props) {
  const { id, severity, share, title, text, fix } = finding;
  return (
    <li id={`finding-${id}`} className="finding" data-severity={severity}>
      <p className="row wrap small">
        <SeverityLabel severity={severity} />
        {share > 0 && (
          <span className="muted" title="Share of the weight of all Python processes">
            affects {formatShare(share)}
          </span>
        )}
      </p>
      <h3 tabIndex={-1}>
        <CodeText text={title} />
      </h3>
      {text !== '' && (
        <p className="small">
          <CodeText text={text} />
        </p>
      )}
      <Fix finding={finding} isInCommand={fix.every((line) => command.includes(line))} />
      <p className="row wrap small">
        <SamplesButton finding={finding} />
        <HelpLink topic={id}>About this problem</HelpLink>
      </p>
    </li>
  );
}

function Fix({
  finding: { title, fix },
  isInCommand,
}: Pick<Props, 'finding'> & { readonly isInCommand: boolean }) {
  if (fix.length === 0) return null;
  if (isInCommand) return <p className="small muted">The command above fixes it.</p>;
  if (fix.every((line) => line.startsWith('# ')))
    return <p className="small">{fix.map(sentenceOf).join(' ')}</p>;
  return <CommandBlock command={fix.join('\n')} label={`Copy the fix for: ${title}`} />;
}

/** Turns a shell comment into a sentence. */
function sentenceOf(comment: string): string {
  const text = comment.slice('# '.length);
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function SamplesButton({ finding }: Pick<Props, 'finding'>) {
  const { id, samples } = finding;
  const isShown = useAppState(({ options }) => filterIndexOf(options.filters, id) >= 0);
  const isPhone = useMedia(PHONE);
  const reason = whyNoSamples(finding);
  if (reason !== undefined) {
    return (
      <button type="button" aria-disabled="true" title={reason}>
        Show samples<span className="visually-hidden"> (not available: {reason})</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={
        isShown ? 'Show all samples again' : `Show only the ${formatNumberOf(samples, 'affected sample')}`
      }
      onClick={() => {
        toggleSamplesOf(id);
        // On a phone, the panel covers the view.
        if (isPhone) closeFindings();
      }}
    >
      Show samples
    </button>
  );
}
