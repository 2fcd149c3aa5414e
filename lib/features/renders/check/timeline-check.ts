/** Facts about the warnings with a code. */
interface CheckWarningFacts {
  /** True: something of the timeline would not be shown or said. Absent: false. */
  isLoss?: true;
  /** True: a video without narration does not have the problem. Absent: false. */
  isAboutNarration?: true;
  /** True: a file is still being decoded, and a render waits for it. Absent: false. */
  isPending?: true;
}

/** The warnings of a check by their codes. The guide `lib/front/docs/guides/looks.md` explains them. */
const CHECK_WARNINGS = {
  text_shrunk: {},
  text_cut: { isLoss: true },
  glyphs_missing: { isLoss: true },
  contrast_low: {},
  image_low_resolution: {},
  image_animated: {},
  image_pending: { isPending: true },
  image_unreadable: { isLoss: true },
  video_pending: { isPending: true },
  video_unreadable: { isLoss: true },
  speech_cut: { isLoss: true, isAboutNarration: true },
  language_has_no_voice: { isAboutNarration: true },
  language_mismatch: { isAboutNarration: true },
  voice_unknown: { isAboutNarration: true },
  mark_unknown: { isAboutNarration: true },
  brackets_spoken: { isAboutNarration: true },
  nothing_to_show: {},
  callout_not_shown: { isLoss: true },
  callout_off_picture: {},
  background_still: {},
  presenter_covers_text: {},
  presenter_pending: { isPending: true },
  presenter_unreadable: { isLoss: true },
  overlap: {},
  page_empty: {},
  text_small: {},
  too_long: {},
  too_large: {},
  variable_missing: {},
  variable_unknown_in_text: {},
} as const satisfies Record<string, CheckWarningFacts>;
export type CheckWarningCode = keyof typeof CHECK_WARNINGS;

/** The codes of the warnings of a check. */
export const CHECK_WARNING_CODES = Object.keys(CHECK_WARNINGS) as CheckWarningCode[];

/** Facts about the warnings with a code. */
export const factsOfCheckWarning = (code: CheckWarningCode): CheckWarningFacts => CHECK_WARNINGS[code];

/** A possible problem that a client should check before rendering. */
export interface CheckWarning {
  /** Null: the warning is about the whole timeline. */
  slide_id: string | null;
  /** Position of the slide, from 0; null: the warning is about the whole timeline. */
  position: number | null;
  code: CheckWarningCode;
  message: string;
  /** JSON path of the field in the timeline; null: no single field. */
  param: string | null;
}

/** An estimate of what a render with narration would use, at the default frame rate. */
export interface RenderUsageEstimate {
  /** Length of the video; exact when every slide has its narration. */
  duration_seconds: number;
  /** Number of characters that a voice speaks. */
  narration_characters: number;
  /** Number of these characters whose speech does not exist yet. */
  narration_characters_new: number;
  /** Seconds of the video in which its picture moves. */
  motion_seconds: number;
  /** Number of slides that an earlier render has not fully encoded. */
  slides_new: number;
  /** Seconds that the render uses of the month. */
  render_seconds: number;
  /** True if the plan allows such a video, the month has enough left, and a worker has room for it. */
  fits_plan: boolean;
}

/** The result of the check of a timeline. */
export interface TimelineCheck {
  warnings: CheckWarning[];
  estimate: RenderUsageEstimate;
}
