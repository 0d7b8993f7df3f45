// The functions of a classified profile: one per name, module and kind, and for each of these the same with its
// canonical name. Python functions have no module: they are the same in every process and JIT file.

import { Int32Column, Uint8Column } from '../model/columns.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, FuncFlags, type FuncTable, type Profile } from '../model/profile.ts';
import { canonicalName, fileOf, packageOf } from './names.ts';

export class FuncVariants {
  private readonly ids = new Map<string, number>();
  readonly strings: string[];
  private readonly textIds = new Map<string, number>();
  private readonly modules: readonly string[];
  private readonly columns = {
    name: new Int32Column(),
    file: new Int32Column(),
    package: new Int32Column(),
    module: new Int32Column(),
    canonical: new Int32Column(),
    kind: new Uint8Column(),
    flags: new Uint8Column(),
  };

  constructor(profile: Profile) {
    this.strings = [...profile.strings];
    this.strings.forEach((text, id) => this.textIds.set(text, id));
    this.modules = profile.modules;
  }

  /** The function with this name, module (NONE for none) and kind; added on first use. */
  variant(name: string, module: number, kind: number, flags: number): number {
    const ownModule = isPython(kind) ? NONE : module;
    const key = `${ownModule} ${kind} ${name}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(key, id);
    const { columns } = this;
    const file = isPython(kind) ? fileOf(name) : '';
    const path = file || this.modules[ownModule];
    // An aggregate function read back from a written profile: named after its distribution, without a path.
    const isAggregate = path === undefined && (kind === Kind.package || kind === Kind.extension);
    const distribution = isAggregate ? name : packageOf(path ?? '');
    columns.name.push(this.text(name));
    columns.file.push(file === '' ? NONE : this.text(file));
    columns.package.push(distribution === undefined ? NONE : this.text(distribution));
    columns.module.push(ownModule);
    columns.kind.push(kind);
    columns.flags.push(flags);
    columns.canonical.push(id);
    const canonical = canonicalName(name);
    if (canonical !== name) columns.canonical.set(id, this.variant(canonical, ownModule, kind, flags));
    return id;
  }

  kindOf(func: number): number {
    return this.columns.kind.at(func);
  }

  moduleOf(func: number): number {
    return this.columns.module.at(func);
  }

  /** True for a Python function that was recorded as a call of its own. */
  isCall(func: number): boolean {
    return (this.columns.flags.at(func) & FuncFlags.called) !== 0;
  }

  finish(): FuncTable {
    const { columns } = this;
    return {
      length: columns.name.length,
      name: columns.name.take(),
      file: columns.file.take(),
      package: columns.package.take(),
      module: columns.module.take(),
      canonical: columns.canonical.take(),
      kind: columns.kind.take(),
      flags: columns.flags.take(),
    };
  }

  private text(text: string): number {
    const known = this.textIds.get(text);
    if (known !== undefined) return known;
    const id = this.strings.push(text) - 1;
    this.textIds.set(text, id);
    return id;
  }
}
