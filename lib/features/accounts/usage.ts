/**
 * The amounts that a plan limits by the month. Work reserves what it may need before it starts; at its end it counts what it
 * used and gives back the rest. What is counted and what is reserved never exceed the limit together.
 */
export interface MonthlyAmounts {
  /** Seconds of video, in milliseconds exactly. */
  render_seconds: number;
  /** Characters (code points) of new speech. */
  narration_characters: number;
}

/** Usage of an account in a calendar month (UTC), and its current holdings. */
export interface Usage {
  /** Seconds of finished video, and the encoded share of renders that were canceled or failed. */
  render_seconds: number;
  /** Renders that were created, in any status. */
  renders: number;
  /** Characters of text that were newly spoken. */
  narration_characters: number;
  running_renders: number;
  queued_renders: number;
  timelines: number;
  own_templates: number;
  own_fonts: number;
  /** Bytes of images, recordings, music, fonts and logos: what a plan limits. */
  stored_bytes: number;
  /** Bytes of synthesized speech, which no limit refuses: it is kept so that it need not be made again. */
  speech_bytes: number;
  /** Batches that are not over. */
  open_batches: number;
}

/** Whole milliseconds, so that the sums of what is added and taken away again are exact. */
export const exactSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The month that a moment belongs to, as `yyyy-mm` in UTC: the name under which usage is counted. */
export const monthOf = (time: string): string => time.slice(0, 7);

/** Starts of the month of `now` and of the month after it. */
export function periodOf(now: Date): { period_start: string; period_end: string } {
  const first = (monthsOn: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOn, 1));
  return { period_start: first(0).toISOString(), period_end: first(1).toISOString() };
}
