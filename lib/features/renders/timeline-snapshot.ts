import { z } from 'zod';
import { spokenSentenceSchema } from '#engine/speech/spoken-sentence-schema.ts';
import type { StoredSpeech } from '#features/narration/public.ts';
import {
  type ChosenTemplate,
  type CustomTemplateLook,
  designOfCustomTemplate,
  requireBuiltInTemplate,
  storedLookSchema,
  type Template,
} from '#features/templates/public.ts';
import {
  findTimelineVideoName,
  pickTimelineSettings,
  type Slide,
  sectionOutlineOfSlides,
  slidesWithIntroAndOutro,
  slidesWithPresenterParts,
  storedSlideSchema,
  storedTimelineSettingsSchema,
  type TimelineSectionOutline,
  type TimelineSettings,
  withTemplateDefaults,
} from '#features/timelines/public.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import type { RenderPlan } from './plan/render-plan.ts';
import { storedRenderPlanSchema } from './plan/stored-plan.ts';
import type { ArrayIndexRange } from './plan/work-shares.ts';
import type { FileStore } from './ports.ts';
import type { FailedSlide, Render } from './render.ts';
import type { RenderTask } from './render-task.ts';

/** A timeline as it was when its render was created. It is written before the render exists; later edits of the timeline do not change it. */
export interface TimelineSnapshot {
  settings: TimelineSettings;
  slides: Slide[];
  /** The look of its custom template; absent for a built-in one. */
  template?: CustomTemplateLook | undefined;
  /** Position of its first slide in the timeline, from 0; −1 for one that starts with the intro. Absent: 0. */
  first_position?: number | undefined;
  /** The outline of the timeline of a snapshot that has a part of its slides; absent: it has all. */
  outline?: TimelineSectionOutline | undefined;
  /** The notes of all slides of a timeline with a presenter, of which the snapshot has a part. */
  notes?: readonly string[] | undefined;
  /** The speech of its slides that existed at its creation. */
  speech?: StoredSpeech[] | undefined;
}

/** Makes the snapshot of a timeline with its template. Pure. */
export const snapshotOfTimeline = (
  timeline: TimelineSettings,
  slides: readonly Slide[],
  { look, ...defaults }: Omit<ChosenTemplate, 'design'>,
): TimelineSnapshot => ({
  settings: withTemplateDefaults(pickTimelineSettings(timeline), defaults),
  ...(look ? { template: look } : {}),
  slides: slidesWithPresenterParts(slides, timeline.presenter),
});

/**
 * Adds the intro before the first slide of a timeline and the outro after its last, if the snapshot contains that slide. Slide numbers,
 * positions and the outline stay those of the timeline. Pure.
 */
export function snapshotWithIntroAndOutro(snapshot: TimelineSnapshot): TimelineSnapshot {
  const { settings, slides, first_position = 0 } = snapshot;
  const outline = outlineOfSnapshot(snapshot);
  const isLast = first_position + slides.length === outline.count;
  const slidesWithEnds = slidesWithIntroAndOutro(slides, settings, { intro: first_position === 0, outro: isLast });
  if (slidesWithEnds.length === slides.length) return snapshot;
  const hasIntro = slidesWithEnds[0] !== slides[0];
  return { ...snapshot, slides: slidesWithEnds, first_position: first_position - (hasIntro ? 1 : 0), outline };
}

/** The indexes of the slides of a snapshot without its intro and its outro. */
export const listIndexesWithoutIntroOutro = (snapshot: Pick<TimelineSnapshot, 'slides'>): number[] =>
  [...snapshot.slides.keys()].filter((index) => !isIntroOrOutroSlide(snapshot, index));

/** The ids of the slides of a snapshot without its intro and its outro. */
export const idsOfTimelineSlides = (snapshot: Pick<TimelineSnapshot, 'slides'>): string[] =>
  listIndexesWithoutIntroOutro(snapshot).flatMap((index) => snapshot.slides[index]?.id ?? []);

/** Reports whether a slide of a snapshot is its intro or its outro. */
export function isIntroOrOutroSlide({ slides }: Pick<TimelineSnapshot, 'slides'>, index: number): boolean {
  const slide = slides[index];
  return slide !== undefined && findTimelineVideoName(slide) !== undefined;
}

/** The template that draws a frozen timeline. @throws DrawingError for one that does not exist */
export const templateOfSnapshot = ({
  settings,
  template,
}: Pick<TimelineSnapshot, 'settings' | 'template'>): Template =>
  template ? designOfCustomTemplate(template) : requireBuiltInTemplate(settings.template_id);

/** The number in the timeline, from 1, of a slide of the snapshot. @param index in the snapshot, from 0 */
export const slideNumberInTimeline = (
  { first_position = 0 }: Pick<TimelineSnapshot, 'first_position'>,
  index: number,
): number => first_position + index + 1;

/** The outline of the timeline of a snapshot. */
export const outlineOfSnapshot = ({
  outline,
  slides,
}: Pick<TimelineSnapshot, 'outline' | 'slides'>): TimelineSectionOutline => outline ?? sectionOutlineOfSlides(slides);

/** The name of a slide in messages to clients: `slide 3`, `the intro`. */
export function slideNameInMessage(
  snapshot: Pick<TimelineSnapshot, 'first_position' | 'slides'>,
  index: number,
): string {
  const slide = snapshot.slides[index];
  const name = slide && findTimelineVideoName(slide);
  return name ? `the ${name}` : `slide ${slideNumberInTimeline(snapshot, index)}`;
}

/** The id and position of a slide, for errors. */
export const slideForError = (
  snapshot: Pick<TimelineSnapshot, 'first_position' | 'slides'>,
  index: number,
): FailedSlide => ({
  slide_id: snapshot.slides[index]?.id ?? '',
  position: (snapshot.first_position ?? 0) + index,
});

/** The id and position of a slide, for errors; undefined for the intro and the outro, which have no position in the timeline. */
export const slideForErrorUnlessIntroOrOutro = (
  snapshot: Pick<TimelineSnapshot, 'first_position' | 'slides'>,
  index: number,
): FailedSlide | undefined => (isIntroOrOutroSlide(snapshot, index) ? undefined : slideForError(snapshot, index));

/**
 * The version of stored snapshots, plans and records of speech. Raise it with every change that the previous schemas cannot read, in two
 * releases: the first reads both versions, the second writes the new one. Then a rollback by one release can read all files.
 */
const FORMAT_VERSION = 1;

/** Made once, because making a schema takes longer than parsing with it. */
const versionedSchema = z.object({ version: z.unknown() }).loose();

/**
 * Parses a file that a render stored.
 * @param key storage key of the file, for errors
 * @throws WrittenByNewerVersionError
 * @throws NonRetryableRenderError `internal_error` for a file of an unknown version or shape, with the details in its cause
 */
export function parseRenderFile<Schema extends z.ZodType>(
  bytes: Uint8Array,
  key: string,
  schema: Schema,
): z.output<Schema> {
  const failure = (problem: string, cause?: unknown) =>
    new NonRetryableRenderError('internal_error', 'The render could not be continued.', {
      cause: new Error(`${key} ${problem}`, { cause }),
    });
  const stored = parseJsonIfValid(versionedSchema, Buffer.from(bytes).toString());
  const version = stored?.version;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new WrittenByNewerVersionError(
      `${key} has format version ${version}; this program reads version ${FORMAT_VERSION}`,
    );
  if (version !== FORMAT_VERSION)
    throw failure(`has format version ${String(version)}; this program reads version ${FORMAT_VERSION}`);
  const parsed = schema.safeParse(stored);
  if (!parsed.success) throw failure(`does not match format version ${FORMAT_VERSION}`, parsed.error);
  return parsed.data;
}

/** Serializes a value for a file of a render, as JSON with the format version; `parseRenderFile` is the inverse. */
export const encodeVersionedRenderFile = (value: object): Buffer =>
  Buffer.from(JSON.stringify({ version: FORMAT_VERSION, ...value }));

const writeRenderFile = (files: FileStore, key: string, value: object): Promise<void> =>
  files.putBytes(key, encodeVersionedRenderFile(value), 'application/json');

/** Schema of speech in files of a render. */
const storedSpeechShape = {
  hash: z.string(),
  key: z.string(),
  duration_seconds: z.number(),
  sentences: z.array(spokenSentenceSchema),
} satisfies Record<keyof StoredSpeech & keyof SlideSpeech, z.ZodType>;

const storedSnapshotSchema = z.object({
  settings: storedTimelineSettingsSchema,
  slides: z.array(storedSlideSchema),
  template: storedLookSchema.optional(),
  first_position: z.int().min(-1).optional(),
  outline: z
    .object({ count: z.int(), sections: z.array(z.object({ position: z.int(), title: z.string() })) })
    .optional(),
  notes: z.array(z.string()).optional(),
  speech: z.array(z.object(storedSpeechShape)).optional(),
} satisfies Record<keyof TimelineSnapshot, z.ZodType>);

/** Stores the snapshot of a render. */
export const writeTimelineSnapshot = (files: FileStore, key: string, snapshot: TimelineSnapshot): Promise<void> =>
  writeRenderFile(files, key, snapshot);

/**
 * Removes the snapshot of a render that was not created, or failed before it started. Errors are ignored: a lifecycle rule deletes
 * remaining files.
 */
export const removeTimelineSnapshot = async (
  files: Pick<FileStore, 'remove'>,
  { snapshot_key: key }: Pick<Render, 'snapshot_key'>,
): Promise<void> => {
  await files.remove(key).catch(() => undefined);
};

/** Reads the snapshot of a render. @throws FileMissingError; NonRetryableRenderError `internal_error` for one of another version */
export const readTimelineSnapshot = async (
  files: FileStore,
  { snapshot_key: key }: Render,
): Promise<TimelineSnapshot> => parseRenderFile(await files.getBytes(key), key, storedSnapshotSchema);

/** Stores a plan. Its tasks name the key, so that all of them use the same plan. */
export const writeRenderPlan = (files: FileStore, key: string, plan: RenderPlan): Promise<void> =>
  writeRenderFile(files, key, plan);

/**
 * Reads the plan that a task names.
 * @throws Error if it names none; FileMissingError; NonRetryableRenderError `internal_error` for one of another version
 */
export const readRenderPlan = async (
  files: FileStore,
  { plan_key: key }: Pick<RenderTask, 'plan_key'>,
): Promise<RenderPlan> => {
  if (key === undefined) throw new Error('the task names no plan');
  return parseRenderFile(await files.getBytes(key), key, storedRenderPlanSchema);
};

/** The speech of one slide in the record of speech. */
export interface SpeechOfSlide {
  /** The content address of its speech. The task that makes missing speech may report another address. */
  hash: string;
  /** The client's recording, if it is the speech. */
  recording?: SlideSpeech | undefined;
  /** Present when the speech did not exist, so that a task makes it. */
  is_missing?: true | undefined;
}

/** The speech of each slide of a render, in the order of the video; null for a silent slide. */
export type SpeechOfSlides = (SpeechOfSlide | null)[];

/** The record of speech: the speech of each slide, the distribution of missing speech over tasks, and the clips that are encoded meanwhile. */
export interface SpeechRecordOfRender {
  slides: SpeechOfSlides;
  /** Ranges of the missing speech, one for each task, in the order of its slides. */
  shares: ArrayIndexRange[];
  /** Content addresses of the missing clips that the first task encodes while the speech is synthesized. */
  clips_ahead: string[];
}

/** Speech that did not exist when the render was prepared: its content address, and the first slide that needs it. */
export interface MissingSpeechEntry {
  hash: string;
  /** Index in the snapshot. */
  slide: number;
}

/** The missing speech of a render, or of one share of it, in the order of its slides. */
export const missingSpeechOfShare = (slides: SpeechOfSlides, share?: ArrayIndexRange): MissingSpeechEntry[] =>
  slides
    .flatMap((spoken, slide) => (spoken?.is_missing ? [{ hash: spoken.hash, slide }] : []))
    .slice(share?.first, share && share.first + share.count);

const storedSpokenSchema = z.object({
  slides: z.array(
    z
      .object({
        hash: z.string(),
        recording: z.object(storedSpeechShape).optional(),
        is_missing: z.literal(true).optional(),
      } satisfies Record<keyof SpeechOfSlide, z.ZodType>)
      .nullable(),
  ),
  shares: z.array(z.object({ first: z.number(), count: z.number() })),
  clips_ahead: z.array(z.string()),
} satisfies Record<keyof SpeechRecordOfRender, z.ZodType>);

/** Stores the record of speech, before the first missing speech is requested. */
export const writeSpeechRecordOfRender = (files: FileStore, key: string, spoken: SpeechRecordOfRender): Promise<void> =>
  writeRenderFile(files, key, spoken);

/** Reads the record of speech. @throws FileMissingError; NonRetryableRenderError `internal_error` for a file of another version */
export const readSpeechRecordOfRender = async (files: FileStore, key: string): Promise<SpeechRecordOfRender> =>
  parseRenderFile(await files.getBytes(key), key, storedSpokenSchema);
