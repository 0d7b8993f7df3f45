// The entries of a menu.

export interface MenuCommand {
  readonly label: string;
  /** Keyboard shortcut of the command. */
  readonly key?: string;
  run(): void;
}

export interface Submenu {
  readonly label: string;
  /** Tooltip. */
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
}

export type MenuEntry = MenuCommand | Submenu;

/** Groups are separated by lines. */
export type MenuGroup = readonly MenuEntry[];
