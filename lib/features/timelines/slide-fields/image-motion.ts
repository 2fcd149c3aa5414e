import { z } from 'zod';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { defineField } from './define-field.ts';

const motions = z.enum(IMAGE_MOTIONS);

/** The camera movement over the image. Absent (in slides that were stored before this field existed): `none`. */
export const imageMotion = defineField({
  sent: motions,
  created: motions
    .default('none')
    .describe(
      'Slow camera movement over the image. Bullet points then appear all at once. `pan_left` moves the camera left, so the picture moves right.',
    ),
  answer: motions,
  stored: motions.optional(),
  keep: (motion) => motion,
  show: (stored) => stored ?? 'none',
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { image_motion: ['Slow camera movement over the image.'] },
  label: 'Image motion',
  isListedForAgents: false,
  shortWords: { image_motion: 'Slow camera movement over the image.' },
});
