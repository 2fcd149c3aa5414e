import { type EngineIdentity, SpeechError, type SpeechRequest } from '../engine.ts';
import { prepareScript } from '../script/prepare-script.ts';
import type { ScriptSentence } from '../script/script.ts';
import { hasWords } from '../sentences.ts';
import { type Utterance, utterancesOf, wordsOf } from './utterance.ts';

export interface SpeechPlan {
  voice: string;
  script: ScriptSentence[];
  utterances: Utterance[];
}

/** Whether there is anything in it to be spoken; engines are not asked for what they would be silent about. */
export const isSpoken = (utterance: Utterance): boolean => hasWords(wordsOf(utterance));

/** What an engine has to speak, and in which voice. @throws SpeechError for what no try will change */
export function planSpeech(engine: EngineIdentity, request: SpeechRequest): SpeechPlan {
  const { text, language, voice: wanted, speed, lexicon } = request;
  const voice = engine.voiceFor(language, wanted);
  if (voice === undefined) throw new SpeechError('voice_unknown', `No ${engine.id} voice for "${wanted ?? language}".`);
  if (!(speed >= 0.5 && speed <= 2)) throw new SpeechError('speed_out_of_range', 'The speed must be 0.5 to 2.0.');
  const script = prepareScript({ text, language, lexicon });
  const utterances = utterancesOf(script);
  if (!utterances.some(isSpoken)) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
  return { voice, script, utterances };
}
