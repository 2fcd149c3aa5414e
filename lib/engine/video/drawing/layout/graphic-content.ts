import type { Node } from '@takumi-rs/core';
import type { Scene, Template } from '../design.ts';
import type { Measure } from '../text/paragraph-node.ts';
import type { Paragraph, Typesetter } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';
import type { LayoutBox } from './boxes.ts';
import type { PlacingContext } from './place-text.ts';

/** The slide around what it shows instead of points. */
export interface HeldFrame {
  /** Below the heading, in pixels. */
  room: LayoutBox;
  /** Short side of the slide in pixels. */
  short: number;
  template: Template;
  scene: Scene;
  direction: Direction;
  /** Vertical place of a thing that is lower than its room: `middle` is the optical one, nearer to the heading. */
  verticalAlign: 'top' | 'middle';
}

/** The part of the free room that is above a thing in the optical middle. */
const OPTICAL_MIDDLE = 0.36;

/** Top of an element of this height in its space, in pixels. */
export function heldTop({ room, verticalAlign }: Pick<HeldFrame, 'room' | 'verticalAlign'>, height: number): number {
  const free = Math.max(0, room.height - height);
  return room.y + (verticalAlign === 'top' ? 0 : Math.round(free * OPTICAL_MIDDLE));
}

/** A table or a chart with its place and its size. */
export interface ArrangedHeld {
  /** Its top and its height, in pixels. */
  top: number;
  height: number;
  /** True if text was left out. */
  cut: boolean;
  /** True if its text is small, and much smaller than the template sets it; absent: false. */
  shrunk?: boolean | undefined;
  place(around: PlacingContext): Node[];
}

/** Inputs to content that takes the place of points, other than the slide. */
export interface HoldingContext {
  template: Template;
  scene: Scene;
  direction: Direction;
  typesetter: Typesetter;
}

/** Content that a slide shows below its heading instead of points; its text has fonts but no sizes yet. */
export interface HeldContent {
  /** All its text. */
  paragraphs: readonly Paragraph[];
  arrange(frame: HeldFrame, measure: Measure): Promise<ArrangedHeld>;
}
