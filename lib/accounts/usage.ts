/** What an account used in a calendar month (UTC), and how many renders it runs now. */
export interface Usage {
  /** Seconds of finished video. */
  render_seconds: number;
  /** Renders that were created, in any status. */
  renders: number;
  /** Characters of text that were newly spoken. */
  narration_characters: number;
  running_renders: number;
  queued_renders: number;
}

/** The month that a moment belongs to, as `yyyy-mm` in UTC: the name under which usage is counted. */
export const monthOf = (time: string): string => time.slice(0, 7);

/** The first moment of the month of `now`, and that of the month after it. */
export function periodOf(now: Date): { period_start: string; period_end: string } {
  const first = (monthsOn: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOn, 1));
  return { period_start: first(0).toISOString(), period_end: first(1).toISOString() };
}
