// Dialogs, findings and notices. Loaded on first use.

export { OpenOrCompare } from '../compare/OpenOrCompare.tsx';
export { FindingsBanner } from '../doctor/FindingsBanner.tsx';
export { FindingsPanel } from '../doctor/FindingsPanel.tsx';
export { EditorDialog } from '../lines/EditorDialog.tsx';
export { Help } from '../Help.tsx';
export { ShareDialog } from '../share/ShareDialog.tsx';
export { Notices } from '../start/Notices.tsx';
export { Unshowable } from '../start/Notices.tsx';
export { TopicHelp } from '../TopicHelp.tsx';
