/**
 * The amounts that a plan limits per month. Work reserves the most that it may need before it starts; at its end it counts its use and
 * gives back the rest. The counted and the reserved amount together never exceed the limit.
 */
export interface MonthlyAmounts {
  /** Seconds of video, with an accuracy of 1 ms. */
  render_seconds: number;
  /** Characters (code points) of new speech. */
  narration_characters: number;
}

/** Usage of an account in a calendar month (UTC), and its current holdings. */
export interface AccountMonthUsage {
  /** Seconds of finished video, and the encoded share of renders that were canceled or failed. */
  render_seconds: number;
  /** Renders that were created, in any status. */
  renders: number;
  /** Characters of new speech. */
  narration_characters: number;
  running_renders: number;
  queued_renders: number;
  timelines: number;
  own_templates: number;
  own_fonts: number;
  /** Bytes of images, recordings, music, fonts and logos: what a plan limits. */
  stored_bytes: number;
  /** Bytes of synthesized speech, which is kept for later renders and has no limit. */
  speech_bytes: number;
  /** Batches that are not over. */
  open_batches: number;
}

/** Rounds seconds to whole milliseconds, so that sums of added and subtracted amounts are exact. */
export const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The month of a timestamp in UTC, as `yyyy-mm`, under which usage is counted. */
export const usageMonthOf = (time: string): string => time.slice(0, 7);

/** The start of the month (UTC) of `now`, and that of the following month, as timestamps. */
export function usagePeriodOf(now: Date): { period_start: string; period_end: string } {
  const startOfMonth = (monthsFromNow: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsFromNow, 1));
  return { period_start: startOfMonth(0).toISOString(), period_end: startOfMonth(1).toISOString() };
}
