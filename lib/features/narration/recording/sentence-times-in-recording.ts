import type { SpokenSentence } from '#engine/speech/engine.ts';
import { samplesOfPcm } from '#engine/speech/samples-of-pcm.ts';
import { removeSpeakerNamesFromText } from '#engine/speech/script/dialogue.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import type { Speakers } from '#engine/speech/script/speakers.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { estimateSentenceTimesInRecording } from './align-sentences.ts';

/** The sentences of speaker notes, as captions show them, without names of speakers; empty when the notes have no words. */
export const sentencesOfNotes = (text: string, language: string, speakers?: Speakers): string[] =>
  prepareSpeechScript({ text: removeSpeakerNamesFromText({ text, speakers }), language }).map(
    (sentence) => sentence.text,
  );

/**
 * Finds the sentences of a text, and their words, in a recording of it.
 * @param pcm 48 kHz, mono, signed 16 bit, little endian
 * @param spoken the text, without names of speakers, and its language
 * @returns undefined when the recording does not speak that text, or when the search took too long
 */
export type FindWordsInRecording = (
  pcm: Buffer,
  spoken: { text: string; language: string },
) => Promise<SpokenSentence[] | undefined>;

/**
 * The length of a recording, and the times at which the sentences of the notes are spoken in it.
 * @param pcm 48 kHz, mono, signed 16 bit, little endian
 */
export const sentenceTimesInRecording = (
  pcm: Buffer,
  sentences: readonly string[],
): { duration_seconds: number; sentences: SpokenSentence[] } => ({
  duration_seconds: pcm.length / 2 / SOUND_SAMPLE_RATE,
  sentences: estimateSentenceTimesInRecording(samplesOfPcm(pcm), sentences),
});

/**
 * The length of a recording, and the times of the sentences of the notes: with the times of their words if `findWords` finds them, else as
 * `sentenceTimesInRecording` estimates them. `text` is the unchanged notes of the slide.
 * @param pcm 48 kHz, mono, signed 16 bit, little endian
 */
export async function sentenceAndWordTimesInRecording(
  pcm: Buffer,
  sentences: readonly string[],
  { text, language, speakers }: { text: string; language: string; speakers?: Speakers | undefined },
  findWords: FindWordsInRecording,
): Promise<{ duration_seconds: number; sentences: SpokenSentence[] }> {
  const estimatedTimes = sentenceTimesInRecording(pcm, sentences);
  if (estimatedTimes.sentences.length === 0) return estimatedTimes;
  const sentencesWithWords = await findWords(pcm, { text: removeSpeakerNamesFromText({ text, speakers }), language });
  return { ...estimatedTimes, sentences: sentencesWithWords ?? estimatedTimes.sentences };
}
