import { MAX_SPEECH_SECONDS, SpeechError, type SpeechRequest } from '#engine/speech/engine.ts';
import type { HashedSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
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
import { artifactOriginOfRender } from './cached-artifact.ts';
import { NonRetryableRenderError, RenderTaskPostponedError, RetryableSlideSpeechError } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { PrepareRenderDeps } from './prepare-render.ts';
import { type Render, timeInUsageMonthOfRender } from './render.ts';
import { type RenderTaskResult, renderTaskClaimNumber } from './render-task.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  type MissingSpeechEntry,
  missingSpeechOfShare,
  readSpeechRecordOfRender,
  readTimelineSnapshot,
  slideForError,
  slideNameInMessage,
  type TimelineSnapshot,
} from './timeline-snapshot.ts';

/**
 * The most characters of the speech that a worker starts with one write and stores with one write: about a minute of speech. A killed
 * worker loses that much speech. If the render ends meanwhile, all of these characters are counted, synthesized or not.
 */
const MAX_BATCH_CHARACTERS = 900;

/** Speech that this task has synthesized. */
type SynthesizedSpeech = SpeechSynthesizedForRender & UnstoredSpeech;

/** Dependencies of the narration for a render. */
export interface NarrationTaskDeps extends FindOrSynthesizeSpeechDeps {
  files: FileStore;
  speechRequiredBySlide: PrepareRenderDeps['speechRequiredBySlide'];
  /** Encodes the file that a slide's audio needs if it adopts the speech; see `encodeFilesForSpeechAdoption` of narration. Throws only after an abort. */
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
  const voicePart = voice === undefined ? '' : ` "${voice}"`;
  return `could not be made: there is no voice${voicePart} for the language "${language}"; GET /voices lists those there are`;
}

/** Reports whether the video uses speech in the form that is encoded ahead: as AAC, not mixed with music. */
const doesVideoUseSpeechAlone = (render: Render, { settings }: TimelineSnapshot): boolean =>
  soundtrackCodecOfRender(render) === 'aac' && settings.background_audio === undefined;

/** A slide of a task's share, and the speech that this program makes for it. */
interface RequestedSpeech extends HashedSpeechRequest {
  position: number;
  slide: Slide;
}

/** Divides speech into batches of at most BATCH_CHARACTERS (or one speech), in order; none is empty. Pure. */
function batchesOf(requestedSpeech: readonly RequestedSpeech[]): RequestedSpeech[][] {
  const batches: RequestedSpeech[][] = [];
  let charactersLeft = 0;
  for (const item of requestedSpeech) {
    const { characters } = countSpokenTextAmounts(item.request);
    const currentBatch = batches.at(-1);
    if (currentBatch && characters <= charactersLeft) currentBatch.push(item);
    else {
      batches.push([item]);
      charactersLeft = MAX_BATCH_CHARACTERS;
    }
    charactersLeft -= characters;
  }
  return batches;
}

/** The speech that this program makes for a slide. @throws NonRetryableRenderError for a slide without speech that can be synthesized */
function requestedSpeechOf(
  deps: NarrationTaskDeps,
  snapshot: TimelineSnapshot,
  { slide: position, hash }: MissingSpeechEntry,
): RequestedSpeech {
  const slide = snapshot.slides[position];
  const required = slide && deps.speechRequiredBySlide(slide, snapshot.settings);
  const synthesizable = required?.hash === hash ? required : (required?.fallback ?? required);
  if (!slide || synthesizable?.request === undefined) throw narrationError(snapshot, position);
  return { position, slide, hash: synthesizable.hash, request: synthesizable.request };
}

const narrationError = (
  snapshot: TimelineSnapshot,
  position: number,
  reason = 'could not be made',
  cause?: unknown,
): NonRetryableRenderError =>
  new NonRetryableRenderError(
    'narration_failed',
    `The narration of ${slideNameInMessage(snapshot, position)} ${reason}.`,
    { cause, failedSlide: slideForError(snapshot, position) },
  );

/** The error of the task for an error in the speech of a slide. */
function taskErrorOf(snapshot: TimelineSnapshot, { position, request }: RequestedSpeech, error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error;
  // The engine may succeed at another attempt. The causes of the other errors are in the request, so they would come again.
  if (error.code === 'engine_failed')
    return new RetryableSlideSpeechError(
      slideNameInMessage(snapshot, position),
      slideForError(snapshot, position),
      error,
    );
  if (error.code === 'busy') return new RenderTaskPostponedError('the speech engine is too busy', { cause: error });
  return narrationError(snapshot, position, clientMessage(error.code, request), error);
}

/**
 * Synthesizes and stores the speech of a batch. After an error, the speech that was made before it is stored, too.
 * @param speechByHash receives the speech of the batch
 * @throws the errors of `performNarrationTask`
 */
async function speakBatch(
  deps: NarrationTaskDeps,
  snapshot: TimelineSnapshot,
  batch: readonly RequestedSpeech[],
  payerOf: (slide: number) => RenderSpeechReservationOwner,
  speechByHash: Map<string, StoredSpeech>,
  signal: AbortSignal,
): Promise<SynthesizedSpeech[]> {
  signal.throwIfAborted();
  const reservations = batch.map((item) => ({
    payer: payerOf(item.position),
    characters: countSpokenTextAmounts(item.request).characters,
  }));
  const areReserved = await deps.speech.beginAll(reservations);
  const synthesized: SynthesizedSpeech[] = [];
  /** The number of speeches of the batch whose synthesis was started. */
  let startedCount = 0;
  try {
    for (const [index, item] of batch.entries()) {
      signal.throwIfAborted();
      startedCount = index + 1;
      const payer = payerOf(item.position);
      const characters = areReserved ? reservations[index]?.characters : undefined;
      const result = await synthesizeNewSpeech(deps, payer, item.hash, item.request, signal, characters).catch(
        (error: unknown) => {
          throw taskErrorOf(snapshot, item, error);
        },
      );
      speechByHash.set(item.hash, result.speech);
      if (result.spoken) synthesized.push({ payer, speech: result.speech, ...result.spoken });
    }
  } finally {
    // Speech whose synthesis was not started is no longer under way, unless another attempt has taken it over.
    const notStarted = areReserved ? reservations.slice(startedCount) : [];
    await Promise.all([
      ...notStarted.map(({ payer, characters }) =>
        attemptConditionalWrite(() => deps.speech.abandon(payer, characters)),
      ),
      ...synthesized.map(({ stored }) => stored),
    ]);
    await deps.speech.keepAll(synthesized);
  }
  return synthesized;
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
    readSpeechRecordOfRender(deps.files, spoken_key),
  ]);
  const missingEntries = missingSpeechOfShare(slides, share);
  const requestedSpeech = missingEntries.map((entry) => requestedSpeechOf(deps, snapshot, entry));
  const hashes = requestedSpeech.map(({ hash }) => hash);
  const claim = renderTaskClaimNumber(task);
  const payerOf = (slide: number): RenderSpeechReservationOwner => ({
    kind: 'render',
    ...render,
    created_at: timeInUsageMonthOfRender(render),
    claim,
    slide,
  });
  const references = requestedSpeech.map(({ hash, slide }) => ({ hash, slide_id: slide.id }));
  const speechByHash = await findSpeechAndRecordUse(deps, payerOf(0), references);
  // The use of all other speech was noted when the render was prepared.
  const unannounced = references.filter(
    ({ hash }, index) => !speechByHash.has(hash) && hash !== missingEntries[index]?.hash,
  );
  if (unannounced.length > 0) await deps.speech.announce({ ...render, source: render.id }, unannounced, deps.clock());
  const synthesized: SynthesizedSpeech[] = [];
  for (const batch of batchesOf(requestedSpeech.filter(({ hash }) => !speechByHash.has(hash)))) {
    const batchSpeech = await speakBatch(deps, snapshot, batch, payerOf, speechByHash, signal);
    synthesized.push(...batchSpeech);
  }
  const adoptionContext = { ...snapshot.settings, account_id: render.account_id };
  for (const { hash, slide } of requestedSpeech) {
    const speech = speechByHash.get(hash);
    if (speech) await deps.prepareAdoption(adoptionContext, speech, [slide], signal);
  }
  if (synthesized.length > 0 && doesVideoUseSpeechAlone(render, snapshot))
    await deps.encodeAhead(artifactOriginOfRender(render), synthesized, signal);
  // Absent if all speech has the addresses that the task expects.
  return hashes.every((hash, index) => hash === missingEntries[index]?.hash) ? {} : { speech_hashes: hashes };
}
