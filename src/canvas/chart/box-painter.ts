// Base class of chart painters. When only the pointer moves, repaints only the boxes that it leaves and enters.

import type { Viewport } from '../../model/viewport.ts';
import { boxColors, type BoxColoring, type BoxColors } from '../colors/box-colors.ts';
import { Surface, type Rect } from './surface.ts';

/** The visible part of a scene, in CSS pixels. */
export interface VisibleArea<Node> {
  readonly viewport: Viewport;
  readonly hovered: Node | undefined;
  readonly width: number;
  readonly height: number;
  /** The height of all rows (at least the height of the canvas), and the scroll position. */
  readonly contentHeight: number;
  readonly scrollTop: number;
}

export abstract class BoxPainter<Scene extends BoxColoring, Node, Labels> {
  protected readonly surface: Surface;
  protected colors: BoxColors = { fill: new Uint32Array(0), stripe: new Uint32Array(0) };
  private scene: Scene | undefined;
  private painted: { readonly area: VisibleArea<Node>; readonly labels: Labels } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.surface = new Surface(canvas);
  }

  /** Sets the size of the canvas in CSS pixels. */
  resize(width: number, height: number): void {
    this.painted = undefined;
    this.surface.resize(width, height);
  }

  paint(scene: Scene, area: VisibleArea<Node>): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.painted = undefined;
      this.colors = boxColors(scene);
      this.prepare(scene);
    }
    const unchanged = this.painted && differsOnlyInHover(this.painted.area, area) ? this.painted : undefined;
    const labels = unchanged?.labels ?? this.paintBoxes(scene, area);
    this.painted = { area, labels };
    const hovered = unchanged && [unchanged.area.hovered, area.hovered].filter((node) => node !== undefined);
    this.surface.show(
      () => this.paintOver(scene, area, labels),
      hovered?.map((node) => this.rectOf(node, area, scene)),
    );
  }

  /** Called for each new scene. */
  protected abstract prepare(scene: Scene): void;

  /** Paints the boxes to the pixels of the surface. Returns their labels. */
  protected abstract paintBoxes(scene: Scene, area: VisibleArea<Node>): Labels;

  /** Draws labels and highlights over the boxes. */
  protected abstract paintOver(scene: Scene, area: VisibleArea<Node>, labels: Labels): void;

  protected abstract rectOf(node: Node, area: VisibleArea<Node>, scene: Scene): Rect;
}

/** True if at most the hovered box has changed. */
function differsOnlyInHover<Area extends { readonly hovered: unknown }>(before: Area, now: Area): boolean {
  return Object.entries(now).every(
    ([name, value]) => name === 'hovered' || Reflect.get(before, name) === value,
  );
}
