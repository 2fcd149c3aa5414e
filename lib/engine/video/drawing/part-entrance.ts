import type { Node } from '@takumi-rs/core';
import type { RawPicture } from '../picture.ts';
import type { LayoutBox } from './layout/boxes.ts';

/** Part of the names of clips of entrances. Change it with anything that may change a frame between their first and last pictures. */
export const ENTRANCE_VERSION = 2;

/** The side towards which a part grows. */
export type PartGrowthSide = 'top' | 'bottom' | 'left' | 'right';

/** The order in which the pixels of a part appear; lengths in pixels of the slide. */
export type EntranceRevealShape =
  /** All at once. */
  | { kind: 'fade' }
  /** From a line (`start`) on, over a length. `edge`: the width of the soft edge; `radius`: of the corners of a bar, at its moving end. */
  | { kind: 'grow'; towards: PartGrowthSide; start: number; length: number; radius: number; edge: number }
  /** Around a centre, in radians clockwise from the top; counter-clockwise where `to` is less than `from`. */
  | { kind: 'sweep'; x: number; y: number; from: number; to: number; radius: number }
  /** From a centre on. */
  | { kind: 'radiate'; x: number; y: number; radius: number };

/** The entrance of one part of a slide. */
export interface PartEntrance {
  /** Pixels of the slide. */
  box: LayoutBox;
  shape: EntranceRevealShape;
  /** The index of the picture with which it is complete: parts of later layers cover those of earlier ones. */
  layer: number;
  /** The part of the whole time in which it appears, 0–1. */
  begins: number;
  ends: number;
}

/** A figure that counts to its value. */
export interface CountUpFigure {
  /** Pixels of the slide. */
  box: LayoutBox;
  /** Its text in its box, at a part of the way (0–1) to its value. */
  node(progress: number): Node;
}

/** A figure that counts, as small pictures with straight alpha. */
export interface PaintableCountUpFigure {
  /** Its place on the slide; all four numbers are even. */
  box: LayoutBox;
  /** Draws it at a part of the way (0–1) to its value. */
  paint(progress: number): Promise<RawPicture>;
}

/** The entrance of some parts of a graphic. */
export interface GraphicEntrance {
  steps: PartEntrance[];
  /** Figures that count up, above all layers and not part of them; absent: none. */
  figures?: CountUpFigure[];
  /**
   * True: the figures are left out of the layers by drawing these with `figures: 'hidden'`, and one more layer has the texts. Absent: the
   * layers lack the figures anyway, which appear after their parts (`labelled`), and the last layer has the other texts.
   */
  hidesFigures?: boolean;
  /**
   * For each layer of marks, the number of parts that are visible with it, without the texts of the entering parts; these texts are one
   * more layer.
   */
  layers: number[];
}

/** The parts of a graphic that enter: those from `from` up to `to` (exclusive). */
export interface EnteringPartIndexRange {
  from: number;
  to: number;
}
