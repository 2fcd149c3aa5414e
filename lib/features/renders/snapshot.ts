import { z } from 'zod';
import type { StoredSpeech } from '#features/narration/public.ts';
import {
  type ChosenTemplate,
  type CustomLook,
  designOf,
  requireTemplate,
  storedLook,
  type Template,
} from '#features/templates/public.ts';
import {
  type Slide,
  settingsOf,
  storedSettings,
  storedSlide,
  type TimelineSettings,
  withTemplateDefaults,
} from '#features/timelines/public.ts';
import { NewerVersion } from '#kernel/shared/errors.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { RenderFailure } from './failure.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import type { RenderPlan } from './plan/render-plan.ts';
import { storedPlan } from './plan/stored-plan.ts';
import type { IndexRange } from './plan/work-shares.ts';
import type { FileStore } from './ports.ts';
import type { Render, SlidePlace } from './render.ts';
import type { RenderTask } from './render-task.ts';

/** A timeline as it was when its render was made. Written once, before the render exists; later edits do not reach it. */
export interface Snapshot {
  settings: TimelineSettings;
  slides: Slide[];
  /** The look of its template; absent: that is a built-in one. */
  template?: CustomLook | undefined;
  /** Position of its first slide in the timeline, from 0; absent: 0. */
  first_position?: number | undefined;
  /** The speech of its slides that existed. Speech never changes: no worker has to look it up again. */
  speech?: StoredSpeech[] | undefined;
}

/** A timeline and its template as they are now. Pure. */
export const frozenTimeline = (
  timeline: TimelineSettings,
  slides: readonly Slide[],
  { look, ...defaults }: Omit<ChosenTemplate, 'design'>,
): Snapshot => ({
  settings: withTemplateDefaults(settingsOf(timeline), defaults),
  ...(look ? { template: look } : {}),
  slides: [...slides],
});

/** The template that draws a frozen timeline. @throws DrawingError for one that does not exist */
export const templateOf = ({ settings, template }: Pick<Snapshot, 'settings' | 'template'>): Template =>
  template ? designOf(template) : requireTemplate(settings.template_id);

/** The place in the timeline, from 1, of a slide of the snapshot. */
export const slideNumber = ({ first_position = 0 }: Pick<Snapshot, 'first_position'>, index: number): number =>
  first_position + index + 1;

/** The slide's name in client messages, numbered from 1. */
export const slideName = (snapshot: Pick<Snapshot, 'first_position'>, index: number): string =>
  `slide ${slideNumber(snapshot, index)}`;

/** A slide of the snapshot as failures name it. */
export const slidePlace = (snapshot: Pick<Snapshot, 'first_position' | 'slides'>, index: number): SlidePlace => ({
  slide_id: snapshot.slides[index]?.id ?? '',
  position: (snapshot.first_position ?? 0) + index,
});

/**
 * The version of stored snapshots, plans and lists of speech. Raise it with every change that the schemas before it could not
 * read, in two releases: the first reads both versions, the second writes the later. So a rollback by one release reads all.
 */
const FORMAT_VERSION = 1;

/** Made once: a schema costs more than what it parses. */
const versioned = z.object({ version: z.unknown() }).loose();

/**
 * Reads a file that a render stored.
 * @throws NewerVersion; RenderFailure `internal_error` for a file of an unknown version or shape; the cause says which
 */
export function parseStored<Schema extends z.ZodType>(
  bytes: Uint8Array,
  key: string,
  schema: Schema,
): z.output<Schema> {
  const failure = (problem: string, cause?: unknown) =>
    new RenderFailure('internal_error', 'The render could not be continued.', {
      cause: new Error(`${key} ${problem}`, { cause }),
    });
  const stored = parseJsonIf(versioned, Buffer.from(bytes).toString());
  const version = stored?.version;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new NewerVersion(`${key} has format version ${version}; this program reads version ${FORMAT_VERSION}`);
  if (version !== FORMAT_VERSION)
    throw failure(`has format version ${String(version)}; this program reads version ${FORMAT_VERSION}`);
  const parsed = schema.safeParse(stored);
  if (!parsed.success) throw failure(`does not match format version ${FORMAT_VERSION}`, parsed.error);
  return parsed.data;
}

/** The bytes of a file that a render stores; `parseStored` reads them. */
export const storedBytes = (value: object): Buffer =>
  Buffer.from(JSON.stringify({ version: FORMAT_VERSION, ...value }));

const write = (files: FileStore, key: string, value: object): Promise<void> =>
  files.putBytes(key, storedBytes(value), 'application/json');

const sentence = z.object({ text: z.string(), start_seconds: z.number(), end_seconds: z.number() });

/** Speech as a file of a render names it. */
const speechFields = {
  hash: z.string(),
  key: z.string(),
  duration_seconds: z.number(),
  sentences: z.array(sentence),
} satisfies Record<keyof StoredSpeech & keyof SlideSpeech, z.ZodType>;

const storedSnapshot = z.object({
  settings: storedSettings,
  slides: z.array(storedSlide),
  template: storedLook.optional(),
  first_position: z.int().min(0).optional(),
  speech: z.array(z.object(speechFields)).optional(),
} satisfies Record<keyof Snapshot, z.ZodType>);

/** Stores the snapshot of a render. */
export const writeSnapshot = (files: FileStore, key: string, snapshot: Snapshot): Promise<void> =>
  write(files, key, snapshot);

/**
 * Removes the snapshot of a render that will never read it: it certainly was not made, or failed before it started. What a killed process
 * leaves is deleted by a lifecycle rule.
 */
export const removeSnapshot = async (
  files: Pick<FileStore, 'remove'>,
  { snapshot_key: key }: Pick<Render, 'snapshot_key'>,
): Promise<void> => {
  await files.remove(key).catch(() => undefined);
};

/** The snapshot of a render. @throws RenderFailure `internal_error` for one of another version */
export const readSnapshot = async (files: FileStore, { snapshot_key: key }: Render): Promise<Snapshot> =>
  parseStored(await files.getBytes(key), key, storedSnapshot);

/** Stores a plan. Its tasks name the key, so that all of them work on the same one. */
export const writePlan = (files: FileStore, key: string, plan: RenderPlan): Promise<void> => write(files, key, plan);

/** The plan that a task names. @throws FileMissing; RenderFailure `internal_error` for one of another version */
export const readPlan = async (
  files: FileStore,
  { plan_key: key }: Pick<RenderTask, 'plan_key'>,
): Promise<RenderPlan> => {
  if (key === undefined) throw new Error('the task names no plan');
  return parseStored(await files.getBytes(key), key, storedPlan);
};

/** Speech of one slide. */
export interface SpokenSlide {
  /** The content address of its speech. A task that makes missing speech says under which address it stored it. */
  hash: string;
  /** The client's own recording, which is that speech. */
  recording?: SlideSpeech | undefined;
  /** The speech did not exist, and a task makes it. */
  is_missing?: true | undefined;
}

/** Speech of each slide of a render, in the order of the video; null for a silent slide. */
export type SpokenSlides = (SpokenSlide | null)[];

/** Speech of a render, the distribution of missing speech among tasks, and what is encoded meanwhile. */
export interface SpokenRecord {
  slides: SpokenSlides;
  /** Ranges of the missing speech, in the order of its slides: a task each. */
  shares: IndexRange[];
  /** Content addresses of the clips that the first task makes while the speech is made. They did not exist. */
  clips_ahead: string[];
}

/** Speech that did not exist: its address, and the first slide that says it. */
export interface MissingSpeech {
  hash: string;
  /** Index in the snapshot. */
  slide: number;
}

/** The missing speech of a render, or of one share of it. */
export const missingOf = (slides: SpokenSlides, share?: IndexRange): MissingSpeech[] =>
  slides
    .flatMap((spoken, slide) => (spoken?.is_missing ? [{ hash: spoken.hash, slide }] : []))
    .slice(share?.first, share && share.first + share.count);

const storedSpoken = z.object({
  slides: z.array(
    z
      .object({
        hash: z.string(),
        recording: z.object(speechFields).optional(),
        is_missing: z.literal(true).optional(),
      } satisfies Record<keyof SpokenSlide, z.ZodType>)
      .nullable(),
  ),
  shares: z.array(z.object({ first: z.number(), count: z.number() })),
  clips_ahead: z.array(z.string()),
} satisfies Record<keyof SpokenRecord, z.ZodType>);

/** Stores the spoken text of each slide, before the first missing speech is requested. */
export const writeSpoken = (files: FileStore, key: string, spoken: SpokenRecord): Promise<void> =>
  write(files, key, spoken);

/** Reads the speech of each slide. @throws FileMissing; RenderFailure `internal_error` for a file of another version */
export const readSpoken = async (files: FileStore, key: string): Promise<SpokenRecord> =>
  parseStored(await files.getBytes(key), key, storedSpoken);
