// The screen of an open recording with its first graph. Loaded while the start screen is idle, or while a recording is opened.

export { FlameGraph } from '../flame/Graph.tsx';
export { preloadViews } from '../view-parts.ts';
export { Workspace } from '../Workspace.tsx';
