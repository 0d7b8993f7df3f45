// Components of the room “dialogs”, each of which loads it.

import { lazyComponent, lazyPart } from './primitives/lazy-part.ts';

const dialogs = lazyPart(() => import('./rooms/dialogs.ts'));

export const EditorDialog = lazyComponent(dialogs, (room) => room.EditorDialog);
export const FindingsBanner = lazyComponent(dialogs, (room) => room.FindingsBanner);
export const FindingsPanel = lazyComponent(dialogs, (room) => room.FindingsPanel);
export const Help = lazyComponent(dialogs, (room) => room.Help);
export const Notices = lazyComponent(dialogs, (room) => room.Notices);
export const OpenOrCompare = lazyComponent(dialogs, (room) => room.OpenOrCompare);
export const ShareDialog = lazyComponent(dialogs, (room) => room.ShareDialog);
export const TopicHelp = lazyComponent(dialogs, (room) => room.TopicHelp);
export const Unshowable = lazyComponent(dialogs, (room) => room.Unshowable);
