import { z } from 'zod';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .int()
  .min(1)
  .max(SLIDE_LIMITS.points - 1)
  .nullable()
  .describe(
    'With the layout `two_columns`: the point, from 0, that starts the second column. Null: the points are split in half.',
  );

/** Index, from 0, of the point that starts the second column. Absent: the points are split in half. */
export const columnBreakFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  ...schemasOfOptionalValue(z.int()),
  isDrawn: true,
  underWholeImage: () => undefined,
  texts: [],
  isImported: true,
  withOtherPoints: (columnBreak, points) =>
    columnBreak !== undefined && columnBreak > points.length - 1 ? undefined : columnBreak,
  faults: (columnBreak, { points }) =>
    columnBreak !== undefined && columnBreak > points.length - 1
      ? [{ param: 'column_break', message: 'Must be the number, from 0, of a point after the first.' }]
      : [],
  words: {
    column_break: ['Index, from 0, of the first point of the second column; null: the points are split evenly.', 3],
  },
  label: 'Column break',
  isListedForAgents: false,
  shortWords: { column_break: 'In `two_columns`: the point, from 0, that starts the second column.' },
});
