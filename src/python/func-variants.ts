// Builds the function table of a classified profile. It has one function per name, module and kind, and also the function with
// the canonical name of each. Python functions have no module, so they are the same in every process and JIT file.

import { canonicalName } from '../model/function-names.ts';
import { Int32Column, Uint8Column } from '../model/columns.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, type FuncTable, type Profile } from '../model/profile.ts';
import { fileInName, packageOf } from './names.ts';

const COLUMNS = ['name', 'file', 'package', 'module', 'canonical', 'kind', 'flags'] as const;

export class FuncVariants {
  private readonly ids = new Map<string, number>();
  readonly strings: string[];
  private readonly textIds = new Map<string, number>();
  private readonly modules: readonly string[];
  private readonly name = new Int32Column();
  private readonly file = new Int32Column();
  private readonly package = new Int32Column();
  private readonly canonical = new Int32Column();
  readonly module = new Int32Column();
  readonly kind = new Uint8Column();
  readonly flags = new Uint8Column();

  /** Continues the table `known`, if there is one. */
  constructor({ strings, modules }: Pick<Profile, 'strings' | 'modules'>, known?: FuncTable) {
    this.strings = [...strings];
    this.strings.forEach((text, id) => this.textIds.set(text, id));
    this.modules = modules;
    if (known) this.addKnown(known);
  }

  private addKnown(known: FuncTable): void {
    for (let func = 0; func < known.length; func++) {
      const key = keyOf(this.strings[known.name[func]], known.module[func], known.kind[func]);
      // Aggregate functions come last, and may be like others.
      if (!this.ids.has(key)) this.ids.set(key, func);
      for (const column of COLUMNS) this[column].push(known[column][func]);
    }
  }

  /** Returns the function with this name, module (NONE for none) and kind, adding it if it is new. */
  variant(name: string, module: number, kind: number, flags: number): number {
    const ownModule = isPython(kind) ? NONE : module;
    const key = keyOf(name, ownModule, kind);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.name.length;
    this.ids.set(key, id);
    const file = isPython(kind) ? fileInName(name) : '';
    const path = file || this.modules[ownModule];
    // An aggregate function from an exported profile has the name of its package and no path.
    const isAggregate = path === undefined && (kind === Kind.package || kind === Kind.extension);
    const distribution = isAggregate ? name : packageOf(path ?? '');
    this.name.push(this.text(name));
    this.file.push(file === '' ? NONE : this.text(file));
    this.package.push(distribution === undefined ? NONE : this.text(distribution));
    this.module.push(ownModule);
    this.kind.push(kind);
    this.flags.push(flags);
    this.canonical.push(id);
    const canonical = canonicalName(name);
    if (canonical !== name) this.canonical.set(id, this.variant(canonical, ownModule, kind, flags));
    return id;
  }

  get length(): number {
    return this.name.length;
  }

  nameAt(func: number): string {
    return this.strings[this.name.at(func)];
  }

  finish(): FuncTable {
    return {
      length: this.name.length,
      name: this.name.take(),
      file: this.file.take(),
      package: this.package.take(),
      module: this.module.take(),
      canonical: this.canonical.take(),
      kind: this.kind.take(),
      flags: this.flags.take(),
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

function keyOf(name: string, module: number, kind: number): string {
  return `${module} ${kind} ${name}`;
}
