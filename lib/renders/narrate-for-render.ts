import {
  findSpeechFor,
  type NewlySpoken,
  type ProduceSpeechDeps,
  type SpokenForRender,
  type StoredSpeech,
  speakNew,
} from '../narration/public.ts';
import { MAX_SPEECH_SECONDS, SpeechError, type SpeechRequest } from '../speech/engine.ts';
import type { HashedSpeechRequest } from '../speech/hash-speech-request.ts';
import type { Slide } from '../timelines/public.ts';
import { soundCodecOf } from './build-render-plan.ts';
import { Postponement, RenderFailure, SlideFailure } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { PrepareDeps } from './prepare-render.ts';
import type { Render } from './render.ts';
import { claimNumber, type TaskResult } from './render-task.ts';
import type { Work } from './run-task.ts';
import { type MissingSpeech, missingOf, readSnapshot, readSpoken, type Snapshot, slideName } from './snapshot.ts';

/** Seconds of speech that a worker which is killed has spoken in vain, beside the speech that it was at. */
const UNKEPT_SECONDS = 60;

/** Speech that this task has spoken. */
type Spoken = SpokenForRender & NewlySpoken;

export interface NarrateForRenderDeps extends ProduceSpeechDeps {
  files: FileStore;
  requiredSpeechOf: PrepareDeps['requiredSpeechOf'];
  /** Makes the file that the slide's audio will have if the speech becomes that. Throws only after an abort. */
  prepareAdoption(
    of: Pick<Render, 'account_id'> & Pick<Snapshot['settings'], 'lexicon'>,
    speech: StoredSpeech,
    slides: readonly Slide[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** What the client is told of an error that it can do something about; undefined for other errors. */
function clientMessage(code: SpeechError['code'], { language, voice }: SpeechRequest): string | undefined {
  if (code === 'too_long') return `would last longer than ${MAX_SPEECH_SECONDS / 60} minutes`;
  if (code !== 'voice_unknown') return undefined;
  // The engine that speaks now may have other voices than the one that the timeline was checked against.
  const named = voice === undefined ? '' : ` "${voice}"`;
  return `could not be made: there is no voice${named} for the language "${language}"; GET /voices lists those there are`;
}

/** Whether the video has speech as it is encoded ahead: in MP4, not mixed with music. */
const usesSpeechAlone = (render: Render, { settings }: Snapshot): boolean =>
  soundCodecOf(render) === 'aac' && settings.background_audio === undefined;

/** A slide of a share, and the speech that this program makes for it. */
interface Wanted extends HashedSpeechRequest {
  position: number;
  slide: Slide;
}

/** @throws RenderFailure for a slide that has nothing to say any more */
function wantedOf(deps: NarrateForRenderDeps, snapshot: Snapshot, { slide: position, hash }: MissingSpeech): Wanted {
  const slide = snapshot.slides[position];
  const wanted = slide && deps.requiredSpeechOf(slide, snapshot.settings);
  const made = wanted?.hash === hash ? wanted : (wanted?.fallback ?? wanted);
  if (!slide || made?.request === undefined) throw failureOf(snapshot, position);
  return { position, slide, hash: made.hash, request: made.request };
}

const failureOf = (snapshot: Snapshot, position: number, why = 'could not be made', cause?: unknown): RenderFailure =>
  new RenderFailure('narration_failed', `The narration of ${slideName(snapshot, position)} ${why}.`, { cause });

/** What an error in the speech of a slide means for the task. */
function errorOf(snapshot: Snapshot, { position, request }: Wanted, error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error;
  // The engine may succeed at the next attempt. The other errors come from the request, and would come again.
  if (error.code === 'engine_failed') return new SlideFailure(slideName(snapshot, position), error);
  if (error.code === 'busy') return new Postponement('the speech engine is too busy', { cause: error });
  return failureOf(snapshot, position, clientMessage(error.code, request), error);
}

/**
 * Makes the speech of a share of the missing, one after another. The address is what this program makes of a slide, not what
 * the task expects: another version of ICU may end a sentence elsewhere, and speech must lie under the address that describes
 * it. The task says where its speech is. Run twice, it finds what its first run has stored.
 * @throws RenderFailure `narration_failed` for speech that cannot be made; Postponement when the engine is too busy;
 * SlideFailure for speech that may succeed at the next attempt
 */
export async function narrateForRender(
  deps: NarrateForRenderDeps,
  { render, task, lease, signal }: Work,
): Promise<TaskResult> {
  const { share, spoken_key } = task;
  if (share === undefined || spoken_key === undefined) throw new Error('the task does not name what it is to say');
  const [snapshot, { slides }] = await Promise.all([
    readSnapshot(deps.files, render),
    readSpoken(deps.files, spoken_key),
  ]);
  const wanted = missingOf(slides, share).map((missing) => wantedOf(deps, snapshot, missing));
  const hashes = wanted.map(({ hash }) => hash);
  const attempt = { attempt: lease.token, claim: claimNumber(task) };
  const payerOf = (slide: number) => ({ kind: 'render', ...render, ...attempt, slide }) as const;
  const made = await findSpeechFor(deps, payerOf(0), hashes);
  const spoken: Spoken[] = [];
  /** What is not kept yet. */
  let left: Spoken[] = [];
  const keep = async () => {
    const kept = left;
    left = [];
    await Promise.all(kept.map(({ stored }) => stored));
    await deps.speech.keepAll(kept);
  };
  try {
    for (const one of wanted) {
      const { hash, request, position } = one;
      if (made.has(hash)) continue;
      signal.throwIfAborted();
      const payer = payerOf(position);
      const result = await speakNew(deps, payer, hash, request, signal).catch((error: unknown) => {
        throw errorOf(snapshot, one, error);
      });
      made.set(hash, result.speech);
      if (!result.spoken) continue;
      const last = { payer, speech: result.speech, ...result.spoken };
      spoken.push(last);
      left.push(last);
      if (left.reduce((sum, { speech }) => sum + speech.duration_seconds, 0) > UNKEPT_SECONDS) await keep();
    }
  } finally {
    // Also before it fails: what was spoken is not spoken again.
    await keep();
  }
  const of = { account_id: render.account_id, lexicon: snapshot.settings.lexicon };
  for (const { hash, slide } of wanted) {
    const speech = made.get(hash);
    if (speech) await deps.prepareAdoption(of, speech, [slide], signal);
  }
  if (spoken.length > 0 && usesSpeechAlone(render, snapshot)) await deps.encodeAhead(render, spoken, signal);
  return { speech_hashes: hashes };
}
