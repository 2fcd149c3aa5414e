import {
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
  type SpokenSentence,
  type SynthesizedSpeech,
} from '../engine.ts';
import { samplesOfPcm } from '../samples-of-pcm.ts';
import { alignSpeech } from '../words/align/align-speech.ts';
import { alignedEngineIdentity } from './aligned-identity.ts';

const MS_PER_SECOND = 1000;

/**
 * Finds the sentences of a text and their words in a recording of it, with the help of another engine that speaks the same text and reports
 * its words.
 * @param pcm mono, 48 kHz, signed 16 bit, little endian
 * @param request the text; its voice is ignored, because it is not one of the other engine
 * @returns undefined when the sound is not that text, and when the other engine cannot speak it
 * @throws the signal's reason after an abort
 */
export async function alignSentencesByReference(
  pcm: Buffer,
  { voice: _, ...request }: SpeechRequest,
  reference: Pick<SpeechEngine, 'speak'>,
  signal?: AbortSignal,
): Promise<SpokenSentence[] | undefined> {
  try {
    const referenceSpeech = await reference.speak(request, signal);
    return await alignSpeech(samplesOfPcm(pcm), { ...referenceSpeech, pcm: samplesOfPcm(referenceSpeech.pcm) }, signal);
  } catch (error) {
    if (error instanceof SpeechError) return undefined;
    throw error;
  }
}

/** Adds word times of the aligned sentence to a sentence, which keeps its start and end. */
function withWordTimes(sentence: SpokenSentence, { start_seconds, word_ms = [] }: SpokenSentence): SpokenSentence {
  const shift = (start_seconds - sentence.start_seconds) * MS_PER_SECOND;
  const length = (sentence.end_seconds - sentence.start_seconds) * MS_PER_SECOND;
  return { ...sentence, word_ms: word_ms.map((ms) => Math.round(Math.min(length, Math.max(0, ms + shift)))) };
}

/**
 * Adds the times of words to speech; leaves it unchanged if it has them already, or if the alignment has different sentences.
 */
async function alignWordTimes(
  speech: SynthesizedSpeech,
  request: SpeechRequest,
  reference: Pick<SpeechEngine, 'speak'>,
  signal: AbortSignal | undefined,
): Promise<SynthesizedSpeech> {
  if (speech.sentences.every(({ word_ms }) => word_ms !== undefined)) return speech;
  const alignedSentences = await alignSentencesByReference(speech.pcm, request, reference, signal);
  const hasSameSentences = speech.sentences.every(({ text }, index) => alignedSentences?.[index]?.text === text);
  if (!alignedSentences || alignedSentences.length !== speech.sentences.length || !hasSameSentences) return speech;
  return {
    ...speech,
    sentences: speech.sentences.map((sentence, index) => withWordTimes(sentence, alignedSentences[index] ?? sentence)),
  };
}

/**
 * Adds the times of words to an engine that does not report them: another engine speaks the same text, and both sounds are aligned.
 * Sentences keep their times.
 * @param reference the other engine, which speaks with a voice of its choice for the language; where it cannot, times are estimated
 */
export const speechEngineWithAlignedWordTimes = (
  engine: SpeechEngine,
  reference: Pick<SpeechEngine, 'speak' | 'version'>,
): SpeechEngine => ({
  ...alignedEngineIdentity(engine, reference),
  speak: async (request, signal) => alignWordTimes(await engine.speak(request, signal), request, reference, signal),
});
