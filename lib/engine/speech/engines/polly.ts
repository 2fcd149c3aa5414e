import { decodeVorbis } from '#engine/audio-decoding/decoders/vorbis.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { createSpeechLengthCounter } from '../check-speech-length.ts';
import { type RemoteSynthesizer, type SpeechEngine, SpeechError, type UtteranceRequest } from '../engine.ts';
import { joinSentenceClips } from '../join-sentence-clips.ts';
import { roundToInt16 } from '../round-to-int16.ts';
import type { SpokenWordSpan } from '../words/times-of-sentence-words.ts';
import { levelJoinedClipsToSpeech } from './level-joined-clips-to-speech.ts';
import { hasSpokenWords, planRequestedSpeech } from './plan-requested-speech.ts';
import { pollyIdentity, pollyLanguageOfVoice } from './polly-identity.ts';
import { parsePollySpeechMarks } from './polly-marks.ts';
import { pollySsml } from './polly-ssml.ts';
import { sentenceClipsOf, type UtteranceSound, wordsOfUtterance } from './utterance.ts';
import { utteranceWordSpans } from './utterance-word-spans.ts';

/** Hz, the native rate of neural voices. Polly's PCM has at most 16,000, which cuts the upper half of every s and f. */
export const POLLY_SAMPLE_RATE_HZ = 24_000;
/**
 * Concurrent calls for one text. AWS allows a new account 8 calls per second and 18 concurrent ones, for all texts. serverless.yml
 * limits the workers to four texts (`narrators`); the SDK slows each worker down to its share of the 8.
 */
export const MAX_CONCURRENT_POLLY_CALLS = 4;

/** Codes for the errors of the service that a retry does not help, by the error's name. */
const REFUSALS: Readonly<Record<string, 'voice_unknown' | 'text_refused'>> = {
  EngineNotSupportedException: 'voice_unknown',
  LanguageNotSupportedException: 'voice_unknown',
  InvalidSsmlException: 'text_refused',
  TextLengthExceededException: 'text_refused',
};

function toSpeechError(cause: unknown): SpeechError {
  if (cause instanceof SpeechError) return cause;
  if (cause instanceof DependencyUnavailableError)
    return new SpeechError('busy', 'Amazon Polly is not available now.', { cause });
  const refusal = cause instanceof Error ? ownPropertyValue(REFUSALS, cause.name) : undefined;
  return refusal
    ? new SpeechError(refusal, 'Amazon Polly refused this request.', { cause })
    : new SpeechError('engine_failed', 'Amazon Polly gave no speech.', { cause });
}

/** Decodes a sound of the service. @throws Error for another sample rate or number of channels */
async function decodeSamples(file: Uint8Array): Promise<Int16Array> {
  const parts: Float32Array[] = [];
  for await (const { channels, sampleRate } of decodeVorbis(file)) {
    const [mono] = channels;
    if (mono === undefined || channels.length !== 1 || sampleRate !== POLLY_SAMPLE_RATE_HZ)
      throw new Error(`Amazon Polly returned ${channels.length} channels at ${sampleRate} Hz`);
    parts.push(mono);
  }
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) for (const sample of part) pcm[position++] = roundToInt16(sample * 32_767);
  return pcm;
}

/**
 * Requests the times of the words of an utterance. A failure here is not thrown: the sound, which was paid for, is as good without them.
 * @param said the words of the utterance
 * @param onLostTimes receives the error of a failed request for times
 * @returns an empty list when the service returned none: they are estimated then
 */
async function requestWordSpans(
  service: RemoteSynthesizer,
  utteranceRequest: UtteranceRequest,
  { pcm, said }: { pcm: Int16Array; said: string },
  signal: AbortSignal | undefined,
  onLostTimes: (error: unknown) => void,
): Promise<SpokenWordSpan[]> {
  try {
    const words = parsePollySpeechMarks(
      await service.marks(utteranceRequest, signal),
      { ssml: utteranceRequest.ssml, said },
      POLLY_SAMPLE_RATE_HZ,
    );
    return utteranceWordSpans(pcm, POLLY_SAMPLE_RATE_HZ, words);
  } catch (error) {
    signal?.throwIfAborted();
    onLostTimes(error);
    return [];
  }
}

/**
 * Amazon Polly's neural voices. Each utterance is one call: an utterance has at most a tenth of the 3,000 billed characters that a call may
 * have. Separate calls cost the same as one for the whole text, and give the exact sample at which each utterance starts. A second call for
 * each utterance, billed like the first, returns the times of its words.
 * @param onLostTimes receives the error for each utterance whose word times could not be requested; they are estimated then
 */
export const createPollyEngine = (
  service: RemoteSynthesizer,
  onLostTimes: (error: unknown) => void = () => undefined,
): SpeechEngine => ({
  ...pollyIdentity,
  async speak(request, signal) {
    signal?.throwIfAborted();
    const { voice, script, utterances } = planRequestedSpeech(pollyIdentity, request);
    const language = pollyLanguageOfVoice(voice, request.language);
    const sounds: UtteranceSound[] = [];
    const countLength = createSpeechLengthCounter();
    await forEachConcurrent([...utterances.entries()], MAX_CONCURRENT_POLLY_CALLS, async ([i, utterance]) => {
      sounds[i] = { pcm: new Int16Array(0) };
      if (!hasSpokenWords(utterance)) return;
      try {
        const utteranceRequest = { ssml: pollySsml(utterance, request.speed), voice, language };
        const pcm = await decodeSamples(await service.sound(utteranceRequest, signal));
        countLength(pcm.length, POLLY_SAMPLE_RATE_HZ);
        sounds[i] = {
          pcm,
          marks: await requestWordSpans(
            service,
            utteranceRequest,
            { pcm, said: wordsOfUtterance(utterance) },
            signal,
            onLostTimes,
          ),
        };
      } catch (error) {
        signal?.throwIfAborted();
        throw toSpeechError(error);
      }
    });
    const joinedSpeech = joinSentenceClips(sentenceClipsOf(script, sounds), POLLY_SAMPLE_RATE_HZ, request.speed);
    return levelJoinedClipsToSpeech(joinedSpeech, POLLY_SAMPLE_RATE_HZ, signal);
  },
});
