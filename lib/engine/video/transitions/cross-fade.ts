import { blankPicture, pixelWords, type YuvPicture } from '../picture.ts';

const EVEN = 0x00ff00ff;
/** A half in both of the 16-bit lanes. */
const ROUNDING = 0x00800080;

/** Mixes two pictures of one size: `weight` (0–256) of the second, the rest of the first. */
export function crossFade(from: YuvPicture, to: YuvPicture, weight: number): YuvPicture {
  const mixed = blankPicture(from);
  const a = pixelWords(from.data);
  const b = pixelWords(to.data);
  const out = pixelWords(mixed.data);
  const rest = 256 - weight;
  // Four samples a word, two at a time in lanes of 16 bits, which 255 * 256 + 128 just fits.
  for (let i = 0; i < out.length; i++) {
    const p = a[i] ?? 0;
    const q = b[i] ?? 0;
    // Slides of one template have most of their pixels in common.
    if (p === q) {
      out[i] = p;
      continue;
    }
    const even = Math.imul(p & EVEN, rest) + Math.imul(q & EVEN, weight) + ROUNDING;
    const odd = Math.imul((p >>> 8) & EVEN, rest) + Math.imul((q >>> 8) & EVEN, weight) + ROUNDING;
    out[i] = ((even >>> 8) & EVEN) | (odd & ~EVEN);
  }
  for (let i = out.length * 4; i < mixed.data.length; i++) {
    mixed.data[i] = ((from.data[i] ?? 0) * rest + (to.data[i] ?? 0) * weight + 128) >> 8;
  }
  return mixed;
}
