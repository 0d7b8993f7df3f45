// Translates wheel, mouse, pen and touch input on the canvas to gestures: pan, zoom, click, hover. Coordinates are CSS pixels from the
// top left corner of the canvas.

interface Gestures {
  pan(dx: number, dy: number): void;
  /** Factors below 1 zoom in; the position at `x` stays in place. */
  zoom(x: number, factor: number): void;
  /** `alt` is true while the Alt key is held. */
  click(x: number, y: number, alt: boolean): void;
  /** Called after the second click. */
  doubleClick(): void;
  hover(x: number, y: number): void;
  leave(): void;
}

/** A press is a click if the pointer moves less than this many pixels before it is released. */
const MAX_CLICK_MOVEMENT = 4;
/** In milliseconds: slightly longer than in browsers that open the context menu on a long press themselves. */
const LONG_PRESS = 650;
/** A wheel notch of 100 pixels zooms by a third. */
const WHEEL_ZOOM = 0.003;
/** Pixels per unit, by WheelEvent.deltaMode: pixel, line, page. */
const DELTA_PIXELS = [1, 16, 400];

type Listen = <Type extends keyof HTMLElementEventMap>(
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
) => void;

export function listenToGestures(canvas: HTMLCanvasElement, signal: AbortSignal, gestures: Gestures): void {
  const on: Listen = (type, listener) => canvas.addEventListener(type, listener, { signal, passive: false });
  listenToPointers(canvas, on, gestures);
  on('dblclick', () => gestures.doubleClick());
  on('pointerleave', () => gestures.leave());
  on('wheel', (event) => {
    event.preventDefault();
    const pixels = DELTA_PIXELS[event.deltaMode] ?? 1;
    const dx = event.deltaX * pixels;
    const dy = event.deltaY * pixels;
    if (event.altKey) gestures.pan(0, -dy);
    else if (event.shiftKey) gestures.pan(-(dx || dy), 0);
    else if (Math.abs(dx) > Math.abs(dy)) gestures.pan(-dx, 0);
    // Browsers report a pinch on a touchpad as a wheel event with Ctrl and small steps.
    else gestures.zoom(event.offsetX, Math.exp(dy * WHEEL_ZOOM * (event.ctrlKey ? 4 : 1)));
  });
}

/** One pointer pans, two pointers zoom. */
function listenToPointers(canvas: HTMLCanvasElement, on: Listen, gestures: Gestures): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const isStill = () => pointers.size === 1 && moved < MAX_CLICK_MOVEMENT;
  // Releasing after the context menu has opened is not a click.
  on('contextmenu', () => pointers.clear());

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (pointers.size === 1) moved = 0;
    if (event.pointerType !== 'mouse') openMenuOnLongPress(canvas, event, isStill);
  });

  on('pointermove', (event) => {
    const { offsetX: x, offsetY: y } = event;
    const last = pointers.get(event.pointerId);
    if (!last) return gestures.hover(x, y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, { x, y });
    moved += Math.abs(x - last.x) + Math.abs(y - last.y);
    if (moved < MAX_CLICK_MOVEMENT) return;
    if (!other) return gestures.pan(x - last.x, y - last.y);
    const before = Math.max(10, Math.abs(last.x - other.x));
    const after = Math.max(10, Math.abs(x - other.x));
    gestures.zoom((x + other.x) / 2, before / after);
    gestures.pan((x - last.x) / 2, (y - last.y) / 2);
  });

  const release = (event: PointerEvent) => {
    const isClick = pointers.delete(event.pointerId) && pointers.size === 0 && moved < MAX_CLICK_MOVEMENT;
    if (isClick && event.type === 'pointerup') gestures.click(event.offsetX, event.offsetY, event.altKey);
  };
  on('pointerup', release);
  on('pointercancel', release);
}

/** Opens the context menu on a long press, because not every browser does. */
function openMenuOnLongPress(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: PointerEvent,
  isStill: () => boolean,
): void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
    if (!isStill()) return;
    const init = { bubbles: true, cancelable: true, clientX, clientY };
    canvas.dispatchEvent(new MouseEvent('contextmenu', init));
  }, LONG_PRESS);
  for (const type of ['pointerup', 'pointercancel', 'contextmenu'])
    canvas.addEventListener(type, () => clearTimeout(timer), { once: true, signal: stop.signal });
}
