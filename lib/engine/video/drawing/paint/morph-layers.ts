import type { PictureDimensions } from '../../format.ts';
import type { ImageMotion } from '../../motion/image-motion.ts';
import type { RawPicture } from '../../picture.ts';
import type { ChartMorphMoment } from '../chart/chart-between.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { SlideLayers } from './slide-layers.ts';

/** The state of a slide's moving image before or after its motion. */
export interface ImageRestState {
  motion: Exclude<ImageMotion, 'none'>;
  when: 'start' | 'end';
}

/** A picture of a slide, or, if its image is at rest before or after a motion, its layers. */
export type MorphEndPicture = { flat: RawPicture } | { layers: SlideLayers; rest: ImageRestState };

/** A slide without the parts that it shares with another. */
export interface SlidePicturesWithoutSharedParts {
  below: MorphEndPicture;
  /** With straight alpha; absent: all is in `below`, because no image moves between the two. */
  above?: RawPicture | undefined;
}

/** A drawn part of a slide with straight alpha: its picture, and its place on the slide in pixels, which may be fractions. */
export interface CutOutPart {
  /** The visible pixels, with empty ones around them; both sides even. */
  picture: RawPicture;
  /** The place of the visible pixels within the picture. */
  within: LayoutBox;
  /** Their place on the slide. */
  box: LayoutBox;
}

/** An image on a slide: the whole image, and the part of it that is shown. */
export interface VisibleImage {
  /** The whole image, opaque. Both sides are even: its last column and row may be repeated. */
  picture: RawPicture;
  /** The size of the image in the picture. */
  whole: PictureDimensions;
  /** The part of the picture that is shown, in its pixels. */
  view: LayoutBox;
  /** Its place on the slide. */
  box: LayoutBox;
  /** Radii of the corners, from the left top one clockwise, in pixels. */
  radii: readonly [number, number, number, number];
}

/** A part on both slides. */
export interface MorphPair<Part> {
  from: Part;
  to: Part;
}

/** A chart that turns into another one, as pictures with straight alpha. */
export interface MorphingChart {
  /** Its place on the slide; all four numbers are even. */
  box: LayoutBox;
  /** Draws it at a moment. */
  paint(moment: ChartMorphMoment): Promise<RawPicture>;
}

/** Two slides, divided into their shared and their different parts. */
export interface MorphLayers {
  from: SlidePicturesWithoutSharedParts;
  to: SlidePicturesWithoutSharedParts;
  /** The background of the second slide with all parts that both slides have in the same place. */
  middle: SlidePicturesWithoutSharedParts;
  /** Images that are drawn between `below` and `above`. */
  images: MorphPair<VisibleImage>[];
  /** The marks of a chart with their texts, over `below` and `above`; absent: no chart turns into another one. */
  chart?: MorphingChart | undefined;
  /** Texts, shapes and items over `below` and `above`. */
  inks: MorphPair<CutOutPart>[];
  /** Images over everything else. */
  pasted: MorphPair<VisibleImage>[];
}
