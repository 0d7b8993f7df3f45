// The Store screen. Loaded on first use.

export { FleetScreen } from '../fleet/FleetScreen.tsx';
export { LoginDialog } from '../fleet/LoginDialog.tsx';
