import { type ProduceSpeechDeps, produceSpeech, type StoredSpeech } from '../narration/public.ts';
import { MAX_SPEECH_SECONDS, SpeechError, type SpeechRequest } from '../speech/engine.ts';
import type { Slide } from '../timelines/public.ts';
import { soundCodecOf } from './build-render-plan.ts';
import { Postponement, RenderFailure } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { PrepareDeps } from './prepare-render.ts';
import type { Render } from './render.ts';
import type { TaskResult } from './render-task.ts';
import type { Work } from './run-task.ts';
import { readSnapshot, type Snapshot, slideName } from './snapshot.ts';

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

/**
 * Makes the speech of one slide. The address is what this program makes of the slide, not what the task expects: another
 * version of ICU may end a sentence elsewhere, and speech must lie under the address that describes it. The task says where
 * its speech is.
 * @throws RenderFailure `narration_failed` for speech that cannot be made; Postponement when the engine is too busy
 */
export async function narrateForRender(
  deps: NarrateForRenderDeps,
  { render, task, signal }: Work,
): Promise<TaskResult> {
  const snapshot = await readSnapshot(deps.files, render);
  const position = task.share?.first ?? 0;
  const slide = snapshot.slides[position];
  const wanted = slide && deps.requiredSpeechOf(slide, snapshot.settings);
  const { hash, request } = (wanted?.hash === task.speech_hash ? wanted : (wanted?.fallback ?? wanted)) ?? {};
  const failure = (why = 'could not be made', cause?: unknown) =>
    new RenderFailure('narration_failed', `The narration of ${slideName(snapshot, position)} ${why}.`, { cause });
  if (!slide || !request || hash === undefined) throw failure();
  try {
    const encodeAhead = usesSpeechAlone(render, snapshot) ? deps.encodeAhead : async () => undefined;
    const speech = await produceSpeech({ ...deps, encodeAhead }, { kind: 'render', ...render }, hash, request, signal);
    await deps.prepareAdoption(
      { account_id: render.account_id, lexicon: snapshot.settings.lexicon },
      speech,
      [slide],
      signal,
    );
    return { key: speech.key, speech_hash: speech.hash };
  } catch (error) {
    // The engine may succeed at the next attempt. The other errors come from the request, and would come again.
    if (!(error instanceof SpeechError) || error.code === 'engine_failed') throw error;
    if (error.code === 'busy') throw new Postponement('the speech engine is too busy', { cause: error });
    throw failure(clientMessage(error.code, request), error);
  }
}
