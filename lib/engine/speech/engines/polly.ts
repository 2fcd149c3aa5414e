import { decodeVorbis } from '#engine/audio-decoding/decoders/vorbis.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { Unavailable } from '#kernel/shared/errors.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import { speechLengthCounter } from '../check-speech-length.ts';
import { type SpeechEngine, SpeechError, type SpeechService } from '../engine.ts';
import { joinSentences } from '../join-sentences.ts';
import { finishSpeech } from './finish-speech.ts';
import { isSpoken, planSpeech } from './plan-speech.ts';
import { namedLanguage, pollyIdentity } from './polly-identity.ts';
import { pollySsml } from './polly-ssml.ts';
import { sentenceClipsOf } from './utterance.ts';

/** Hz, the native rate of neural voices. Polly's PCM has at most 16,000, which cuts the upper half of every s and f. */
export const POLLY_SAMPLE_RATE = 24_000;
/**
 * Concurrent calls for one text. A new account has 8 calls per second and 18 concurrent ones for all texts. serverless.yml
 * limits the workers to four texts (`narrators`); the SDK slows each worker down to its share of the 8.
 */
export const POLLY_CONCURRENCY = 4;

/** Final errors of the service, by their names: a retry does not help. */
const REFUSALS: Readonly<Record<string, 'voice_unknown' | 'text_refused'>> = {
  EngineNotSupportedException: 'voice_unknown',
  LanguageNotSupportedException: 'voice_unknown',
  InvalidSsmlException: 'text_refused',
  TextLengthExceededException: 'text_refused',
};

function speechError(cause: unknown): SpeechError {
  if (cause instanceof SpeechError) return cause;
  if (cause instanceof Unavailable) return new SpeechError('busy', 'Amazon Polly is not available now.', { cause });
  const refusal = cause instanceof Error ? ownValue(REFUSALS, cause.name) : undefined;
  return refusal
    ? new SpeechError(refusal, 'Amazon Polly refused this request.', { cause })
    : new SpeechError('engine_failed', 'Amazon Polly gave no speech.', { cause });
}

/** Decodes an answer of the service. */
async function samplesOf(file: Uint8Array): Promise<Int16Array> {
  const parts: Float32Array[] = [];
  for await (const { channels, sampleRate } of decodeVorbis(file)) {
    const [mono] = channels;
    if (mono === undefined || channels.length !== 1 || sampleRate !== POLLY_SAMPLE_RATE)
      throw new Error(`${channels.length} channels at ${sampleRate} Hz`);
    parts.push(mono);
  }
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts)
    for (const sample of part) pcm[at++] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
  return pcm;
}

/**
 * Amazon Polly's neural voices. Every utterance is one call: it stays under the limit of a call (3,000 billed characters; a
 * sentence has at most a tenth of that), costs the same, and gives the start of each sentence to the sample. Speech marks
 * would be a second, billed call for every text, in whole milliseconds, with the engine's own silence in between.
 */
export const createPollyEngine = (service: SpeechService): SpeechEngine => ({
  ...pollyIdentity,
  async speak(request, signal) {
    signal?.throwIfAborted();
    const { voice, script, utterances } = planSpeech(pollyIdentity, request);
    const language = namedLanguage(voice, request.language);
    const spoken: Int16Array[] = [];
    const count = speechLengthCounter();
    await forEachConcurrent([...utterances.entries()], POLLY_CONCURRENCY, async ([i, utterance]) => {
      spoken[i] = new Int16Array(0);
      if (!isSpoken(utterance)) return;
      try {
        const file = await service({ ssml: pollySsml(utterance, request.speed), voice, language }, signal);
        const pcm = await samplesOf(file);
        count(pcm.length, POLLY_SAMPLE_RATE);
        spoken[i] = pcm;
      } catch (error) {
        signal?.throwIfAborted();
        throw speechError(error);
      }
    });
    return finishSpeech(
      joinSentences(
        sentenceClipsOf(
          script,
          spoken.map((pcm) => ({ pcm })),
        ),
        POLLY_SAMPLE_RATE,
        request.speed,
      ),
      POLLY_SAMPLE_RATE,
      signal,
    );
  },
});
