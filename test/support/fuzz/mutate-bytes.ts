import type { RandomChoices } from './random-choices.ts';

const EDGES = [0, 1, 0x7f, 0x80, 0xff];

/** A changed copy of bytes: some are others, or parts of them are left out, doubled or cut off. */
export function mutateBytes(bytes: Buffer, choose: RandomChoices): Buffer {
  if (bytes.length < 2) return Buffer.from(bytes);
  let copy = Buffer.from(bytes);
  for (let changes = 1 + choose.below(8); changes > 0; changes--) {
    const at = choose.below(copy.length);
    const kind = choose.below(12);
    if (kind < 4) copy[at] = choose.below(256);
    else if (kind < 7) copy[at] = choose.of(EDGES);
    // Heads of files have their sides and counts.
    else if (kind < 10) copy[choose.below(Math.min(64, copy.length))] = choose.of(EDGES);
    else if (kind === 10) copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + choose.below(200))]);
    else copy = Buffer.concat([copy.subarray(0, at), copy.subarray(Math.max(0, at - choose.below(200)))]);
    if (copy.length < 2) return copy;
  }
  return choose.oneIn(15) ? copy.subarray(0, choose.below(copy.length)) : copy;
}
