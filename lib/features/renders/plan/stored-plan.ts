import { z } from 'zod';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import { TRANSITIONS_WITH_FRAMES } from '#engine/video/transitions/transition-types.ts';
import type { RenderPlan, SoundtrackPlan } from './render-plan.ts';
import type { PictureRef, PresenterShot } from './video-shot.ts';

const framesSchema = z.int().min(0);
const pictureSchema = z.object({
  slide: z.int().min(0),
  revealed: z.int().min(0).optional(),
  figures: z.literal('hidden').optional(),
  dimmed: z.int().min(0).optional(),
  state: z.int().min(0).optional(),
  lights: z.literal('away').optional(),
  drifts: z.literal(true).optional(),
  bare: z.literal(true).optional(),
  lit: z.int().min(0).optional(),
  callouts: z.array(z.int().min(0)).optional(),
  view: z.int().min(0).optional(),
  rest: z.enum(['start', 'end']).optional(),
  moment: z.number().min(0).optional(),
  presenter: z.union([z.number().min(0), z.literal('none')]).optional(),
  zoom: z.number().min(1).optional(),
  caption: z.string().optional(),
} satisfies Record<keyof PictureRef, z.ZodType>);
const zoomsSchema = z.object({ first: framesSchema, total: framesSchema }).optional();
const captionsSchema = z.array(z.object({ text: z.string(), first: framesSchema, end: framesSchema })).optional();
const timesShape = { start_seconds: z.number(), end_seconds: z.number() };
const captionWordSchema = z.object({ from: z.int().min(0), to: z.int().min(0), ...timesShape });
const clipSchema = z.string();
/** Schemas of the shots without presenters, each with more fields. */
const shotSchemasWithoutPresenter = <More extends z.ZodRawShape>(more: More) =>
  [
    z.object({ kind: z.literal('still'), frames: framesSchema, picture: pictureSchema, zooms: zoomsSchema, ...more }),
    z.object({
      kind: z.literal('transition'),
      frames: framesSchema,
      captions: captionsSchema,
      type: z.enum(TRANSITIONS_WITH_FRAMES),
      direction: z.enum(['ltr', 'rtl']),
      from: pictureSchema,
      to: pictureSchema,
      zooms: zoomsSchema,
      ...more,
    }),
    z.object({
      kind: z.literal('zoom'),
      frames: framesSchema,
      captions: captionsSchema,
      picture: pictureSchema,
      toward: z.enum(['in', 'out']),
      ...more,
    }),
    z.object({
      kind: z.literal('drawn'),
      frames: framesSchema,
      captions: captionsSchema,
      from: pictureSchema,
      to: pictureSchema,
      parts: z.object({ from: framesSchema, to: framesSchema }),
      ...more,
    }),
    z.object({
      kind: z.literal('image_motion'),
      frames: framesSchema,
      slide: z.int().min(0),
      motion: z.enum(IMAGE_MOTIONS).exclude(['none']),
      first: framesSchema,
      total: framesSchema,
      captions: captionsSchema,
      ...more,
    }),
    z.object({
      kind: z.literal('footage'),
      frames: framesSchema,
      slide: z.int().min(0),
      source: z.string(),
      second: z.number().min(0),
      inStep: z.literal(true).optional(),
      captions: captionsSchema,
      ...more,
    }),
  ] as const;
const shotSchema = z.discriminatedUnion('kind', [
  ...shotSchemasWithoutPresenter({ clip: clipSchema }),
  z.object({
    kind: z.literal('presenter'),
    frames: framesSchema,
    slide: z.int().min(0),
    source: z.string(),
    second: z.number().min(0),
    stands: z.literal(true).optional(),
    under: z.discriminatedUnion('kind', shotSchemasWithoutPresenter({})),
    captions: captionsSchema,
    clip: clipSchema,
  } satisfies Record<keyof PresenterShot | 'clip', z.ZodType>),
]);
const shareSchema = z.object({ first: z.int().min(0), count: z.int().min(0) });
const keysByHashSchema = z.record(z.string(), z.string());

const soundSchema = z.object({
  spec: z.object({
    codec: z.enum(['aac', 'opus']),
    totalSamples: z.int(),
    cues: z.array(z.object({ source: z.string(), startSample: z.int(), samples: z.int() })),
    footage: z
      .array(
        z.object({
          source: z.string(),
          startSample: z.int(),
          fromSample: z.int(),
          samples: z.int(),
          channels: z.literal([1, 2]),
          volume: z.number(),
          is_speech: z.literal(true).optional(),
        } satisfies Record<keyof NonNullable<SoundtrackPlan['spec']['footage']>[number], z.ZodType>),
      )
      .optional(),
    music: z
      .object({
        source: z.string(),
        samples: z.int(),
        channels: z.literal([1, 2]),
        volume: z.number(),
        loop: z.boolean(),
        fadeInSeconds: z.number(),
        fadeOutSeconds: z.number(),
        duck: z.boolean(),
        startSample: z.int().min(0).optional(),
        endSample: z.int().min(0).optional(),
      } satisfies Record<keyof NonNullable<SoundtrackPlan['spec']['music']>, z.ZodType>)
      .optional(),
  } satisfies Record<keyof SoundtrackPlan['spec'], z.ZodType>),
  sound_files: keysByHashSchema,
  spoken_on: keysByHashSchema.optional(),
  spoken_places: z.record(z.string(), z.object({ slide_id: z.string(), position: z.int().min(0) })).optional(),
  parts: z.array(z.string()),
  track: z.string(),
} satisfies Record<keyof SoundtrackPlan, z.ZodType>);

/** Schema of the stored plan of a render. */
export const storedRenderPlanSchema = z.object({
  fps: z.literal(FRAME_RATES),
  frames: framesSchema,
  slides: z.array(
    z.object({
      start_frame: framesSchema,
      frames: framesSchema,
      sentences: z.array(z.object({ text: z.string(), ...timesShape, speaker: z.string().optional() })).optional(),
    }),
  ),
  shots: z.array(shotSchema),
  sound: soundSchema.optional(),
  captions: z.array(z.object({ text: z.string(), ...timesShape, words: z.array(captionWordSchema).optional() })),
  missing: z.object({ shots: z.array(z.int()), parts: z.array(z.int()) }),
  shares: z.object({ shots: z.array(shareSchema), parts: z.array(shareSchema) }),
  slides_reused: z.int().min(0),
  film: z.string(),
} satisfies Record<keyof RenderPlan, z.ZodType>) satisfies z.ZodType<RenderPlan>;
