import type { SpeechAddressEngineIdentity } from '#engine/speech/engine.ts';
import { engineOfVoice, isOrContainsEngine } from '#engine/speech/engines/combined-engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import type { GeneratedAudio, SlideAudio, SlideAudioRequestRef } from '#features/timelines/public.ts';
import {
  HandedBackError,
  isWorkAbandoned,
  type LeaseDeps,
  type LeasedWorkHandler,
  MAX_RETURNS_BY_OTHER_VERSIONS,
  MAX_WORK_FAILURES,
  type ReceivedMessage,
  runLeasedWork,
  timesPostponed,
  type WorkAttemptCountLimits,
} from '#platform/leases/public.ts';
import { audioFailureOf } from './audio-failure.ts';
import { isAudioInProgress } from './find-existing-speech.ts';
import { type FindOrSynthesizeSpeechDeps, findOrSynthesizeSpeech } from './find-or-synthesize-speech.ts';
import type { SlideAudioQueue, SlideAudioStore } from './ports.ts';
import { type StoreSpeechInFormatDeps, storeSpeechInFormat } from './store-speech-in-format.ts';

/** Dependencies of the worker of requested narration. */
export interface SynthesizeSlideNarrationDeps extends LeaseDeps, FindOrSynthesizeSpeechDeps {
  audio: SlideAudioStore;
  files: FindOrSynthesizeSpeechDeps['files'] & StoreSpeechInFormatDeps['files'];
  transcode: StoreSpeechInFormatDeps['transcode'];
  queue: SlideAudioQueue;
  /** The engine of this program, with which `speak` synthesizes. */
  engine: SpeechAddressEngineIdentity;
}

/**
 * The maximum number of claims, postponed ones not counted. More claims than failures are allowed, because a worker is rarely killed by the
 * text; but a text that kills every worker must also end.
 */
const MAX_CLAIMS = 8;
/** The limits of the attempts of a slide's narration. */
export const NARRATION_ATTEMPT_LIMITS: WorkAttemptCountLimits = {
  claims: MAX_CLAIMS,
  failures: MAX_WORK_FAILURES,
  postponements: MAX_CLAIMS - 1,
};

/** The maximum duration of an attempt, in seconds: well within the timeout of narrateSlide in serverless.yml. */
const MAX_ATTEMPT_SECONDS = 240;

/** The failure of audio whose last worker died. */
export const ABANDONED_NARRATION_FAILURE = { code: 'internal_error', message: 'The narration broke off.' } as const;

/** Number of postponements of audio, for any reason. */
const postponementsOf = ({ claims_allowed = MAX_CLAIMS }: SlideAudio): number => claims_allowed - MAX_CLAIMS;

/** Number of claims of audio that were not postponed, including the current one. */
export const countUnpostponedClaims = (audio: SlideAudio): number => audio.attempt - postponementsOf(audio);

/** The narration of a slide as work under a lease. */
function leasedNarration(
  { audio: store, queue, clock }: SynthesizeSlideNarrationDeps,
  ref: SlideAudioRequestRef,
): LeasedWorkHandler<GeneratedAudio> {
  const find = async () => {
    const audio = await store.find(ref);
    return audio && audio.job === ref.job && isAudioInProgress(audio) ? audio : undefined;
  };
  return {
    name: 'narration of a slide',
    limits: NARRATION_ATTEMPT_LIMITS,
    claim: (claim) => store.claim(ref, { ...claim, max_claims: NARRATION_ATTEMPT_LIMITS.claims }),
    async state() {
      const audio = await find();
      return audio && { ...audio, claims: countUnpostponedClaims(audio) };
    },
    renew: (audio, leaseUntil) => store.renew(audio, leaseUntil),
    release: (audio) => store.release(audio),
    postpone: (audio, at, postponed) =>
      store.postpone(audio, at, { claims_allowed: MAX_CLAIMS + postponementsOf(audio) + 1, postponed }),
    async fail(audio, error) {
      const { code, message } = audioFailureOf(error);
      await store.fail(audio, { code, message });
    },
    async failAbandoned() {
      const now = clock();
      const audio = await find();
      // The worker may still renew its lease after this read; the write has the lease as its condition.
      if (audio && isWorkAbandoned({ ...audio, claims: countUnpostponedClaims(audio) }, { now, maxClaims: MAX_CLAIMS }))
        await store.failAbandoned(audio, ABANDONED_NARRATION_FAILURE);
    },
    send: (delaySeconds) => queue.send(ref, delaySeconds),
    counts: (audio) => ({
      claims: countUnpostponedClaims(audio),
      failures: audio.failures ?? 0,
      postponed: audio.postponed,
    }),
    kindOf(error) {
      if (error instanceof HandedBackError) return 'handed_back';
      const { isFinal, isBusy } = audioFailureOf(error);
      if (isBusy) return 'busy';
      return isFinal ? 'final' : 'failure';
    },
    // Texts of clients are not logged.
    describe: ({ text: _, own_text: __, lexicon: ___, speakers: ____, ...loggedFields }) => loggedFields,
  };
}

/**
 * The voice for a slide's narration; undefined: the engine of this program chooses one for the language. Audio that was requested from
 * another engine is handed back for about two minutes, for workers that have that engine.
 * @throws HandedBackError to hand the audio back
 */
function voiceOf(engine: SynthesizeSlideNarrationDeps['engine'], audio: GeneratedAudio): string | undefined {
  if (isOrContainsEngine(engine, audio.engine)) return audio.voice;
  if (timesPostponed(audio.postponed, 'handed_back') < MAX_RETURNS_BY_OTHER_VERSIONS)
    throw new HandedBackError(`the narration was asked of ${audio.engine}`);
  return undefined;
}

/**
 * Handles one message of the narration queue that names a slide: synthesizes its speech and stores it in the requested format. The speech
 * is stored under the content address that this version of the program computes, which is written to the audio: another version may
 * synthesize the same words differently. The worker may be killed at any point, and may run twice: files are named by their content, and only
 * the last claim may write a result.
 * @throws the error of a failed attempt, so that the message is not deleted
 */
export async function synthesizeSlideNarration(
  deps: SynthesizeSlideNarrationDeps,
  ref: SlideAudioRequestRef,
  receipt: ReceivedMessage,
): Promise<void> {
  const { engine } = deps;
  const perform = async (audio: GeneratedAudio, signal: AbortSignal): Promise<void> => {
    const { account_id, format, text = '', language, speed, lexicon, speakers } = audio;
    const voice = voiceOf(engine, audio);
    const { hash, request } = hashSpeechRequest(engine, {
      text,
      language,
      voice,
      speed,
      lexicon,
      ...(speakers === undefined ? {} : { speakers }),
    });
    // Aborts the encoding when the synthesis or the storage has failed.
    const encodingController = new AbortController();
    const encodingSignal = AbortSignal.any([signal, encodingController.signal]);
    let encodedFile: Promise<Uint8Array> | undefined;
    // Encoding an MP3 takes longer than the synthesis, so it runs at the same time as the encoding for videos.
    const encode = (wav: Uint8Array): void => {
      if (format === 'wav') return;
      encodedFile = deps.transcode(wav, format, encodingSignal);
      encodedFile.catch(() => undefined);
    };
    try {
      const speech = await findOrSynthesizeSpeech(deps, { kind: 'audio', audio }, hash, request, signal, encode);
      const key = await storeSpeechInFormat(
        deps,
        { account_id, speech_hash: hash, format },
        speech.key,
        signal,
        encodedFile,
      );
      const { duration_seconds, sentences } = speech;
      const usedVoice = engine.voiceFor(language, voice) ?? audio.voice;
      const result = { speech_hash: hash, engine: engineOfVoice(engine, usedVoice).id, voice: usedVoice };
      await deps.audio.finish(audio, { ...result, key, duration_seconds, sentences });
    } finally {
      encodingController.abort();
    }
  };
  await runLeasedWork(deps, leasedNarration(deps, ref), receipt, perform, MAX_ATTEMPT_SECONDS);
}
