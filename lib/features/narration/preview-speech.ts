import type { z } from 'zod';
import type { SpeechEngineIdentity } from '#engine/speech/engine.ts';
import { toPronunciations } from '#engine/speech/script/lexicon-field.ts';
import { countSpokenTextAmounts, hasSpeakableWords } from '#engine/speech/script/notes-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { toSpokenText } from '#engine/speech/script/to-spoken-text.ts';
import { findUnknownVoiceMessage } from '#engine/speech/voice-catalog.ts';
import { estimatedSpeechSeconds } from '#features/timelines/public.ts';
import { invalidValueError } from '#kernel/shared/errors.ts';
import type { SpeechPreviewBody, speechPreviewAnswerSchema } from './contract.ts';

const MS_PER_SECOND = 1000;

/**
 * Returns the words that a voice would be given for a text, its sentences as captions show them, the characters that would be counted, and
 * the estimated seconds. Pure: nothing is synthesized.
 * @throws ServiceError `validation_failed` for a language without a voice, an unknown voice, or a speed that the voice does not support
 */
export function previewSpeech(
  engine: Pick<SpeechEngineIdentity, 'voiceFor' | 'voices' | 'takesSpeed'>,
  { text, language, voice: requestedVoice, speed, lexicon: lexiconEntries }: SpeechPreviewBody,
): z.output<typeof speechPreviewAnswerSchema> {
  const voice = engine.voiceFor(language, requestedVoice);
  if (voice === undefined)
    throw requestedVoice === undefined
      ? invalidValueError('language', `There is no voice for ${language}. GET /voices lists all languages.`)
      : invalidValueError(
          'voice',
          findUnknownVoiceMessage(engine, language, requestedVoice) ?? 'There is no such voice.',
        );
  if (speed !== 1 && !engine.takesSpeed(voice)) throw invalidValueError('speed', 'This voice supports speed 1 only.');
  if (!hasSpeakableWords(text)) return { spoken: '', sentences: [], characters: 0, seconds_estimate: 0 };
  const lexicon = toPronunciations(lexiconEntries);
  const spokenAmount = countSpokenTextAmounts({ text, lexicon });
  return {
    spoken: toSpokenText({ text, language, lexicon }),
    sentences: prepareSpeechScript({ text, language, lexicon }).map((sentence) => sentence.text),
    characters: spokenAmount.characters,
    seconds_estimate: Math.round(estimatedSpeechSeconds(spokenAmount, speed) * MS_PER_SECOND) / MS_PER_SECOND,
  };
}
