// The overview, shown while nothing is selected: total, kinds of code, hottest functions and packages, and notable costs. A click
// on a row selects a function or applies a filter.

import { memo } from 'react';
import { Kind, KIND_LABELS } from '../../model/kinds.ts';
import { DEFAULT_LEVEL, hidesC, labelOfLevel } from '../../model/levels.ts';
import { MIN_NOTABLE_SHARE, NOTABLE } from '../../model/notable.ts';
import { isWallTime } from '../../model/events.ts';
import {
  STANDARD_LIBRARY,
  type FunctionWeight,
  type Overview as OverviewData,
  type PackageWeight,
  type Recording,
  type ViewOptions,
} from '../../model/session.ts';
import { addFilter, keepNotable } from '../../state/view/selection.ts';
import { formatNumberOf, formatShare, formatWeight, partNoun, totalText } from '../../text/format.ts';
import { measureAt, fullName, labelOf, sampleNoun } from '../../text/labels.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { ColorSwitch } from './Legend.tsx';
import { ShareHead, ShareRow, ShareList } from './ShareList.tsx';
import { CostList } from './CostList.tsx';
import { KindShares } from './KindShares.tsx';
import { WallTimeList } from './WallTimeList.tsx';
import { FUNCTION_BUTTON_HELP } from './use-function-buttons.ts';

export function OverviewPanel() {
  const overview = useAppState('overview');
  const title = overview?.wall ? 'Where the wall time went' : 'Where the time went';
  return (
    <section className="panel overview" aria-label={title} aria-busy={!overview}>
      <div className="row">
        <h2 tabIndex={-1}>{title}</h2>
        <span className="caption muted push-end">self time</span>
      </div>
      {overview && <Content overview={overview} />}
    </section>
  );
}

/** How tooltips go on after a share. */
const OF_SAMPLES = {
  all: 'of all selected samples',
  have: 'of all selected samples have',
  taken: 'of all selected samples were taken',
} as const;
const OF_TIME = {
  all: 'of the running time',
  have: 'of the selected time has',
  taken: 'of the selected time was spent',
} as const;

function phrasesFor({ events }: Recording, { event }: ViewOptions): typeof OF_SAMPLES | typeof OF_TIME {
  return isWallTime(events[event]?.name ?? '') ? OF_TIME : OF_SAMPLES;
}

interface OverviewProps {
  readonly overview: OverviewData;
}

function Content({ overview }: OverviewProps) {
  const { weight, samples, kinds, functions, packages, imports, wall, options } = overview;
  const recording = useRecording();
  const of = phrasesFor(recording, options);
  const isByCost = useAppState('colorBy') === 'cost';
  if (samples === 0)
    return (
      <p className="small muted">No {partNoun(measureAt(recording, options.event))}s match the filters.</p>
    );
  const kindShares = (
    <KindShares
      // Waits are no code; their states are listed above.
      kinds={new Map([...kinds.entries()].filter(([kind]) => kind !== Kind.wait))}
      of={wall ? 'of the running time was spent in it' : 'of all selected samples were taken in it'}
      label="Self time by kind of code"
    />
  );
  const costs = (
    <CostList costs={overview.costs} of={{ own: of.all }} caption={wall ? 'while running' : 'self time'} />
  );
  return (
    <>
      <Total {...{ weight, samples }} event={options.event} />
      {wall && <WallTimeList wall={wall} title="By state" caption="of all threads" />}
      <ColorSwitch />
      {/* First what the colors of the graph mean. */}
      {isByCost ? costs : kindShares}
      {imports.length > 0 && (
        <ShareList title="Slowest imports" caption="without nested imports">
          {imports.map((each) => (
            <ImportRow key={each.id} whole={weight} of={of} {...each} />
          ))}
        </ShareList>
      )}
      {functions.length > 0 && <Functions overview={overview} />}
      {packages.length > 0 && (
        <ShareList title="Hottest packages" caption="without callbacks">
          {packages.map((each) => (
            <PackageRow key={each.id} whole={weight} of={of} {...each} />
          ))}
        </ShareList>
      )}
      <Notable overview={overview} />
      {isByCost ? (
        <>
          <ShareHead title="Kinds of code" caption="self time" />
          {kindShares}
        </>
      ) : (
        costs
      )}
    </>
  );
}

function Notable({ overview: { weight, notable, options } }: Pick<OverviewProps, 'overview'>) {
  const { have } = phrasesFor(useRecording(), options);
  const rows = NOTABLE.map((row, i) => ({ ...row, share: notable[i] / (weight || 1) }));
  const heavy = rows.filter(({ share }) => share >= MIN_NOTABLE_SHARE);
  const atLevel = hidesC(options.level) ? `, at the level “${labelOfLevel(DEFAULT_LEVEL)}”` : '';
  if (heavy.length === 0) return null;
  return (
    <ShareList title="Stands out" caption="on the stack">
      {heavy.map(({ label, meaning, target, share }) => (
        <ShareRow
          key={label}
          name={label}
          share={share}
          title={`${formatShare(share)} ${have} ${meaning}. Click to keep only these${atLevel}.`}
          onClick={() => keepNotable(target)}
        />
      ))}
    </ShareList>
  );
}

interface TotalProps extends Pick<OverviewData, 'weight' | 'samples'> {
  readonly event: number;
}

/** The total that all shares below refer to and, if not all samples are selected, its share of the recording. */
const Total = memo(function Total({ weight, samples, event }: TotalProps) {
  const recording = useRecording();
  const measure = measureAt(recording, event);
  const all = recording.events.at(event)?.weight ?? weight;
  return (
    <p className="total row wrap small">
      <strong>{totalText(weight, measure)}</strong>
      <span className="muted nowrap" title={`All shares below refer to these ${partNoun(measure)}s`}>
        = 100% · {formatNumberOf(samples, sampleNoun(recording, event))}
      </span>
      {weight < all && (
        <span className="muted">
          {formatShare(weight / all)} of the recording’s {formatWeight(all, measure)}
        </span>
      )}
    </p>
  );
});

const SCOPES: Readonly<Record<OverviewData['scope'], { title: string; caption: string; includes: string }>> =
  {
    own: {
      title: 'Your hottest functions',
      caption: 'with libraries · self',
      includes: 'in it or in the libraries and C code that it calls, but not in other functions of yours',
    },
    python: {
      title: 'Hottest Python functions',
      caption: 'with C · self',
      includes: 'in it or in the C code that it calls, but not in other Python functions',
    },
    all: { title: 'Hottest functions', caption: 'self', includes: 'in it' },
  };

function Functions({ overview: { functions, scope, weight, options } }: OverviewProps) {
  const of = phrasesFor(useRecording(), options);
  const { title, caption } = SCOPES[scope];
  return (
    <ShareList title={title} caption={caption}>
      {functions.map((each) => (
        <FunctionRow key={each.id} whole={weight} of={of} scope={scope} {...each} />
      ))}
    </ShareList>
  );
}

interface PartRowProps {
  readonly whole: number;
  readonly of: ReturnType<typeof phrasesFor>;
}

const FunctionRow = memo(function FunctionRow({
  id,
  weight,
  self,
  total,
  whole,
  scope,
  of,
}: PartRowProps & FunctionWeight & { readonly scope: OverviewData['scope'] }) {
  const recording = useRecording();
  const { name, place } = labelOf(recording, id);
  const share = weight / (whole || 1);
  const selfShare = self / (whole || 1);
  const facts = [
    fullName(recording, id),
    `${formatShare(share)} ${of.taken} ${SCOPES[scope].includes}; ${formatShare(selfShare)} in the function itself, ${formatShare(total / (whole || 1))} with all that it calls.`,
    FUNCTION_BUTTON_HELP,
  ];
  return (
    <ShareRow
      name={name}
      place={place}
      share={share}
      self={scope === 'all' ? undefined : selfShare}
      kind={recording.funcs.kind[id]}
      title={facts.join('\n')}
      func={id}
    />
  );
});

function ImportRow({ id, weight, whole, of }: PartRowProps & FunctionWeight) {
  const recording = useRecording();
  const share = weight / (whole || 1);
  const facts = [
    `${formatShare(share)} ${of.taken} while importing this module, but not the modules that it imports.`,
    FUNCTION_BUTTON_HELP,
  ];
  return (
    <ShareRow
      name={labelOf(recording, id).name.replace(/^import /, '')}
      share={share}
      kind={recording.funcs.kind[id]}
      title={facts.join('\n')}
      func={id}
    />
  );
}

const PackageRow = memo(function PackageRow({ id, weight, whole, of }: PartRowProps & PackageWeight) {
  const recording = useRecording();
  const isStandard = id === STANDARD_LIBRARY;
  const name = isStandard ? KIND_LABELS[Kind.stdlib] : recording.strings[id];
  const share = weight / (whole || 1);
  const target = isStandard
    ? ({ by: 'kind', kind: Kind.stdlib } as const)
    : ({ by: 'package', path: name } as const);
  return (
    <ShareRow
      name={name}
      share={share}
      kind={isStandard ? Kind.stdlib : Kind.package}
      title={`${formatShare(share)} ${of.taken} in this package or in C code that it calls, but not in your code or other packages that it calls.\nClick to keep only samples with it on the stack.`}
      onClick={() => addFilter({ action: 'only', target })}
    />
  );
});
