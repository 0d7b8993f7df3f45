// A flame graph on a canvas. `show` sets the scene, and events report user actions.

import { NONE } from '../model/profile.ts';
import { homeRange, isSameRange, nodeAt, depthOf, chainOf, type VisibleRange } from '../model/tree.ts';
import { Chart, type ChartElements, type Home } from './chart.ts';
import { FlamePainter, rowTop, type Scene } from './flame-painter.ts';
import { ROW } from './raster.ts';
import { WHOLE, zoomAt } from '../model/viewport.ts';

export interface ChartEvents {
  /** The box under the pointer (NONE for none), and the pointer's position in the window in CSS pixels. */
  hover(box: number, x: number, y: number): void;
  /** A click, with or without the Alt key; NONE on the background. */
  pick(box: number, alt: boolean): void;
  /** A double click. `box` is the box under the first click. */
  pickTwice(box: number): void;
  /** The visible range has changed; undefined if the zoomed box fills it. */
  settled(range: VisibleRange | undefined): void;
}

export class FlameChart extends Chart {
  private readonly events: ChartEvents;
  private readonly painter: FlamePainter;
  private scene: Scene | undefined;
  private hovered = NONE;
  /** The pointer's position on the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  /** The boxes under the last two clicks. The first click moves the graph, so the second one hits a different box. */
  private picked: [before: number, last: number] = [NONE, NONE];
  /** True until the tree is painted for the first time. */
  private isNew = false;

  constructor(elements: ChartElements, events: ChartEvents) {
    super(
      elements,
      {
        click: (x, y, alt) => {
          const box = this.boxAtPoint(x, y);
          this.picked = [this.picked[1], box];
          events.pick(box, alt);
        },
        doubleClick: () => this.picked[0] !== NONE && events.pickTwice(this.picked[0]),
        hover: (x, y) => this.hover(x, y),
        leave: () => this.leave(),
      },
      (range) => events.settled(range),
    );
    this.events = events;
    this.painter = new FlamePainter(elements.canvas);
  }

  /** Replaces the scene. A newly zoomed or selected box becomes visible. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    const { tree, direction } = scene;
    if (before?.tree !== tree) {
      this.hovered = NONE;
      this.isNew = true;
    }
    if (this.width === 0) return;
    if (before && before.tree !== tree && isContinued(before, scene)) {
      this.grow();
      this.see(scene.visibleRange, false);
    } else if (before?.tree !== tree || before.direction !== direction) {
      this.layOut(this.isAtEnd());
      this.goTo(scene.visibleRange, false);
    } else if (before.zoomed !== scene.zoomed) this.goTo(scene.visibleRange, true);
    // The box under the pointer is already visible.
    else if (before.selected !== scene.selected && scene.selected !== this.hovered)
      this.reveal(scene.selected);
    else if (before.visibleRange !== scene.visibleRange) this.see(scene.visibleRange, true);
    else if (before.location !== scene.location && !scene.visibleRange && this.isUnsettled)
      this.goTo(undefined, true);
    this.requestPaint();
  }

  /** The box at a position in the window; NONE if there is none. */
  boxAtClient(x: number, y: number): number {
    const { left, top } = this.corner;
    return this.boxAtPoint(x - left, y - top);
  }

  /** The lower left corner of the visible part of the selected box, in the window. */
  positionOfSelected(): { x: number; y: number } {
    if (!this.scene) return this.inWindow(0, 0);
    const { tree, selected } = this.scene;
    const chain = chainOf(tree, selected);
    const x = this.pixelAt(tree.start[chain] / (tree.total[0] || 1));
    return this.inWindow(x, this.rowTop(depthOf(tree, selected, chain)) + ROW - this.scrollTop);
  }

  protected get contentHeight(): number {
    if (!this.scene) return this.height;
    const { tree, root } = this.scene;
    return Math.max(this.height, (tree.rows - depthOf(tree, root)) * ROW);
  }

  protected resized(isFirst: boolean, wasAtRoot: boolean): void {
    this.layOut(wasAtRoot);
    if (isFirst && this.scene) this.goTo(this.scene.visibleRange, false);
  }

  protected paint(): void {
    if (!this.scene) return;
    const { viewport, hovered, width, height, contentHeight, scrollTop } = this;
    this.painter.paint(this.scene, { viewport, hovered, width, height, contentHeight, scrollTop });
    // For benchmarks: the user waits from a click until this mark.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  /** Adds rows to the same graph. The visible part stays in place, and a running animation continues. */
  private grow(): void {
    const { spacer } = this.elements;
    const by = this.scene?.direction === 'flame' ? this.contentHeight - spacer.offsetHeight : 0;
    const { scrollTop } = this;
    spacer.style.height = `${this.contentHeight}px`;
    this.scrollTop = scrollTop + by;
    this.shiftTravel(by);
    const { pointer } = this;
    if (pointer) this.hover(pointer.x, pointer.y);
  }

  private rowTop(depth: number): number {
    return this.scene ? rowTop(this.scene, this.contentHeight, depth) : 0;
  }

  private layOut(wasAtRoot: boolean): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
    if (this.scene?.direction === 'flame' && wasAtRoot) this.scrollTop = this.contentHeight;
  }

  /** Shows the zoomed box with some of its callers. */
  protected get home(): Home {
    if (!this.scene) return { viewport: WHOLE, top: 0 };
    const range = homeRange(this.scene);
    // zoomAt limits the zoom, so the range is not empty for a box without weight.
    return { viewport: zoomAt(range, 0.5, 1), top: this.topWith(range.rowsBefore) };
  }

  protected rowsBeforeAt(top: number): number {
    return (this.scene?.direction === 'icicle' ? top : this.contentHeight - this.height - top) / ROW;
  }

  protected topWith(rowsBefore: number): number {
    const down = rowsBefore * ROW;
    return this.scene?.direction === 'icicle' ? down : this.contentHeight - this.height - down;
  }

  /** Moves as little as possible to make a box visible. */
  private reveal(box: number): void {
    if (!this.scene) return;
    const { tree } = this.scene;
    const chain = chainOf(tree, box);
    this.revealRow(this.rowTop(depthOf(tree, box, chain)), ROW);
    const from = tree.start[chain] / tree.total[0];
    this.revealPart(from, from + tree.total[chain] / tree.total[0]);
  }

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const box = this.boxAtPoint(x, y);
    const { left, top } = this.corner;
    this.events.hover(box, left + x, top + y);
    if (box === this.hovered) return;
    this.hovered = box;
    this.requestPaint();
  }

  private leave(): void {
    this.pointer = undefined;
    this.hovered = NONE;
    this.events.hover(NONE, 0, 0);
    this.requestPaint();
  }

  private boxAtPoint(x: number, y: number): number {
    if (!this.scene) return NONE;
    const { tree, direction, root } = this.scene;
    const down = y + this.scrollTop;
    const row = Math.floor((direction === 'icicle' ? down : this.contentHeight - down) / ROW);
    return nodeAt(tree, this.positionAt(x) * tree.total[0], depthOf(tree, root) + row);
  }
}

/** True if a complete tree replaces a partial tree of the same graph. The view must not move then. */
function isContinued(before: Scene, scene: Scene): boolean {
  const [from, to] = [homeRange(before), homeRange(scene)];
  return (
    before.options === scene.options &&
    before.direction === scene.direction &&
    before.tree.func[before.root] === scene.tree.func[scene.root] &&
    isSameRange(from, to)
  );
}
