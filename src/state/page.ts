// Actions for problems, menus, the help dialog and preferences.

import { storePreference, type ThemeChoice } from './preferences.ts';
import type { EditorSetting } from '../text/editor-link.ts';
import { action, type State } from './store.ts';
import type { Subject } from './view/view-state.ts';

export const showProblem = action((_, text: string) => ({ problem: { text } }));

export const dismissProblem = action(() => ({ problem: undefined }));

export const declineOffer = action(() => ({ offered: undefined }));

export const dismissReceived = action(() => ({ received: undefined }));

/** Opens the context menu for `subject`; `x` and `y` are viewport coordinates in CSS pixels. */
export const openMenu = action((_, subject: Subject, x: number, y: number) => ({ menu: { subject, x, y } }));

export const closeMenu = action(() => ({ menu: undefined }));

export const setHelpOpen = action((_, isHelpOpen: boolean) => ({ isHelpOpen }));

/** Shows or hides the source of the selected function below the view. */
export const setSourceOpen = action((_, isSourceOpen: boolean) => ({ isSourceOpen }));

export const setTheme = action((_, theme: ThemeChoice) => {
  storePreference('theme', theme);
  return { theme };
});

export const setSingleKeys = action((_, singleKeys: boolean) => {
  storePreference('single-keys', singleKeys ? 'on' : 'off');
  return { singleKeys };
});

export const setEditorDialogOpen = action((_, isEditorDialogOpen: boolean) => ({ isEditorDialogOpen }));

export const setEditor = action((_, editor: EditorSetting) => {
  storePreference('editor', JSON.stringify(editor));
  return { editor };
});

export const setLanesShown = action((_, showsLanes: boolean) => {
  storePreference('timeline-lanes', showsLanes ? 'on' : 'off');
  return { showsLanes };
});

export const setPointedTime = action((_, pointedTime: State['pointedTime']) => ({ pointedTime }));

/** Sets whether this browser remembers the recordings opened from now on. */
export const setRemembersOpened = action((_, remembersOpened: boolean) => {
  storePreference('remembers-opened', remembersOpened ? 'on' : 'off');
  return { remembersOpened };
});
