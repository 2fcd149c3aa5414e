import { type SpeechEngineIdentity, SpeechError, type SpeechRequest } from '../engine.ts';
import { prepareSpeechScript } from '../script/prepare-speech-script.ts';
import type { SpeechScriptSentence } from '../script/script.ts';
import { hasLetterOrDigit } from '../sentences.ts';
import { type Utterance, utterancesOf, wordsOfUtterance } from './utterance.ts';

/** The voice and the utterances that an engine synthesizes for a request. */
export interface SpeechPlan {
  voice: string;
  script: SpeechScriptSentence[];
  utterances: Utterance[];
}

/** Reports whether an utterance has words. Others are not sent to an engine. */
export const hasSpokenWords = (utterance: Utterance): boolean => hasLetterOrDigit(wordsOfUtterance(utterance));

/**
 * Chooses the voice and the utterances of a request.
 * @throws SpeechError `voice_unknown`, `speed_out_of_range`, `no_speech`.
 */
export function planRequestedSpeech(engine: SpeechEngineIdentity, request: SpeechRequest): SpeechPlan {
  const { text, language, voice: requestedVoice, speed, lexicon } = request;
  const voice = engine.voiceFor(language, requestedVoice);
  if (voice === undefined)
    throw new SpeechError('voice_unknown', `No ${engine.id} voice for "${requestedVoice ?? language}".`);
  if (!(speed >= 0.5 && speed <= 2)) throw new SpeechError('speed_out_of_range', 'The speed must be 0.5 to 2.0.');
  const script = prepareSpeechScript({ text, language, lexicon });
  const utterances = utterancesOf(script);
  if (!utterances.some(hasSpokenWords)) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
  return { voice, script, utterances };
}
