import { z } from 'zod';
import { CALLOUT_KINDS, CALLOUT_LIMITS, CALLOUT_MOMENT_LIMITS } from '#engine/video/drawing/callouts/callout.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { hexColorSchema } from '#kernel/contract/hex-color.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { defineSlideField, type SlideContentFault } from './define-slide-field.ts';

/** The smallest side of an area, as a fraction of the picture's side. */
const MIN_SIDE_FRACTION = 0.005;

const momentShape = {
  seconds: roundedDecimalSchema(0, CALLOUT_MOMENT_LIMITS.seconds)
    .optional()
    .describe('Seconds from the start of the slide.'),
  show: z
    .int()
    .min(1)
    .max(CALLOUT_MOMENT_LIMITS.counted)
    .optional()
    .describe('The number of a `[[show]]` mark of the notes, from 1.'),
  sentence: z
    .int()
    .min(1)
    .max(CALLOUT_MOMENT_LIMITS.counted)
    .optional()
    .describe('The number of a spoken sentence, from 1.'),
};
const momentSchema = z
  .strictObject(momentShape)
  .meta({ id: 'Moment' })
  .describe('A moment of the slide, by one of `seconds`, `show` and `sentence`.');

const areaSchema = z
  .strictObject({
    x: roundedDecimalSchema(0, 1),
    y: roundedDecimalSchema(0, 1),
    width: roundedDecimalSchema(MIN_SIDE_FRACTION, 1),
    height: roundedDecimalSchema(MIN_SIDE_FRACTION, 1),
  })
  .meta({ id: 'CalloutArea' })
  .describe(
    'A part of the image of the slide, from its left top corner; 1 is the whole width and height. If the layout shows no image or several, a part of the slide. Areas beyond its edges are cut off.',
  );

const colorSchema = hexColorSchema.describe(
  "Colour of the lines and of the label, `#rrggbb`. Absent: the template's accent.",
);

const calloutSchema = z
  .strictObject({
    kind: z.enum(CALLOUT_KINDS),
    area: areaSchema,
    at: momentSchema.optional(),
    until: momentSchema.optional(),
    text: textSchema(1, CALLOUT_LIMITS.text).optional(),
    color: colorSchema.optional(),
  })
  .meta({ id: 'CalloutInput' });

const calloutsInputSchema = z
  .array(calloutSchema)
  .min(1)
  .max(CALLOUT_LIMITS.callouts)
  .nullable()
  .describe(
    'What a trainer points at: lines around a part of the picture (`box`, `circle`), an `arrow` at it, everything else dimmed (`spotlight`), the camera there and back (`zoom`), or a part that cannot be read (`blur`). The image of such a slide does not move.',
  );

/** A moment of a slide, by one of its properties. */
export type CalloutMoment = z.output<typeof momentSchema>;
/** A callout of a slide, as it is stored. */
export type SlideCallout = z.output<typeof storedCalloutSchema>;

const storedCalloutSchema = z.object({
  kind: z.enum(CALLOUT_KINDS),
  area: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  at: z.object({ seconds: z.number(), show: z.number(), sentence: z.number() }).partial().optional(),
  until: z.object({ seconds: z.number(), show: z.number(), sentence: z.number() }).partial().optional(),
  text: z.string().optional(),
  color: z.string().optional(),
});

const toStoredCallouts = (callouts: z.output<typeof calloutsInputSchema> | undefined): SlideCallout[] | undefined =>
  callouts?.map((callout) => ({
    kind: callout.kind,
    area: callout.area,
    ...(callout.at ? { at: callout.at } : {}),
    ...(callout.until ? { until: callout.until } : {}),
    ...(callout.text === undefined ? {} : { text: callout.text }),
    ...(callout.color === undefined ? {} : { color: callout.color }),
  }));

/** Faults of callouts: a moment with none or several of seconds, show and sentence; an end in seconds that is not after its start. */
function calloutFaults(callouts: readonly SlideCallout[]): SlideContentFault[] {
  return callouts.flatMap(({ at, until }, index): SlideContentFault[] => {
    const param = `callouts[${index}]`;
    const isAmbiguous = (moment: CalloutMoment | undefined) => moment !== undefined && Object.keys(moment).length !== 1;
    return [
      ...(['at', 'until'] as const).flatMap((name) =>
        isAmbiguous(name === 'at' ? at : until)
          ? [{ param: `${param}.${name}`, message: 'Send one of seconds, show and sentence.' }]
          : [],
      ),
      ...(at?.seconds !== undefined && until?.seconds !== undefined && until.seconds <= at.seconds
        ? [{ param: `${param}.until`, message: 'Must be later than `at`.' }]
        : []),
    ];
  });
}

const momentAnswerSchema = z
  .object({ seconds: z.number().nullable(), show: z.int().nullable(), sentence: z.int().nullable() })
  .meta({ id: 'MomentAnswer' });

const toMomentAnswer = (moment: SlideCallout['at']) =>
  moment ? { seconds: moment.seconds ?? null, show: moment.show ?? null, sentence: moment.sentence ?? null } : null;

const secondsDescriptionAndExample = [
  'Seconds from the start of the slide; null: named by another property.',
  4.5,
] as const;
const showDescriptionAndExample = ['Number of a `[[show]]` mark of the notes, from 1.', 1] as const;
const sentenceDescriptionAndExample = ['Number of a spoken sentence, from 1.', 2] as const;

/** The callouts over the slide. Absent: none. */
export const calloutsFieldDefinition = defineSlideField({
  sent: calloutsInputSchema,
  created: calloutsInputSchema.optional(),
  answer: z
    .array(
      z
        .object({
          kind: z.enum(CALLOUT_KINDS),
          area: z
            .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
            .meta({ id: 'CalloutAreaAnswer' }),
          at: momentAnswerSchema.nullable(),
          until: momentAnswerSchema.nullable(),
          text: z.string().nullable(),
          color: z.string().nullable(),
        })
        .meta({ id: 'Callout' }),
    )
    .nullable(),
  stored: z.array(storedCalloutSchema).optional(),
  keep: (value) => toStoredCallouts(value ?? undefined),
  show: (value) =>
    value?.map(({ kind, area, at, until, text = null, color = null }) => ({
      kind,
      area,
      at: toMomentAnswer(at),
      until: toMomentAnswer(until),
      text,
      color,
    })) ?? null,
  // Which callouts are drawn depends on the moment: `drawn-callouts.ts`.
  isDrawn: false,
  texts: [{ path: ['*', 'text'], form: 'plain', maxLength: CALLOUT_LIMITS.text }],
  isImported: true,
  faults: (value) => (value ? calloutFaults(value) : []),
  words: {
    callouts: ['What is pointed at on the slide; null: nothing.'],
    'Callout.kind': ['Kind of the callout.', 'box'],
    'CalloutInput.kind': ['Kind of the callout.', 'box'],
    'Callout.area': ['The part of the picture that it is about.'],
    'Callout.at': ['The moment at which it appears; null: with the slide.'],
    'CalloutInput.at': ['The moment at which it appears. Absent: with the slide.'],
    'Callout.until': ['The moment at which it disappears; null: with the slide.'],
    'CalloutInput.until': ['The moment at which it disappears. Absent: with the slide.'],
    'Callout.text': ['Label next to the area.', 'Click here'],
    'CalloutInput.text': ['Label next to the area.', 'Click here'],
    'Callout.color': ["Colour of the lines and of the label; null: the template's accent.", '#1e7f5c'],
    'CalloutInput.color': ['Colour of the lines and of the label.', '#1e7f5c'],
    'CalloutArea.x': ['Left edge, 0–1.', 0.1],
    'CalloutArea.y': ['Top edge, 0–1.', 0.2],
    'CalloutArea.width': ['Width, 0–1.', 0.3],
    'CalloutArea.height': ['Height, 0–1.', 0.1],
    'CalloutAreaAnswer.x': ['Left edge, 0–1.', 0.1],
    'CalloutAreaAnswer.y': ['Top edge, 0–1.', 0.2],
    'CalloutAreaAnswer.width': ['Width, 0–1.', 0.3],
    'CalloutAreaAnswer.height': ['Height, 0–1.', 0.1],
    'Moment.seconds': secondsDescriptionAndExample,
    'MomentAnswer.seconds': secondsDescriptionAndExample,
    'Moment.show': showDescriptionAndExample,
    'MomentAnswer.show': showDescriptionAndExample,
    'Moment.sentence': sentenceDescriptionAndExample,
    'MomentAnswer.sentence': sentenceDescriptionAndExample,
  },
  label: 'Callouts',
  isListedForAgents: false,
});
