// 64-bit numbers out of bytes, little-endian, as doubles. Both throw RangeError outside of the view.

/** Exact below 2 ** 53: sizes, counts and times. */
export function unsigned64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

/** Exact for all addresses that a processor can use: those of the upper half, the kernel's, are negative. */
export function signed64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
}
