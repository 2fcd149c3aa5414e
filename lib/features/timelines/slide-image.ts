import type { StoredPicture } from '#kernel/shared/stored-picture.ts';

/** Kinds of images: a picture on the slide, or a picture of the slide itself. */
export const IMAGE_KINDS = ['picture', 'page'] as const;

export const IMAGE_FITS = ['cover', 'contain'] as const;

export type ImageFit = (typeof IMAGE_FITS)[number];

/** Display options of an image on its slide, as they were asked for. */
export interface ImageOptions {
  /** Absent: the image decides, by `fitOf`. */
  fit?: ImageFit | undefined;
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  alt: string;
}

/** The fit of an image: the one that was asked for; otherwise an image that has text, a chart or a user interface is never cropped. */
export const fitOf = (asked: ImageFit | undefined, { is_figure }: { is_figure?: true | undefined }): ImageFit =>
  asked ?? (is_figure ? 'contain' : 'cover');

/** A slide's image. */
export interface SlideImage extends StoredPicture, ImageOptions {
  fit: ImageFit;
  /** It shows the whole slide, texts included: nothing is written over it. Absent: false. */
  is_whole_slide?: true | undefined;
  /** A picture of the slide itself, as an import brings it: shown by the layout `page` alone. Absent: a picture on the slide. */
  kind?: 'page' | undefined;
  /** It was a picture of the slide itself until a client put it on the slide; shown whole, it is again. Absent: it was not. */
  was_page?: true | undefined;
  /** It has text, a chart or a user interface, measured when it came in. Absent: it does not, or it came in before that was measured. */
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
   * Source of the image: a fetch, and the place of the image in it; or, in the frozen timeline of a render, the address that a variable
   * names.
   */
  from: { fetch: string; index: number } | { url: string };
  /** Reason why it failed; absent while it is being fetched. */
  error?: ImageFailure | undefined;
}
