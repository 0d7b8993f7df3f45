// The frame of every graph: a scrolling canvas that handles keys, and the chart on it. For screen readers, it is a tree
// whose only item is the focused box.

import {
  type ComponentProps,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type MouseEvent,
} from 'react';
import { depthOf, hasChildren, siblingPositionOf, type CallTree } from '../../model/tree.ts';
import type { Scope } from '../command.ts';
import type { BoxColoring, CostColoring } from '../../canvas/colors/box-colors.ts';
import type { Chart, ChartElements, ChartEvents, ChartScene } from '../../canvas/chart/chart.ts';
import type { costColoringOf } from '../../canvas/colors/cost-coloring.ts';
import { paletteOf, type Theme } from '../../canvas/colors/colors.ts';
import { needsCosts } from '../../state/view/graphs.ts';
import { searchedCost } from '../../state/view/matches.ts';
import type { State } from '../../state/store.ts';
import { openMenu } from '../../state/page.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { useTheme, useAppState, useRecording } from '../primitives/use-app-state.ts';
import { lazyPart, readyPart, useLazyPart } from '../primitives/lazy-part.ts';

interface Actions<Node> extends ChartEvents<Node> {
  select(node: Node): void;
  /** The subject of a node's context menu; undefined if the node has no menu. */
  subjectOf(node: Node): Subject | undefined;
}

/** Returns props for GraphFrame. `scene` is undefined while loading. */
export function useChart<Scene extends ChartScene<Node>, Node>(
  ChartType: new (elements: ChartElements, events: ChartEvents<Node>) => Chart<Scene, Node>,
  scene: Scene | undefined,
  actions: Actions<Node>,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<Scene, Node>>(undefined);
  // The chart lives as long as its canvas, but the actions change with every render.
  const latestActions = useRef(actions);
  useEffect(() => {
    latestActions.current = actions;
  });
  // Before the browser paints, so that the first frame has the picture.
  useLayoutEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const created = new ChartType(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      {
        hover: (node, x, y) => latestActions.current.hover(node, x, y),
        click: (node, alt) => {
          scroller.current?.focus();
          latestActions.current.click(node, alt);
        },
        doubleClick: (node) => latestActions.current.doubleClick(node),
        settled: (range) => latestActions.current.settled(range),
      },
    );
    chart.current = created;
    return () => created.dispose();
  }, [ChartType]);
  useLayoutEffect(() => {
    if (scene) chart.current?.show(scene);
  }, [scene]);

  /** Opens the menu of the node under the pointer or, for the menu key, of the focused node. */
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    if (!chart.current || !scene) return;
    const { clientX: x, clientY: y } = event;
    actions.hover(undefined, x, y);
    // Events of the menu key target the focused element; pointer events target the canvas inside it.
    const isKey = event.target === event.currentTarget;
    const node = isKey ? scene.selected : chart.current.nodeAtClient(x, y);
    const subject = node === undefined ? undefined : actions.subjectOf(node);
    if (node === undefined || !subject) return;
    event.preventDefault();
    event.currentTarget.focus();
    actions.select(node);
    const position = isKey ? chart.current.positionOfSelected() : { x, y };
    openMenu(subject, position.x, position.y);
  };
  return { scroller, spacer, canvas, onContextMenu };
}

/**
 * Returns the inputs for coloring boxes: the theme's palette, the search matches, what is highlighted, and how costs
 * are shown.
 */
export function useBoxColoring(): BoxColoring {
  const recording = useRecording();
  const searchResult = useAppState('searchResult');
  const highlighted = useAppState('highlighted');
  const theme = useTheme();
  const costColoring = useCostColoring(theme, searchResult);
  const matches = searchResult?.matches;
  const { funcs, strings, modules } = recording;
  const palette = useMemo(
    () => paletteOf({ funcs, strings, modules }, theme),
    [funcs, strings, modules, theme],
  );
  return useMemo(
    () => ({ names: recording, palette, matches, highlighted, costColoring }),
    [recording, palette, matches, highlighted, costColoring],
  );
}

type CostColoringFactory = (...choices: Parameters<typeof costColoringOf>) => CostColoring | undefined;

const COST_COLORING = lazyPart<CostColoringFactory>(
  async () => (await import('../../canvas/colors/cost-coloring.ts')).costColoringOf,
);
const NO_COSTS = readyPart<CostColoringFactory>(() => undefined);

/** Undefined if no costs are shown, or until the module has loaded. */
function useCostColoring(theme: Theme, searchResult: State['searchResult']): CostColoring | undefined {
  const isColored = useAppState('colorBy') === 'cost';
  const highlighted = useAppState('highlightedCosts');
  const isShown = useAppState(needsCosts);
  const create = useLazyPart(isShown ? COST_COLORING : NO_COSTS);
  const searched = searchedCost(searchResult);
  return useMemo(
    () => create?.(isColored, highlighted, theme, searched),
    [create, isColored, highlighted, theme, searched],
  );
}

interface TreeProps extends ComponentProps<'div'> {
  readonly label: string;
  /** Scope of the graph's commands. */
  readonly keys: Scope;
  /** Element ID of the tree item. */
  readonly activeId: string;
  /** True if focusing the view focuses this graph. */
  readonly isCurrent?: boolean;
}

interface Props extends TreeProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly item: ReactNode;
  readonly tooltip: ReactNode;
}

export function GraphFrame({ scroller, spacer, canvas, item, tooltip, ...tree }: Props) {
  return (
    <div className="graph-frame column fill relative">
      <GraphTree ref={scroller} {...tree}>
        <div ref={spacer} role="presentation">
          <canvas ref={canvas} aria-hidden="true" />
        </div>
        {item}
      </GraphTree>
      <div className="focus-ring" />
      {tooltip}
    </div>
  );
}

/** The focusable element of a graph. It may contain a message instead of a canvas. */
export function GraphTree({ label, keys, activeId, isCurrent, ...rest }: TreeProps) {
  return (
    <div
      className="graph fill relative"
      role="tree"
      aria-label={label}
      aria-activedescendant={activeId}
      tabIndex={0}
      data-keys={keys}
      data-current={isCurrent}
      {...rest}
    />
  );
}

/** The focused box for screen readers, or a message if there is nothing to paint. */
export function GraphItem(props: HTMLAttributes<HTMLDivElement>) {
  return <div role="treeitem" className="visually-hidden" aria-selected="true" {...props} />;
}

/** The position of a node in the tree below `root`, for screen readers. */
export function positionInTree(tree: CallTree, node: number, root = 0): HTMLAttributes<HTMLElement> {
  const { position, siblings } = siblingPositionOf(tree, node);
  return {
    'aria-level': depthOf(tree, node) - depthOf(tree, root) + 1,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(hasChildren(tree, node) && { 'aria-expanded': true }),
  };
}
