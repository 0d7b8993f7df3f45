// Loads the room “workspace”.

import { lazyComponent, lazyPart } from './primitives/lazy-part.ts';

export const workspaceRoom = lazyPart(() => import('./rooms/workspace.ts'));

export const FlameGraph = lazyComponent(workspaceRoom, (room) => room.FlameGraph);

/** Failures are reported only when a part is shown. */
export function preloadWorkspace(): void {
  workspaceRoom.load().then(
    ({ preloadViews }) => preloadViews(),
    () => {},
  );
}
