// Loads the room “fleet”.

import { lazyComponent, lazyPart } from './primitives/lazy-part.ts';

const fleet = lazyPart(() => import('./rooms/fleet.ts'));

export const FleetScreen = lazyComponent(fleet, (room) => room.FleetScreen);
export const LoginDialog = lazyComponent(fleet, (room) => room.LoginDialog);
