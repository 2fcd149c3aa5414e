/** Compares keys in S3's order: by their UTF-8 bytes. That of JavaScript strings differs beyond the basic plane. */
export function compareS3Keys(a: string, b: string): number {
  const commonLength = Math.min(a.length, b.length);
  for (let index = 0; index < commonLength; index += 1) {
    const [leftUnit, rightUnit] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (leftUnit !== rightUnit) return utf8Rank(leftUnit) - utf8Rank(rightUnit);
  }
  return a.length - b.length;
}

// Surrogates stand for the highest code points, but in UTF-16 they come before U+E000 to U+FFFF.
function utf8Rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Finds the index of the first key that is not less than `key`. `keys` must be in S3's order. */
export function lowerBound(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareS3Keys(keys[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
