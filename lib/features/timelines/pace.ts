/** Pauses around the narration of a slide. */
export interface Pace {
  /** Seconds of quiet before the narration of a slide, 0 to `MAX_LEAD_SECONDS`. */
  lead_seconds: number;
  /** Seconds of quiet after the narration of a slide, 0 to `MAX_PAUSE_SECONDS`. */
  pause_seconds: number;
  /** The shortest time, in seconds, that a narrated slide without its own duration is shown; 0 to `MAX_MIN_SLIDE_SECONDS`. */
  min_slide_seconds: number;
}

/** The greatest `lead_seconds`. */
export const MAX_LEAD_SECONDS = 5;
/** The greatest `pause_seconds`. */
export const MAX_PAUSE_SECONDS = 5;
/** The greatest `min_slide_seconds`. */
export const MAX_MIN_SLIDE_SECONDS = 30;

/** The pace of a timeline that sets none. */
export const DEFAULT_PACE: Pace = { lead_seconds: 0.3, pause_seconds: 0.7, min_slide_seconds: 3 };

/** Pace of a timeline. Absent values have their defaults: timelines that were stored before these settings existed have none. */
export const paceOf = (settings: { [Key in keyof Pace]?: number | undefined }): Pace => ({
  lead_seconds: settings.lead_seconds ?? DEFAULT_PACE.lead_seconds,
  pause_seconds: settings.pause_seconds ?? DEFAULT_PACE.pause_seconds,
  min_slide_seconds: settings.min_slide_seconds ?? DEFAULT_PACE.min_slide_seconds,
});
