// Components of the room “lines”, each of which loads it.

import { lazyComponent, lazyPart } from './primitives/lazy-part.ts';

const lines = lazyPart(() => import('./rooms/lines.ts'));

export const LineList = lazyComponent(lines, (room) => room.LineList);
export const SourcePane = lazyComponent(lines, (room) => room.SourcePane);

/** Failures are reported only when a part is shown. */
export function preloadLines(): void {
  lines.load().catch(() => {});
}
