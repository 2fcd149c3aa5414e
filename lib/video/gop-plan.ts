/** Splits a stand into GOPs of at most `longest` frames, as even as can be. */
export function gopLengths(frames: number, longest: number): number[] {
  const count = Math.ceil(frames / longest);
  return Array.from({ length: count }, (_, gop) => startOf(gop + 1, count, frames) - startOf(gop, count, frames));
}

const startOf = (gop: number, count: number, frames: number): number => Math.floor((gop * frames) / count);
