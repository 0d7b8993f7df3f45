// The flame and the icicle graph: a canvas for the eye, a tree of one item, the focused box, for a screen reader.

import { useEffect, useMemo, useRef, useState } from 'react';
import { FlameChart, type ChartEvents } from '../canvas/flame-chart.ts';
import { paletteOf } from '../canvas/colors.ts';
import { labelOf } from '../canvas/labels.ts';
import { NONE } from '../model/profile.ts';
import type { FlameView, Recording } from '../model/session.ts';
import { childrenOf, depthOf, parentOf, runOf } from '../model/tree.ts';
import { resetZoom, select, zoomTo } from '../state/actions.ts';
import { formatNumberOf, formatShare } from './format.ts';
import { useChart } from './chart-of-page.ts';
import { Tooltip } from './Tooltip.tsx';
import { useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

type Direction = 'flame' | 'icicle';

export function FlameGraph({ recording }: { readonly recording: Recording }) {
  return <Graph recording={recording} direction="flame" />;
}

export function IcicleGraph({ recording }: { readonly recording: Recording }) {
  return <Graph recording={recording} direction="icicle" />;
}

interface Hover {
  readonly box: number;
  readonly x: number;
  readonly y: number;
}

const ACTIVE_ID = 'focused-box';

function Graph({ recording, direction }: { readonly recording: Recording; readonly direction: Direction }) {
  const view = useStateOf((state) => state.view);
  const selected = useStateOf((state) => state.selected);
  const [hover, setHover] = useState<Hover>();
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chart, setChart] = useState<FlameChart>();
  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const events: ChartEvents = {
      hover: (box, x, y) => setHover(box === NONE ? undefined : { box, x, y }),
      pick: (box) => {
        scroller.current?.focus();
        // The picture moves; the next move of the pointer says what is under it then.
        setHover(undefined);
        if (box === NONE) return resetZoom();
        select(box);
        zoomTo(box);
      },
    };
    const made = new FlameChart(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      events,
    );
    setChart(made);
    return () => made.dispose();
  }, []);
  useScene(chart, recording, direction);
  return (
    <>
      <div
        ref={scroller}
        className="graph"
        role="tree"
        aria-label={direction === 'flame' ? 'Flame graph' : 'Icicle graph'}
        aria-activedescendant={ACTIVE_ID}
        tabIndex={0}
        data-keys="graph"
      >
        <div ref={spacer} role="presentation">
          <canvas ref={canvas} aria-hidden="true" />
        </div>
        {view ? (
          <FocusedBox recording={recording} view={view} box={selected} />
        ) : (
          <div role="treeitem" id={ACTIVE_ID} aria-selected="true" className="visually-hidden">
            The picture is being made
          </div>
        )}
      </div>
      {hover && view && hover.box < view.tree.length && (
        <Tooltip recording={recording} view={view} {...hover} />
      )}
    </>
  );
}

/** Gives the chart what to draw whenever any of it changes. */
function useScene(chart: FlameChart | undefined, recording: Recording, direction: Direction): void {
  const view = useStateOf((state) => state.view);
  const zoomed = useStateOf((state) => state.zoomed);
  const selected = useStateOf((state) => state.selected);
  const found = useStateOf((state) => state.found);
  const lit = useStateOf((state) => state.lit);
  const refits = useStateOf((state) => state.refits);
  const theme = useTheme();
  const { funcs, strings, modules } = recording;
  const palette = useMemo(() => paletteOf(funcs, strings, modules, theme), [funcs, strings, modules, theme]);
  useChart(chart);
  useEffect(() => {
    if (!chart || !view) return;
    const { tree } = view;
    chart.show({
      tree,
      names: recording,
      palette,
      direction,
      zoomed,
      selected,
      matches: found?.matches,
      lit,
    });
  }, [chart, view, recording, palette, direction, zoomed, selected, found, lit]);
  useEffect(() => {
    if (refits > 0) chart?.refit();
  }, [chart, refits]);
}

/** The box the keyboard is on, as a screen reader hears it. */
function FocusedBox({
  recording,
  view,
  box,
}: {
  readonly recording: Recording;
  readonly view: FlameView;
  readonly box: number;
}) {
  const { tree } = view;
  const run = runOf(tree, box);
  const parent = parentOf(tree, box, run);
  const siblings = parent === NONE ? [box] : childrenOf(tree, parent);
  const { name, place } = labelOf(recording, tree.func[box]);
  const share = formatShare(tree.total[run] / (tree.total[0] || 1));
  const hasChildren = box + 1 < tree.first[run + 1] || tree.end[run] > run + 1;
  return (
    <div
      role="treeitem"
      id={ACTIVE_ID}
      className="visually-hidden"
      aria-level={depthOf(tree, box, run) + 1}
      aria-posinset={siblings.indexOf(box) + 1}
      aria-setsize={siblings.length}
      aria-selected="true"
      {...(hasChildren ? { 'aria-expanded': true } : {})}
    >
      {`${name}${place ? ` (${place})` : ''}, ${formatNumberOf(tree.samples[run], 'sample')}, ${share}`}
    </div>
  );
}
