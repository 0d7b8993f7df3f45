// What surrounds the view of a recording. Loaded while the page is idle.

export { ContextMenu } from '../ContextMenu.tsx';
export { SidePanel } from '../details/SidePanel.tsx';
export { FilterChips } from '../filters/FilterChips.tsx';
export { NoSamples } from '../filters/FilterChips.tsx';
export { SearchSummary } from '../header/SearchSummary.tsx';
export { Tools } from '../header/Tools.tsx';
export { TimelinePanel } from '../timeline/TimelineView.tsx';
