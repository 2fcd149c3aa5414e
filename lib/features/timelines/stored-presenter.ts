import { z } from 'zod';
import { spokenSentenceSchema } from '#engine/speech/spoken-sentence-schema.ts';
import { PRESENTER_PLACES, PRESENTER_SHAPES, PRESENTER_SIZES } from '#engine/video/footage/presenter-look.ts';
import type { PendingOrFailedPresenter, PresenterOptions, SlidePresenter } from './slide-presenter.ts';
import { VIDEO_FAILURE_CODES } from './slide-video.ts';
import { storedVideoSchema } from './stored-video.ts';

const optionSchemas = {
  place: z.enum(PRESENTER_PLACES),
  shape: z.enum(PRESENTER_SHAPES),
  size: z.enum(PRESENTER_SIZES),
  focus: z.object({ x: z.number(), y: z.number() }).optional(),
  offset_seconds: z.number(),
} satisfies Record<keyof PresenterOptions, z.ZodType>;

/** Schemas of the presenter in a stored slide or timeline: a ready presenter, or a request that is in progress or has failed. */
export const storedPresenterFieldSchemas = {
  presenter: z
    .object({
      ...storedVideoSchema.shape,
      ...optionSchemas,
      part: z.object({ from: z.number(), to: z.number() }).optional(),
      of_timeline: z.literal(true).optional(),
      starts: z.number().optional(),
      heard: z.array(spokenSentenceSchema).optional(),
    } satisfies Record<keyof SlidePresenter, z.ZodType>)
    .optional(),
  presenter_request: z
    .object({
      ...optionSchemas,
      from: z.object({ fetch: z.string(), index: z.int().min(0) }),
      error: z.object({ code: z.enum(VIDEO_FAILURE_CODES).catch('internal_error'), message: z.string() }).optional(),
    } satisfies Record<keyof PendingOrFailedPresenter, z.ZodType>)
    .optional(),
};
