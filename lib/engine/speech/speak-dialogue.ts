import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { checkSpeechLength } from './check-speech-length.ts';
import {
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
  type SpokenSentence,
  type SynthesizedSpeech,
} from './engine.ts';
import { speechOfNormalizedPcm } from './engines/level-joined-clips-to-speech.ts';
import { hasSpeakableWords } from './script/notes-text.ts';
import { speechRequestsByVoice } from './speech-requests-by-voice.ts';

/** Seconds of silence between two parts: as between sentences. */
const PAUSE_SECONDS = 0.4;
const BYTES_PER_SAMPLE = 2;
/** Times are rounded to a thousandth of a second, as in the speech of one voice. */
const TIME_STEPS_PER_SECOND = 1000;

/** A request for one part: at speed 1 if the speed of its voice cannot be set. */
function withSpeedOfVoice(
  engine: Pick<SpeechEngine, 'voiceFor' | 'takesSpeed'>,
  request: SpeechRequest,
): SpeechRequest {
  const voice = engine.voiceFor(request.language, request.voice);
  return voice === undefined || engine.takesSpeed(voice) ? request : { ...request, speed: 1 };
}

/** Synthesizes one part; undefined when it has no sound. */
async function speakPart(
  engine: Pick<SpeechEngine, 'speak' | 'voiceFor' | 'takesSpeed'>,
  request: SpeechRequest,
  signal: AbortSignal | undefined,
): Promise<SynthesizedSpeech | undefined> {
  try {
    return await engine.speak(withSpeedOfVoice(engine, request), signal);
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'no_speech') return undefined;
    throw error;
  }
}

/** Returns a sentence of a part with its times from the start of the whole speech. @param seconds the start of the part */
const shiftSentence = (sentence: SpokenSentence, seconds: number, speaker: string | undefined): SpokenSentence => ({
  ...sentence,
  start_seconds: Math.round((sentence.start_seconds + seconds) * TIME_STEPS_PER_SECOND) / TIME_STEPS_PER_SECOND,
  end_seconds: Math.round((sentence.end_seconds + seconds) * TIME_STEPS_PER_SECOND) / TIME_STEPS_PER_SECOND,
  ...(speaker === undefined ? {} : { speaker }),
});

/**
 * Synthesizes a text in one or several voices. Each part is spoken separately, at −16 LUFS, with a pause between two parts; its sentences
 * name its speaker. A part with a voice whose speed cannot be set is spoken at speed 1.
 * @throws SpeechError as the engine, `no_speech` when no part has sound; the signal's reason after an abort
 */
export async function speakDialogue(
  engine: Pick<SpeechEngine, 'speak' | 'voiceFor' | 'takesSpeed'>,
  request: SpeechRequest,
  signal?: AbortSignal,
): Promise<SynthesizedSpeech> {
  // A single part without words goes to the engine, which refuses it with `no_speech`.
  const parts = speechRequestsByVoice(engine, request).filter(
    ({ request: { text } }, _, allParts) => allParts.length === 1 || hasSpeakableWords(text),
  );
  const [firstPart] = parts;
  if (parts.length === 1 && firstPart && firstPart.speaker === undefined)
    return engine.speak(withSpeedOfVoice(engine, firstPart.request), signal);
  const pcmParts: Buffer[] = [];
  const sentences: SpokenSentence[] = [];
  let byteCount = 0;
  for (const { speaker, request: partRequest } of parts) {
    const speech = await speakPart(engine, partRequest, signal);
    if (!speech) continue;
    if (pcmParts.length > 0) {
      const silence = Buffer.alloc(Math.round(PAUSE_SECONDS * SOUND_SAMPLE_RATE) * BYTES_PER_SAMPLE);
      pcmParts.push(silence);
      byteCount += silence.length;
    }
    const startSeconds = byteCount / BYTES_PER_SAMPLE / SOUND_SAMPLE_RATE;
    pcmParts.push(speech.pcm);
    byteCount += speech.pcm.length;
    checkSpeechLength(byteCount / BYTES_PER_SAMPLE, SOUND_SAMPLE_RATE);
    sentences.push(...speech.sentences.map((sentence) => shiftSentence(sentence, startSeconds, speaker)));
  }
  return speechOfNormalizedPcm(Buffer.concat(pcmParts), sentences);
}
