// The panel with all findings and the commands that fix them. It replaces the overview.

import { X, CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Diagnosis, Finding, Severity, MissingFiles } from '../../model/findings.ts';
import {
  closeFindings,
  isUnchecked,
  problemCount,
  filterIndexOf,
  toggleSamplesOf,
  whyNoSamples,
} from '../../state/view/findings.ts';
import { formatNumberOf, formatCount, formatShare } from '../../text/format.ts';
import { CommandBlock, CodeText } from '../primitives/CommandBlock.tsx';
import { IconButton, HelpLink } from '../primitives/Buttons.tsx';
import { useAppState, useRecording, PHONE, useMedia } from '../primitives/use-app-state.ts';
import { OpenButton } from '../start/OpenButton.tsx';
import './findings.css';

export function FindingsPanel() {
  const recording = useRecording();
  const diagnosis = useAppState('diagnosis');
  const count = problemCount({ diagnosis });
  const isPartial = useAppState(isUnchecked);
  const panel = useFocusedPart();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    closeFindings();
  };
  return (
    <div ref={panel} role="presentation" onKeyDown={onKeyDown}>
      <section className="panel findings" aria-labelledby="findings-title">
        <div className="details-head row">
          <h2 id="findings-title" className="fill" tabIndex={-1}>
            {isPartial ? 'Not fully checked' : titleFor(count)}
          </h2>
          <IconButton Icon={X} size={14} label="Close" onClick={closeFindings} />
        </div>
        {isPartial && (
          <p className="small">
            No problems so far, but most checks need the names of the interpreter’s functions.
          </p>
        )}
        {diagnosis && <Findings diagnosis={diagnosis} />}
        {recording.missingFiles && <FilesPart {...recording.missingFiles} />}
      </section>
    </div>
  );
}

function titleFor(count: number): string {
  return count > 0 ? `${formatNumberOf(count, 'problem')} with this recording` : 'No problems found';
}

function Findings({ diagnosis: { findings, command, isProgramKnown } }: { readonly diagnosis: Diagnosis }) {
  return (
    <>
      {findings.length > 0 && command.length > 0 && (
        <div className="repair">
          <h3>Record again like this</h3>
          <CommandBlock command={command.join('\n')} label="Copy the command" />
          {!isProgramKnown && (
            <p className="small muted">
              Replace <code>app.py</code> with your program.
            </p>
          )}
        </div>
      )}
      <ol>
        {findings.map((finding) => (
          <FindingCard key={finding.id} finding={finding} command={command} />
        ))}
      </ol>
    </>
  );
}

/** Focuses the part that the user opened, or the title. Restores the focus when the panel closes. */
function useFocusedPart() {
  const panel = useRef<HTMLDivElement>(null);
  const opened = useAppState('openFindings');
  const previous = useRef(document.activeElement);
  useLayoutEffect(() => {
    const part = opened?.part && panel.current?.querySelector(`#finding-${opened.part}`);
    const heading = (part ?? panel.current)?.querySelector<HTMLElement>('h2, h3');
    heading?.focus({ preventScroll: true });
    part?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  useLayoutEffect(() => {
    const element = panel.current;
    const target = previous.current;
    return () => {
      if (element?.contains(document.activeElement) && target instanceof HTMLElement && target.isConnected)
        target.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}

/** Number of files listed at first. */
const INITIAL_COUNT = 6;

/** The missing files that contain the names of unnamed code, with their shares of the weight, and a place to drop them. */
function FilesPart({ share, files, command }: MissingFiles) {
  return (
    <section id="finding-files" className="finding files" aria-labelledby="files-title">
      <h3 id="files-title" tabIndex={-1}>
        {formatShare(share)} of the samples contain unnamed code
      </h3>
      <p className="small">Its names are in these files on the recorded machine:</p>
      <FileList files={files.slice(0, INITIAL_COUNT)} />
      {files.length > INITIAL_COUNT && (
        <details className="small">
          <summary>{formatCount(files.length - INITIAL_COUNT)} more</summary>
          <FileList files={files.slice(INITIAL_COUNT)} />
        </details>
      )}
      <div className="files-drop row wrap small">
        <span>Drop them here</span>
        <OpenButton label="Choose files" />
      </div>
      {command !== undefined && (
        <>
          <p className="small muted">To pack them there:</p>
          <CommandBlock command={command} label="Copy the command that packs the files" />
        </>
      )}
    </section>
  );
}

function FileList({ files }: Pick<MissingFiles, 'files'>) {
  return (
    <ul className="small">
      {files.map(({ name, share }) => (
        <li key={name} className="row">
          <span className="name break-anywhere fill">{name}</span>
          <span className="number" title="Share of the weight with code from this file on the stack">
            {formatShare(share)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  readonly finding: Finding;
  /** The commands that fix all findings, which the panel shows above. */
  readonly command: readonly string[];
}

/** A finding in the panel: what is wrong, how much it affects, how to fix it, and a button that shows its samples. */
function FindingCard({ finding, command }: Props) {
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

const SEVERITY_ICONS: Readonly<Record<Severity, LucideIcon>> = {
  misleading: TriangleAlert,
  incomplete: CircleAlert,
  hint: Info,
};

const WORDS: Readonly<Record<Severity, { readonly word: string; readonly meaning: string }>> = {
  misleading: { word: 'Misleading', meaning: 'Graphs and tables suggest wrong conclusions' },
  incomplete: { word: 'Incomplete', meaning: 'Details are missing' },
  hint: { word: 'Hint', meaning: 'Graphs and tables are correct' },
};

function SeverityLabel({ severity }: { readonly severity: Severity }) {
  const Icon = SEVERITY_ICONS[severity];
  const { word, meaning } = WORDS[severity];
  return (
    <strong className="severity row" title={meaning}>
      <Icon size={14} aria-hidden="true" />
      {word}
    </strong>
  );
}
