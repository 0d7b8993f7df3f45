// Hashes that must be the same on every machine and in every version, because links contain them.

/** 32-bit FNV-1a over UTF-16 units, unsigned (https://datatracker.ietf.org/doc/draft-eastlake-fnv/). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const LOW = 2 ** 32;
/** Masks the upper part so that the hash stays a safe integer. */
const HIGH_BITS = 0x1fffff;

/** A 53-bit hash of a string: a safe integer, so that it can be stored in a Float64Array. */
export function hashText(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return joined(mixed(low ^ (high >>> 15)), mixed(high ^ (low >>> 13)));
}

/**
 * Appends an element to the hash of a sequence. `hash` covers the elements so far, `next` is the hash of the new one; both have
 * 53 bits. Order matters.
 */
export function extendHash(hash: number, next: number): number {
  const low = extendLow(hash | 0, next | 0);
  const high = mixed(Math.imul((hash / LOW) | 0, 0x85ebca6b) ^ ((next / LOW) | 0) ^ (low >>> 7));
  return joined(low, high);
}

/**
 * The lower 32 bits of `extendHash`, signed, computed from the lower 32 bits of `hash` and `next`. Cheap enough for each node
 * of a large tree.
 */
export function extendLow(hash: number, next: number): number {
  return mixed(Math.imul(hash, 0x01000193) ^ next);
}

/** Every bit of the result depends on every bit of the value (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function joined(low: number, high: number): number {
  return (high & HIGH_BITS) * LOW + (low >>> 0);
}
