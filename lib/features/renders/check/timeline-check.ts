/** Warnings of `check`. The guide `lib/front/docs/guides/looks.md` explains them. */
export const CHECK_WARNINGS = [
  'text_shrunk',
  'text_cut',
  'glyphs_missing',
  'contrast_low',
  'image_low_resolution',
  'image_animated',
  'image_pending',
  'image_unreadable',
  'speech_cut',
  'language_has_no_voice',
  'language_mismatch',
  'nothing_to_show',
  'too_long',
  'too_large',
  'variable_missing',
  'variable_unknown_in_text',
] as const;
export type CheckWarningCode = (typeof CHECK_WARNINGS)[number];

/** Something that a client should look at before rendering. */
export interface CheckWarning {
  /** Null: of the whole timeline. */
  slide_id: string | null;
  /** From 0. */
  position: number | null;
  code: CheckWarningCode;
  message: string;
  /** JSON path of the field in the timeline; null: none in particular. */
  param: string | null;
}

/** Estimate of what a render with narration would use, as H.264 at 30 frames per second. */
export interface CheckEstimate {
  /** Exact once every slide is narrated. */
  duration_seconds: number;
  /** Characters that are spoken in all. */
  narration_characters: number;
  /** Characters of speech that does not exist. */
  narration_characters_new: number;
  /** Slides that are not wholly there from an earlier render. */
  slides_new: number;
  /** Seconds that it uses of the month. */
  render_seconds: number;
  /** True if the plan allows such a video, the month has enough left, and a worker has room for it. */
  fits_plan: boolean;
}

export interface TimelineCheck {
  warnings: CheckWarning[];
  estimate: CheckEstimate;
}
