/** Codes of the warnings of a check. The guide `lib/front/docs/guides/looks.md` explains them. */
export const CHECK_WARNING_CODES = [
  'text_shrunk',
  'text_cut',
  'glyphs_missing',
  'contrast_low',
  'image_low_resolution',
  'image_animated',
  'image_pending',
  'image_unreadable',
  'video_pending',
  'video_unreadable',
  'speech_cut',
  'language_has_no_voice',
  'language_mismatch',
  'voice_unknown',
  'mark_unknown',
  'brackets_spoken',
  'nothing_to_show',
  'callout_not_shown',
  'callout_off_picture',
  'background_still',
  'presenter_covers_text',
  'presenter_pending',
  'presenter_unreadable',
  'overlap',
  'page_empty',
  'text_small',
  'too_long',
  'too_large',
  'variable_missing',
  'variable_unknown_in_text',
] as const;
export type CheckWarningCode = (typeof CHECK_WARNING_CODES)[number];

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
