import { z } from 'zod';
import { DEVICE_KINDS } from '#engine/video/drawing/rich-slide-content.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const kindSchema = z.enum(DEVICE_KINDS).meta({ id: 'DeviceKind' });
const sentSchema = kindSchema
  .nullable()
  .describe(
    'The device whose screen shows the image in the layout `device`. Null: a phone for a tall image, otherwise a browser.',
  );

/** The device around the image in the layout `device`; absent: chosen by the shape of the image. */
export const deviceKindFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema.optional(),
  ...schemasOfOptionalValue(kindSchema),
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { device_kind: ['The device whose screen shows the image in the layout `device`.', 'laptop'] },
  label: 'Device',
  isListedForAgents: false,
  shortWords: { device_kind: 'For the layout `device`.' },
});
