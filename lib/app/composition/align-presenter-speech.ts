import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SpokenSentence } from '#engine/speech/engine.ts';
import { FLAC_INPUT_OPTIONS, monoPcmRangeOutputOptions } from '#engine/video/ffmpeg/audio-arguments.ts';
import { streamFfmpegOutput } from '#engine/video/ffmpeg/run.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import {
  sentenceAndWordTimesInRecording,
  sentencesOfNotes,
  sentenceTimesInRecording,
} from '#features/narration/recording/sentence-times-in-recording.ts';
import type { AddPresenterSentenceTimesDeps } from '#features/renders/add-presenter-sentence-times.ts';
import { ffmpegRuntime } from './ffmpeg.ts';
import { createRecordingWordFinder } from './recorded-words.ts';
import { sharedServices } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Milliseconds for finding the words of a recording of half an hour. The worker's lease is renewed meanwhile. */
const WORD_SEARCH_TIMEOUT_MS = 120_000;

/** Reads the samples of a part of a recording: mono, 16 bits. @param part its start and end in seconds */
const samplesOf: (key: string, part: { from: number; to: number }, signal: AbortSignal) => Promise<Buffer> = (
  key,
  { from, to },
  signal,
) =>
  withTemporaryFolder(async (folder) => {
    const soundPath = join(folder, 'sound.flac');
    await sharedServices().files.getFile(key, soundPath);
    const output = monoPcmRangeOutputOptions(Math.round(from * SOUND_SAMPLE_RATE), Math.round(to * SOUND_SAMPLE_RATE));
    return buffer(
      Readable.from(
        streamFfmpegOutput([{ at: soundPath, options: FLAC_INPUT_OPTIONS }], output, ffmpegRuntime(signal)),
      ),
    );
  });

/**
 * Finds the times of the sentences of texts in a recording of a presenter: by the speech of espeak-ng, with the times of words, else by the
 * pauses of the recording.
 * @returns the sentences of each text; an empty list for every text when they were not found
 */
export const alignPresenterSpeech: AddPresenterSentenceTimesDeps['alignPresenterSpeech'] = async (
  sound,
  part,
  texts,
  speechSettings,
  signal,
) => {
  const pcm = await samplesOf(sound.key, part, signal);
  const sentencesByText = texts.map((text) => sentencesOfNotes(text, speechSettings.language, speechSettings.speakers));
  const allSentences = sentencesByText.flat();
  const notes = { ...speechSettings, text: texts.join('\n\n') };
  const { sentences } = await sentenceAndWordTimesInRecording(
    pcm,
    allSentences,
    notes,
    createRecordingWordFinder(signal, WORD_SEARCH_TIMEOUT_MS),
  );
  const timedSentences =
    sentences.length === allSentences.length ? sentences : sentenceTimesInRecording(pcm, allSentences).sentences;
  if (timedSentences.length !== allSentences.length) return texts.map(() => []);
  let end = 0;
  return sentencesByText.map(({ length }): SpokenSentence[] => {
    end += length;
    return timedSentences.slice(end - length, end);
  });
};
