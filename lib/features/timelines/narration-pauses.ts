/** Pauses around the narration of a slide. */
export interface NarrationPauses {
  /** Seconds of quiet before the narration of a slide, 0 to `MAX_NARRATION_LEAD_SECONDS`. */
  lead_seconds: number;
  /** Seconds of quiet after the narration of a slide, 0 to `MAX_NARRATION_PAUSE_SECONDS`. */
  pause_seconds: number;
  /** The shortest time, in seconds, that a narrated slide without its own duration is shown; 0 to `MAX_MIN_SLIDE_SECONDS`. */
  min_slide_seconds: number;
}

/** The maximum of `lead_seconds`. */
export const MAX_NARRATION_LEAD_SECONDS = 5;
/** The maximum of `pause_seconds`. */
export const MAX_NARRATION_PAUSE_SECONDS = 5;
/** The maximum of `min_slide_seconds`. */
export const MAX_MIN_SLIDE_SECONDS = 30;

/** The pauses of a timeline that sets none. */
export const DEFAULT_NARRATION_PAUSES: NarrationPauses = {
  lead_seconds: 0.3,
  pause_seconds: 0.7,
  min_slide_seconds: 3,
};

/** The pauses of a timeline. Absent values have their defaults: timelines that were stored before these settings existed have none. */
export const narrationPausesOfTimeline = (
  settings: { [Key in keyof NarrationPauses]?: number | undefined },
): NarrationPauses => ({
  lead_seconds: settings.lead_seconds ?? DEFAULT_NARRATION_PAUSES.lead_seconds,
  pause_seconds: settings.pause_seconds ?? DEFAULT_NARRATION_PAUSES.pause_seconds,
  min_slide_seconds: settings.min_slide_seconds ?? DEFAULT_NARRATION_PAUSES.min_slide_seconds,
});
