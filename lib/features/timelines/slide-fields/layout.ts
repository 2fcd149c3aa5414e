import { z } from 'zod';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { schemasOfRequiredValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const layoutSchema = z.enum(SLIDE_LAYOUTS);

/** The layout of the slide. */
export const slideLayoutFieldDefinition = defineSlideField({
  sent: layoutSchema,
  created: layoutSchema.default('auto'),
  ...schemasOfRequiredValue(layoutSchema),
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { layout: ['Layout of the slide; `auto` chooses one by its content.'] },
  label: 'Layout',
  isListedForAgents: true,
});
