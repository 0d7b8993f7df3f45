// Numbers integers such as addresses in the order in which they are first seen. Faster than a Map, whose keys beyond 31 bits are
// objects.

import { Float64Column } from './columns.ts';

const INITIAL_SLOTS = 256;
const HALF = 2 ** 32;

export class NumberIds {
  private readonly values = new Float64Column();
  /** Hash table of the values, as ID + 1; 0 is an empty slot. At most half full. */
  private slots = new Int32Array(INITIAL_SLOTS);

  get length(): number {
    return this.values.length;
  }

  /** Returns the ID of the value, a new one if it has none. */
  of(value: number): number {
    const { values, slots } = this;
    const mask = slots.length - 1;
    let slot = hashOf(value) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask)
      if (values.at(slots[slot] - 1) === value) return slots[slot] - 1;
    values.push(value);
    slots[slot] = values.length;
    if (values.length * 2 > slots.length) this.grow();
    return values.length - 1;
  }

  /** The value with this ID. */
  at(id: number): number {
    return this.values.at(id);
  }

  private grow(): void {
    const { values } = this;
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < values.length; id++) {
      let slot = hashOf(values.at(id)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

function hashOf(value: number): number {
  const mixed = Math.imul((value | 0) ^ Math.imul((value / HALF) | 0, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
