import type { FootageReader } from '#features/renders/ports.ts';

/** A reader of videos on slides for timelines without any. */
export const noFootage: FootageReader = {
  frames() {
    throw new Error('no slide has a video');
  },
  stream() {
    throw new Error('no slide has a video');
  },
};
