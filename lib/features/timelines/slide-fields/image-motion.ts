import { z } from 'zod';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { toMotionChoiceAnswer, toStoredMotionChoice } from '../motion-choice.ts';
import { defineSlideField } from './define-slide-field.ts';

const motionSchema = z.enum(IMAGE_MOTIONS);
const sentSchema = motionSchema.nullable();

/**
 * The camera movement over the image. Absent or `none`: the slide does not choose one (slides that were stored before this field existed
 * have none); `off`: `none` was sent.
 */
export const imageMotionFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema
    .default(null)
    .describe(
      'Slow camera movement over the image. Bullet points then appear all at once. `pan_left` moves the camera left, so the picture moves right. Null: by `motion`, which moves photographs unless it is `none`.',
    ),
  answer: motionSchema,
  stored: z.enum([...IMAGE_MOTIONS, 'off']).optional(),
  keep: toStoredMotionChoice,
  show: toMotionChoiceAnswer,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { image_motion: ['Slow camera movement over the image.'] },
  label: 'Image motion',
  isListedForAgents: false,
  shortWords: { image_motion: 'A slow camera.' },
});
