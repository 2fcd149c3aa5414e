const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Formats a time as `hh:mm:ss`, mark, `mmm`: in WebVTT the mark is `.`, in SubRip `,`. */
export function formatCueTime(seconds: number, mark: '.' | ','): string {
  const ms = Math.round(seconds * 1000);
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${mark}${pad(ms % 1000, 3)}`;
}
