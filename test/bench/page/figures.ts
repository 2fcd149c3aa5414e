/** Seconds as they are read: three digits at most. */
export function secondsText(seconds: number): string {
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  return seconds < 20 ? `${seconds.toFixed(1)} s` : `${seconds.toFixed(0)} s`;
}

/** How many times as long, such as "54 ×". */
export const timesText = (times: number): string => `${times < 10 ? times.toFixed(1) : times.toFixed(0)} ×`;
