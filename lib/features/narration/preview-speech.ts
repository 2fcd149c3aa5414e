import type { z } from 'zod';
import type { SpeechEngineIdentity } from '#engine/speech/engine.ts';
import { toPronunciations } from '#engine/speech/script/lexicon-field.ts';
import { hasSpeakableWords, measureSpokenText } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { toSpokenText } from '#engine/speech/script/to-spoken-text.ts';
import { describeUnknownVoice } from '#engine/speech/voice-catalog.ts';
import { estimatedSpeechSeconds } from '#features/timelines/public.ts';
import { invalidValueError } from '#kernel/shared/errors.ts';
import type { SpeechPreviewBody, speechPreviewAnswerSchema } from './contract.ts';

const MS = 1000;

/**
 * The words that a voice would be given for a text, its sentences as captions show them, the characters that would be counted, and the
 * likely seconds. Pure: nothing is synthesized.
 * @throws ServiceError `validation_failed` for a language without a voice, an unknown voice, or a speed that the voice does not support
 */
export function previewSpeech(
  engine: Pick<SpeechEngineIdentity, 'voiceFor' | 'voices' | 'takesSpeed'>,
  { text, language, voice: asked, speed, lexicon: sent }: SpeechPreviewBody,
): z.output<typeof speechPreviewAnswerSchema> {
  const voice = engine.voiceFor(language, asked);
  if (voice === undefined)
    throw asked === undefined
      ? invalidValueError('language', `There is no voice for ${language}. GET /voices lists all languages.`)
      : invalidValueError('voice', describeUnknownVoice(engine, language, asked) ?? 'There is no such voice.');
  if (speed !== 1 && !engine.takesSpeed(voice)) throw invalidValueError('speed', 'This voice supports speed 1 only.');
  if (!hasSpeakableWords(text)) return { spoken: '', sentences: [], characters: 0, seconds_estimate: 0 };
  const lexicon = toPronunciations(sent);
  const amount = measureSpokenText({ text, lexicon });
  return {
    spoken: toSpokenText({ text, language, lexicon }),
    sentences: prepareSpeechScript({ text, language, lexicon }).map((sentence) => sentence.text),
    characters: amount.characters,
    seconds_estimate: Math.round(estimatedSpeechSeconds(amount, speed) * MS) / MS,
  };
}
