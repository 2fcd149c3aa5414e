import { z } from 'zod';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { storedPictureFieldSchemas } from '#kernel/shared/stored-picture.ts';
import type { Slide } from './slide.ts';
import { MAX_SLIDE_STATE_SECONDS, MAX_SLIDE_STATES, type TimedSlideState } from './timed-slide-states.ts';

const sentTimeSchema = roundedDecimalSchema(0, MAX_SLIDE_STATE_SECONDS).nullable();

/** Schema of a change of a slide's states in requests: their times, or null to remove them. Only imports bring their pictures. */
export const sentSlideStatesSchema = z
  .array(z.strictObject({ at: sentTimeSchema }).meta({ id: 'SlideStateTime' }))
  .min(1)
  .max(MAX_SLIDE_STATES)
  .nullable()
  .describe(
    'Times of the states that an import brought, one entry for each, in their order; `at` null: by the notes. The first state is shown from the start, so its `at` is null or 0. Null: removes the states, and the slide shows its `image` from the start. Absent: the states stay unchanged.',
  );
/** A change of a slide's states in a request. */
export type SentSlideStates = z.output<typeof sentSlideStatesSchema>;

/** Schema of a slide's states in answers. */
export const slideStatesAnswerSchema = z
  .array(
    z
      .object({
        image: z
          .object({
            url: z.url(),
            width: z.int(),
            height: z.int(),
            content_type: z.string(),
            size_bytes: z.int(),
          })
          .meta({ id: 'SlideStateImage' }),
        at: z.number().nullable(),
        after: z.number().nullable(),
        text: z.string().describe('Words that the state brings in.'),
      })
      .meta({ id: 'SlideState' }),
  )
  .nullable()
  .describe(
    'States of the picture while the slide is shown: one for each click of an imported deck. The first is shown from the start of the slide; the last is the same as `image`, which previews show. Null: the slide has one picture. Another image of the slide removes them.',
  );

/** Schema of stored states. */
export const storedSlideStatesSchema = z
  .array(
    z.object({
      image: z.object(storedPictureFieldSchemas),
      text: z.string(),
      at: z.number().optional(),
      after: z.number().optional(),
    } satisfies Record<keyof TimedSlideState, z.ZodType>),
  )
  .optional();

/**
 * Sets the times of the states of a slide, or removes the states.
 * @param path prefix of the field in faults: `slides[3].`
 * @returns the changed states; or the unchanged ones with faults, if the number of times is wrong or the times are not in order
 */
export function slideStatesWithSentTimes(
  { builds }: Pick<Slide, 'builds'>,
  sent: SentSlideStates,
  path = '',
): { builds?: TimedSlideState[] | undefined; faults: RequestFault[] } {
  const fault = (message: string, place = '') => ({ builds, faults: [{ param: `${path}builds${place}`, message }] });
  if (sent === null) return { builds: undefined, faults: [] };
  if (!builds) return fault('The slide has no states: they come with the import of a deck.');
  if (sent.length !== builds.length)
    return fault(`Must have ${builds.length} entries, one for each state of the slide.`);
  if (sent[0]?.at) return fault('Must be null or 0: the first state is shown from the start.', '[0].at');
  const sentTimes = sent.map(({ at }) => at);
  const lateIndex = sentTimes.findIndex(
    (at, index) => at !== null && sentTimes.slice(0, index).some((earlierTime) => (earlierTime ?? 0) > at),
  );
  if (lateIndex > 0) return fault('Must not be before the time of an earlier state.', `[${lateIndex}].at`);
  return {
    builds: builds.map(({ at: _, ...build }, index) => {
      const seconds = index === 0 ? undefined : (sentTimes[index] ?? undefined);
      return seconds === undefined ? build : { ...build, at: seconds };
    }),
    faults: [],
  };
}
