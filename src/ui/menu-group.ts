// What a menu is made of.

export interface MenuCommand {
  readonly label: string;
  /** The key that does the same without the menu. */
  readonly key?: string;
  run(): void;
}

export interface Submenu {
  readonly label: string;
  /** What the label is short for. */
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
}

export type MenuEntry = MenuCommand | Submenu;

/** A line parts it from the next. */
export type MenuGroup = readonly MenuEntry[];
