// The functions of a classified profile: one for each name, module and kind, and beside it the same under its
// clean name. Python functions have no module: whatever process or jitted file they ran in, they are one.

import { Int32Column, Uint8Column } from '../model/columns.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, Seen, type FuncTable, type Profile } from '../model/profile.ts';
import { cleanName, fileOf, packageOf } from './names.ts';

export class FuncVariants {
  private readonly ids = new Map<string, number>();
  private readonly texts: string[];
  private readonly textIds = new Map<string, number>();
  private readonly modules: readonly string[];
  private readonly columns = {
    name: new Int32Column(),
    file: new Int32Column(),
    package: new Int32Column(),
    module: new Int32Column(),
    clean: new Int32Column(),
    kind: new Uint8Column(),
    seen: new Uint8Column(),
  };

  constructor(profile: Profile) {
    this.texts = [...profile.strings];
    this.texts.forEach((text, id) => this.textIds.set(text, id));
    this.modules = profile.modules;
  }

  /** The function of this name, module (NONE for none) and kind; new when first asked for. */
  variant(name: string, module: number, kind: number, seen: number): number {
    const home = isPython(kind) ? NONE : module;
    const key = `${home} ${kind} ${name}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(key, id);
    const { columns } = this;
    const file = isPython(kind) ? fileOf(name) : '';
    const path = file || this.modules[home];
    // What stood for all of a distribution when the profile was written has its name, and lies nowhere.
    const isStandIn = path === undefined && (kind === Kind.package || kind === Kind.extension);
    const distribution = isStandIn ? name : packageOf(path ?? '');
    columns.name.push(this.text(name));
    columns.file.push(file === '' ? NONE : this.text(file));
    columns.package.push(distribution === undefined ? NONE : this.text(distribution));
    columns.module.push(home);
    columns.kind.push(kind);
    columns.seen.push(seen);
    columns.clean.push(id);
    const clean = cleanName(name);
    if (clean !== name) columns.clean.set(id, this.variant(clean, home, kind, seen));
    return id;
  }

  kindOf(func: number): number {
    return this.columns.kind.at(func);
  }

  moduleOf(func: number): number {
    return this.columns.module.at(func);
  }

  /** Is it a call of its own of Python, as it was read? */
  isCall(func: number): boolean {
    return (this.columns.seen.at(func) & Seen.called) !== 0;
  }

  strings(): string[] {
    return this.texts;
  }

  finish(): FuncTable {
    const { columns } = this;
    return {
      length: columns.name.length,
      name: columns.name.take(),
      file: columns.file.take(),
      package: columns.package.take(),
      module: columns.module.take(),
      clean: columns.clean.take(),
      kind: columns.kind.take(),
      seen: columns.seen.take(),
    };
  }

  private text(text: string): number {
    const known = this.textIds.get(text);
    if (known !== undefined) return known;
    const id = this.texts.push(text) - 1;
    this.textIds.set(text, id);
    return id;
  }
}
