import type { Schemas } from '#front/client/client.ts';

/** A slide that shows one kind of motion, and its length in seconds. */
export interface MotionSlide {
  name: string;
  slide: Schemas['SlideInput'] & { duration_seconds: number };
}
