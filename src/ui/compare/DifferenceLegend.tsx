// What the colors and outlines of the differential graphs mean. Each key looks like the boxes it explains.

import { useMemo, type CSSProperties } from 'react';
import { colorHex } from '../../canvas/colors/colors.ts';
import { DifferenceScale, type Certainty } from '../../canvas/colors/difference-colors.ts';
import { isDashed, isGhost } from '../../canvas/boxes/compared-marks.ts';
import { NodeMark, type ComparisonOptions, type ComparedNodes } from '../../model/comparison.ts';
import { useTheme, useAppState, useOption } from '../primitives/use-app-state.ts';
import './compared-graph.css';

interface Key {
  readonly label: string;
  readonly tooltip: string;
  readonly certainty: Certainty;
  /** D / max(A, B). */
  readonly relative: number;
}

/** Only graphs have colors. */
export function DifferenceLegend() {
  const view = useAppState('viewName');
  const direction = view === 'icicle' ? 'icicle' : 'flame';
  const options = useOption('comparison');
  const theme = useTheme();
  const nodes = useAppState(({ view }) => view?.compared);
  const bracketed = useMemo(
    () => (nodes ? BRACKETS.filter(({ mark }) => hasMarkedCalls(nodes, mark)) : []),
    [nodes],
  );
  const scale = useMemo(() => new DifferenceScale(theme), [theme]);
  if (!options || view === 'table' || view === 'tree') return null;
  return (
    <ul className="difference-legend row small no-shrink" aria-label="Colors">
      {keysFor(options).map((key) => (
        <li
          key={`${key.label} ${key.relative}`}
          className={STEPS.includes(key) ? 'step' : ''}
          style={styleOf(key, scale, options)}
          title={key.tooltip}
        >
          {key.label}
        </li>
      ))}
      {bracketed.map(({ label, tooltip }) => (
        <li
          key={label}
          className={`bracket ${direction} ${label === 'removed call' ? 'removed' : ''}`}
          title={tooltip}
        >
          {label}
        </li>
      ))}
    </ul>
  );
}

const BRACKETS = [
  {
    mark: NodeMark.inserted,
    label: 'added call',
    tooltip: 'Only B makes this call; what it calls is compared one level up',
  },
  {
    mark: NodeMark.removed,
    label: 'removed call',
    tooltip: 'Only A makes this call; what it called is compared one level up',
  },
] as const;

const LESS = 'Certain: B has less of it';
const MORE = 'Certain: B has more of it';

const STEPS: readonly Key[] = [
  { label: 'gone', relative: -1, certainty: 'certain', tooltip: 'Certain: only A has samples of it' },
  { label: '−50 %', relative: -0.5, certainty: 'certain', tooltip: LESS },
  { label: '−10 %', relative: -0.1, certainty: 'certain', tooltip: LESS },
  { label: 'likely', relative: -0.3, certainty: 'likely', tooltip: 'B probably has less of it' },
  {
    label: 'no change',
    relative: 0,
    certainty: 'same',
    tooltip: 'The true difference is at most 5 %, or 0.5 % of all code',
  },
  { label: 'likely', relative: 0.3, certainty: 'likely', tooltip: 'B probably has more of it' },
  { label: '+10 %', relative: 0.1 / 1.1, certainty: 'certain', tooltip: MORE },
  { label: '×2', relative: 0.5, certainty: 'certain', tooltip: MORE },
  { label: 'new', relative: 1, certainty: 'certain', tooltip: 'Certain: only B has samples of it' },
];

const UNKNOWN: Key = {
  label: 'cannot tell',
  relative: 0,
  certainty: 'unknown',
  tooltip: 'The difference may be noise, or less than 0.5 % of the larger side, which is not tested',
};
const NOT_CERTAIN: Key = { ...UNKNOWN, label: 'not certain' };
const MAYBE_GONE: Key = {
  label: 'maybe gone',
  relative: -1,
  certainty: 'unknown',
  tooltip: 'Only A has samples of it, but that may be chance, or it is too small to test',
};
const MAYBE_NEW: Key = {
  label: 'maybe new',
  relative: 1,
  certainty: 'unknown',
  tooltip: 'Only B has samples of it, but that may be chance, or it is too small to test',
};

/** The keys of the boxes that are shown. */
function keysFor({ width, onlyCertain, hidesGhosts }: ComparisonOptions): readonly Key[] {
  const oneSided = width === 'a' ? MAYBE_NEW : MAYBE_GONE;
  const steps = onlyCertain ? STEPS.filter(({ certainty }) => certainty !== 'likely') : STEPS;
  const keys = [...steps, onlyCertain ? NOT_CERTAIN : UNKNOWN, oneSided];
  return hidesGhosts ? keys.filter(({ relative }) => !isGhost(...sidesOf(relative), width)) : keys;
}

function styleOf(
  { relative, certainty }: Key,
  scale: DifferenceScale,
  { width }: ComparisonOptions,
): CSSProperties {
  const fill = scale.fill(relative, certainty);
  const sides = sidesOf(relative);
  return {
    ...(!isGhost(...sides, width) && { background: colorHex(fill) }),
    ...(isDashed(...sides, width) && { outline: `1px dashed ${colorHex(scale.outline(fill))}` }),
  };
}

/** Weights of A and B with this difference. */
function sidesOf(relative: number): readonly [a: number, b: number] {
  return relative < 0 ? [1, 1 + relative] : [1 - relative, 1];
}

/** The least share of all code: in the unzoomed graph, brackets of lighter calls are too narrow to be drawn. */
const MIN_SHARE = 0.004;

/** `kind` is a value of NodeMark. */
export function hasMarkedCalls({ mark, a, b }: ComparedNodes, kind: number): boolean {
  const minWeight = MIN_SHARE * Math.max(a[0], b[0]);
  // Few chains have a mark, and `indexOf` is much faster than calling a function for each.
  for (let chain = mark.indexOf(kind); chain >= 0; chain = mark.indexOf(kind, chain + 1))
    if (Math.max(a[chain], b[chain]) >= minWeight) return true;
  return false;
}
