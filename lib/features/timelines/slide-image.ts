import type { StoredPicture } from '#kernel/shared/stored-picture.ts';

export const IMAGE_FITS = ['cover', 'contain'] as const;

/** Display options of an image on its slide. */
export interface ImageOptions {
  fit: (typeof IMAGE_FITS)[number];
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  alt: string;
}

/** A slide's image. */
export interface SlideImage extends StoredPicture, ImageOptions {
  /** It shows the whole slide, texts included: nothing is written over it. Absent: false. */
  is_whole_slide?: true | undefined;
  /** It has text or a chart, measured when it came in. Absent: it does not, or it came in before that was measured. */
  is_figure?: true | undefined;
  /** Frames of a file that moved: the first is shown. Absent: it had one. */
  frames?: number | undefined;
}

/** States of the image of a slide. */
export const IMAGE_STATUSES = ['pending', 'ready', 'failed'] as const;

/** Reasons why fetching or decoding the image of a slide failed. */
export const IMAGE_FAILURES = [
  'image_invalid',
  'image_too_large',
  'url_forbidden',
  'entitlement_required',
  'internal_error',
] as const;

export interface ImageFailure {
  code: (typeof IMAGE_FAILURES)[number];
  message: string;
}

/** An image that a slide waits for, or could not have. */
export interface ImageRequest extends ImageOptions {
  /**
   * What brings it: a fetch, and the place of the image in it; or, in the frozen timeline of a render, the address that a variable
   * names.
   */
  from: { fetch: string; index: number } | { url: string };
  /** Why it failed; absent while it is being fetched. */
  error?: ImageFailure | undefined;
}
