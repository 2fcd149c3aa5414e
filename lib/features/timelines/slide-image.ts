import type { StoredPicture } from '#kernel/shared/stored-picture.ts';

/** Kinds of images: a picture on the slide, or a picture of the slide itself. */
export const IMAGE_KINDS = ['picture', 'page'] as const;

/** Ways in which an image is fitted into its place: cropped to fill it, or shown whole. */
export const IMAGE_FITS = ['cover', 'contain'] as const;

/** Way in which an image is fitted into its place. */
export type ImageFit = (typeof IMAGE_FITS)[number];

/** Options of the display of an image on its slide. */
export interface ImageOptions {
  /** Absent: `fitOfImage` chooses one for the image. */
  fit?: ImageFit | undefined;
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. Absent: the point that was measured. */
  focus?: ImageFocus | undefined;
  alt: string;
  /** A line that is drawn under or on the image. Absent: none. */
  caption?: string | undefined;
}

/** A point of an image, 0–1 from the left and from the top. */
export interface ImageFocus {
  x: number;
  y: number;
}

/** The focus of an image in which nothing stands out. */
export const CENTER_FOCUS: ImageFocus = { x: 0.5, y: 0.5 };

/** Measured facts of an image that decide how it is shown where a request does not. */
export interface MeasuredImage {
  /**
   * True if it has text, a chart, a user interface or a logo. Absent if it has none of these, or if it was stored before this was measured.
   */
  is_figure?: true | undefined;
  /**
   * The point of a face, of text or of another thing that stands out. Absent if nothing stands out, or if the image was stored before this was
   * measured.
   */
  found_focus?: ImageFocus | undefined;
}

/** The fit of an image: the requested one; otherwise `contain` for an image with text, a chart, a user interface or a logo, else `cover`. */
export const fitOfImage = (requestedFit: ImageFit | undefined, { is_figure }: MeasuredImage): ImageFit =>
  requestedFit ?? (is_figure ? 'contain' : 'cover');

/** The focus of an image: the requested one; otherwise the found one, else the centre. */
export const focusOfImage = (requestedFocus: ImageFocus | undefined, { found_focus }: MeasuredImage): ImageFocus =>
  requestedFocus ?? found_focus ?? CENTER_FOCUS;

/** The display of an image: by the requested options, and by what was measured. */
export const displayOfImage = (options: ImageOptions, image: MeasuredImage) => ({
  fit: fitOfImage(options.fit, image),
  focus: focusOfImage(options.focus, image),
  alt: options.alt,
  ...(options.caption ? { caption: options.caption } : {}),
});

/** A slide's image. */
export interface SlideImage extends StoredPicture, ImageOptions, MeasuredImage {
  fit: ImageFit;
  focus: ImageFocus;
  /** True if it shows the whole slide with its texts, so that no texts are drawn over it. Absent: false. */
  is_whole_slide?: true | undefined;
  /** `page`: a picture of the slide itself, from an import; only the layout `page` shows it. Absent: a picture on the slide. */
  kind?: 'page' | undefined;
  /**
   * True if it was a picture of the slide itself (`page`) until a client made it a picture on the slide. It becomes a `page` again when
   * it shows the whole slide. Absent: false.
   */
  was_page?: true | undefined;
  /** The number of frames of an animated file; the first is shown. Absent: the file has one frame. */
  frames?: number | undefined;
}

/** States of the image of a slide. */
export const SLIDE_IMAGE_STATUSES = ['pending', 'ready', 'failed'] as const;

/** Reasons why fetching or decoding the image of a slide failed. */
export const IMAGE_FAILURE_CODES = [
  'image_invalid',
  'image_too_large',
  'url_forbidden',
  'entitlement_required',
  'internal_error',
] as const;

/** A failure to fetch or to decode the image of a slide. */
export interface ImageFailure {
  code: (typeof IMAGE_FAILURE_CODES)[number];
  message: string;
}

/** A request for the image of a slide: it is being fetched, or has failed. */
export interface SlideImageRequest extends ImageOptions {
  /**
   * Source of the image: a fetch and the index of the image in it; or, in the snapshot of a render, the address that is the value of a
   * variable.
   */
  from: { fetch: string; index: number } | { url: string };
  /** Reason of the failure; absent while the image is being fetched. */
  error?: ImageFailure | undefined;
}
