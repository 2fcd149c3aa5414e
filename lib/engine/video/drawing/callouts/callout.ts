/** Kinds of callouts. `zoom` moves the camera; the others are drawn over the slide. */
export const CALLOUT_KINDS = ['box', 'circle', 'arrow', 'spotlight', 'zoom', 'blur'] as const;

/** Limits of the callouts of a slide: their number, and the characters of a label. */
export const CALLOUT_LIMITS = { callouts: 8, text: 60 } as const;

/** The latest moment of a callout: seconds from the start of its slide, and the number of a mark or a sentence. */
export const CALLOUT_MOMENT_LIMITS = { seconds: 300, counted: 1000 } as const;

/** A part of a picture, 0–1 from its left and its top. */
export interface RelativePictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A callout as it is drawn. */
export interface DrawableCallout {
  kind: Exclude<(typeof CALLOUT_KINDS)[number], 'zoom'>;
  /** A part of the image of the slide (the whole image is 1), or of the slide if its layout shows no image or several. */
  area: RelativePictureArea;
  /** A label; absent: none. */
  text?: string | undefined;
  /** `#rrggbb`; absent: the accent of the template. */
  color?: string | undefined;
}
