// The parts of the page that load on first use. Each belongs to a room, which is one script (scripts/rooms.ts), and loads with
// all others of that room.

import { lazyComponent, lazyPart } from './primitives/lazy-part.ts';

const dialogs = lazyPart(() => import('./rooms/dialogs.ts'));
const fleet = lazyPart(() => import('./rooms/fleet.ts'));

export const EditorDialog = lazyComponent(dialogs, (room) => room.EditorDialog);
export const FindingsBanner = lazyComponent(dialogs, (room) => room.FindingsBanner);
export const FindingsPanel = lazyComponent(dialogs, (room) => room.FindingsPanel);
export const Help = lazyComponent(dialogs, (room) => room.Help);
export const Notices = lazyComponent(dialogs, (room) => room.Notices);
export const OpenOrCompare = lazyComponent(dialogs, (room) => room.OpenOrCompare);
export const ShareDialog = lazyComponent(dialogs, (room) => room.ShareDialog);
export const TopicHelp = lazyComponent(dialogs, (room) => room.TopicHelp);
export const Unshowable = lazyComponent(dialogs, (room) => room.Unshowable);

export const FleetScreen = lazyComponent(fleet, (room) => room.FleetScreen);
export const LoginDialog = lazyComponent(fleet, (room) => room.LoginDialog);
