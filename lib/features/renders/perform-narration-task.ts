import { MAX_SPEECH_SECONDS, SpeechError, type SpeechRequest } from '#engine/speech/engine.ts';
import type { HashedSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { measureSpokenText } from '#engine/speech/script/notes-text.ts';
import {
  type FindOrSynthesizeSpeechDeps,
  findSpeechAndRecordUse,
  type RenderSpeechReservationOwner,
  type SpeechSynthesizedForRender,
  type StoredSpeech,
  synthesizeNewSpeech,
  type UnstoredSpeech,
} from '#features/narration/public.ts';
import type { Slide, SpeechSettings } from '#features/timelines/public.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { soundtrackCodecOfRender } from './build-render-plan.ts';
import { artifactMakerOfRender } from './cached-artifact.ts';
import { NonRetryableRenderError, RenderTaskPostponedError, RetryableSlideSpeechError } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { PrepareRenderDeps } from './prepare-render.ts';
import { type Render, timeInUsageMonthOfRender } from './render.ts';
import { type RenderTaskResult, renderTaskClaimNumber } from './render-task.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  type MissingSpeechEntry,
  missingSpeechOfShare,
  readSpeechRecord,
  readTimelineSnapshot,
  slideForError,
  slideNameInMessage,
  type TimelineSnapshot,
} from './timeline-snapshot.ts';

/**
 * The most characters of the speech that a worker starts with one write and stores with one write: about a minute of speech. A killed
 * worker loses that much speech. If the render ends meanwhile, all of these characters are counted, synthesized or not.
 */
const BATCH_CHARACTERS = 900;

/** Speech that this task has synthesized. */
type Spoken = SpeechSynthesizedForRender & UnstoredSpeech;

/** Dependencies of the narration for a render. */
export interface NarrationTaskDeps extends FindOrSynthesizeSpeechDeps {
  files: FileStore;
  speechRequiredBySlide: PrepareRenderDeps['speechRequiredBySlide'];
  /** Encodes the file that a slide's audio needs if it adopts the speech; see `prepareSpeechAdoption` of narration. Throws only after an abort. */
  prepareAdoption(
    of: Pick<Render, 'account_id'> & SpeechSettings,
    speech: StoredSpeech,
    slides: readonly Slide[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** The end of the client's message for an error that the client can correct; undefined for any other. */
function clientMessage(code: SpeechError['code'], { language, voice }: SpeechRequest): string | undefined {
  if (code === 'too_long') return `would last longer than ${MAX_SPEECH_SECONDS / 60} minutes`;
  if (code !== 'voice_unknown') return undefined;
  // The engine of this program may have other voices than the engine for which the timeline was checked.
  const named = voice === undefined ? '' : ` "${voice}"`;
  return `could not be made: there is no voice${named} for the language "${language}"; GET /voices lists those there are`;
}

/** Reports whether the video uses speech in the form that is encoded ahead: as AAC, not mixed with music. */
const usesSpeechAlone = (render: Render, { settings }: TimelineSnapshot): boolean =>
  soundtrackCodecOfRender(render) === 'aac' && settings.background_audio === undefined;

/** A slide of a task's share, and the speech that this program makes for it. */
interface Wanted extends HashedSpeechRequest {
  position: number;
  slide: Slide;
}

/** Divides speech into batches of at most BATCH_CHARACTERS (or one speech), in order; none is empty. Pure. */
function batchesOf(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  let left = 0;
  for (const one of wanted) {
    const { characters } = measureSpokenText(one.request);
    const open = batches.at(-1);
    if (open && characters <= left) open.push(one);
    else {
      batches.push([one]);
      left = BATCH_CHARACTERS;
    }
    left -= characters;
  }
  return batches;
}

/** The speech that this program makes for a slide. @throws NonRetryableRenderError for a slide without speech that can be synthesized */
function wantedOf(
  deps: NarrationTaskDeps,
  snapshot: TimelineSnapshot,
  { slide: position, hash }: MissingSpeechEntry,
): Wanted {
  const slide = snapshot.slides[position];
  const wanted = slide && deps.speechRequiredBySlide(slide, snapshot.settings);
  const made = wanted?.hash === hash ? wanted : (wanted?.fallback ?? wanted);
  if (!slide || made?.request === undefined) throw failureOf(snapshot, position);
  return { position, slide, hash: made.hash, request: made.request };
}

const failureOf = (
  snapshot: TimelineSnapshot,
  position: number,
  why = 'could not be made',
  cause?: unknown,
): NonRetryableRenderError =>
  new NonRetryableRenderError(
    'narration_failed',
    `The narration of ${slideNameInMessage(snapshot, position)} ${why}.`,
    {
      cause,
      place: slideForError(snapshot, position),
    },
  );

/** The error of the task for an error in the speech of a slide. */
function errorOf(snapshot: TimelineSnapshot, { position, request }: Wanted, error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error;
  // The engine may succeed at another attempt. The causes of the other errors are in the request, so they would come again.
  if (error.code === 'engine_failed')
    return new RetryableSlideSpeechError(
      slideNameInMessage(snapshot, position),
      slideForError(snapshot, position),
      error,
    );
  if (error.code === 'busy') return new RenderTaskPostponedError('the speech engine is too busy', { cause: error });
  return failureOf(snapshot, position, clientMessage(error.code, request), error);
}

/**
 * Synthesizes and stores the speech of a batch. After an error, the speech that was made before it is stored, too.
 * @param made the speech is added to it, by hash
 * @throws the errors of `performNarrationTask`
 */
async function speakBatch(
  deps: NarrationTaskDeps,
  snapshot: TimelineSnapshot,
  batch: readonly Wanted[],
  payerOf: (slide: number) => RenderSpeechReservationOwner,
  made: Map<string, StoredSpeech>,
  signal: AbortSignal,
): Promise<Spoken[]> {
  signal.throwIfAborted();
  const begun = batch.map((one) => ({
    payer: payerOf(one.position),
    characters: measureSpokenText(one.request).characters,
  }));
  const isBegun = await deps.speech.beginAll(begun);
  const spoken: Spoken[] = [];
  /** The number of speeches of the batch whose synthesis was started. */
  let reached = 0;
  try {
    for (const [place, one] of batch.entries()) {
      signal.throwIfAborted();
      reached = place + 1;
      const payer = payerOf(one.position);
      const characters = isBegun ? begun[place]?.characters : undefined;
      const result = await synthesizeNewSpeech(deps, payer, one.hash, one.request, signal, characters).catch(
        (error: unknown) => {
          throw errorOf(snapshot, one, error);
        },
      );
      made.set(one.hash, result.speech);
      if (result.spoken) spoken.push({ payer, speech: result.speech, ...result.spoken });
    }
  } finally {
    // Speech whose synthesis was not started is no longer under way, unless another attempt has taken it over.
    const left = isBegun ? begun.slice(reached) : [];
    await Promise.all([
      ...left.map(({ payer, characters }) => attemptConditionalWrite(() => deps.speech.abandon(payer, characters))),
      ...spoken.map(({ stored }) => stored),
    ]);
    await deps.speech.keepAll(spoken);
  }
  return spoken;
}

/**
 * Performs a `narration` task: makes the missing speech of its share, one after another. Each speech is stored under the content address
 * that this program computes. The task may expect another address, because another version of ICU may split sentences differently. The
 * result of the task then has the addresses under which the speech was stored. A second run finds the speech that the first one has stored.
 * @throws NonRetryableRenderError `narration_failed` for speech that cannot be made; RenderTaskPostponedError when the engine is too busy;
 * RetryableSlideSpeechError for speech that may succeed at the next attempt; Error for a task that names no speech
 */
export async function performNarrationTask(
  deps: NarrationTaskDeps,
  { render, task, signal }: ClaimedRenderTask,
): Promise<RenderTaskResult> {
  const { share, spoken_key } = task;
  if (share === undefined || spoken_key === undefined) throw new Error('the task does not name what it is to say');
  const [snapshot, { slides }] = await Promise.all([
    readTimelineSnapshot(deps.files, render),
    readSpeechRecord(deps.files, spoken_key),
  ]);
  const missing = missingSpeechOfShare(slides, share);
  const wanted = missing.map((one) => wantedOf(deps, snapshot, one));
  const hashes = wanted.map(({ hash }) => hash);
  const claim = renderTaskClaimNumber(task);
  const payerOf = (slide: number): RenderSpeechReservationOwner => ({
    kind: 'render',
    ...render,
    created_at: timeInUsageMonthOfRender(render),
    claim,
    slide,
  });
  const said = wanted.map(({ hash, slide }) => ({ hash, slide_id: slide.id }));
  const made = await findSpeechAndRecordUse(deps, payerOf(0), said);
  // The use of all other speech was noted when the render was prepared.
  const unexpected = said.filter(({ hash }, place) => !made.has(hash) && hash !== missing[place]?.hash);
  if (unexpected.length > 0) await deps.speech.announce({ ...render, source: render.id }, unexpected, deps.clock());
  const spoken: Spoken[] = [];
  for (const batch of batchesOf(wanted.filter(({ hash }) => !made.has(hash)))) {
    const kept = await speakBatch(deps, snapshot, batch, payerOf, made, signal);
    spoken.push(...kept);
  }
  const of = { ...snapshot.settings, account_id: render.account_id };
  for (const { hash, slide } of wanted) {
    const speech = made.get(hash);
    if (speech) await deps.prepareAdoption(of, speech, [slide], signal);
  }
  if (spoken.length > 0 && usesSpeechAlone(render, snapshot))
    await deps.encodeAhead(artifactMakerOfRender(render), spoken, signal);
  // Absent if all speech has the addresses that the task expects.
  return hashes.every((hash, place) => hash === missing[place]?.hash) ? {} : { speech_hashes: hashes };
}
