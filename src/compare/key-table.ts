// Numbers the function keys of all recordings in a comparison.

import type { FuncTable, FunctionNames } from '../model/profile.ts';
import { functionKey } from './function-key.ts';

export class KeyTable {
  readonly keys: string[] = [];
  private readonly ids = new Map<string, number>();
  /** Per function table, which all levels of a recording share: the result of `idsOf`. */
  private readonly ofTable = new Map<FuncTable, Int32Array>();

  idOf(key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.keys.push(key) - 1;
    this.ids.set(key, id);
    return id;
  }

  /** The number of each function's key. */
  idsOf({ strings, funcs }: FunctionNames): Int32Array {
    const known = this.ofTable.get(funcs);
    if (known) return known;
    const ofName = new Map<number, number>();
    const ids = Int32Array.from(funcs.canonical.subarray(0, funcs.length), (canonical) => {
      const name = funcs.name[canonical];
      const id = ofName.get(name) ?? this.idOf(functionKey(strings[name]));
      ofName.set(name, id);
      return id;
    });
    this.ofTable.set(funcs, ids);
    return ids;
  }
}
