// The types of menu entries.

export interface MenuCommand {
  readonly label: string;
  /** Keyboard shortcut of the command. */
  readonly key?: string;
  /** An explanation, shown below the label. */
  readonly about?: string;
  /** For one of several exclusive choices: true for the current one. */
  readonly isChecked?: boolean;
  /** For one of several independent choices: true if it is on. The menu stays open. */
  readonly isOn?: boolean;
  run(): void;
}

export interface Submenu {
  readonly label: string;
  /** Tooltip. */
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
}

export type MenuEntry = MenuCommand | Submenu;

/** Separator lines are drawn between groups. */
export type MenuGroup = readonly MenuEntry[];
