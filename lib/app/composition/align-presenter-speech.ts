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
} from '#features/narration/recording/heard-recording.ts';
import type { FindPresenterSentencesDeps } from '#features/renders/find-presenter-sentences.ts';
import { ffmpegRuntime } from './ffmpeg.ts';
import { createRecordingWordFinder } from './recorded-words.ts';
import { sharedServices } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Milliseconds for the words of a recording of half an hour, within the lease of a worker, which is renewed meanwhile. */
const PATIENCE_MS = 120_000;

/** The samples of a part of a recording (seconds), mono. */
const samplesOf: (key: string, part: { from: number; to: number }, signal: AbortSignal) => Promise<Buffer> = (
  key,
  { from, to },
  signal,
) =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'sound.flac');
    await sharedServices().files.getFile(key, file);
    const output = monoPcmRangeOutputOptions(Math.round(from * SOUND_SAMPLE_RATE), Math.round(to * SOUND_SAMPLE_RATE));
    return buffer(
      Readable.from(streamFfmpegOutput([{ at: file, options: FLAC_INPUT_OPTIONS }], output, ffmpegRuntime(signal))),
    );
  });

/**
 * Finds the sentences of texts in the voice of a presenter, and their words by the speech of espeak-ng; without words by the pauses of the
 * recording.
 */
export const alignPresenterSpeech: FindPresenterSentencesDeps['alignPresenterSpeech'] = async (
  sound,
  part,
  texts,
  spoken,
  signal,
) => {
  const pcm = await samplesOf(sound.key, part, signal);
  const byText = texts.map((text) => sentencesOfNotes(text, spoken.language, spoken.speakers));
  const all = byText.flat();
  const notes = { ...spoken, text: texts.join('\n\n') };
  const { sentences } = await sentenceAndWordTimesInRecording(
    pcm,
    all,
    notes,
    createRecordingWordFinder(signal, PATIENCE_MS),
  );
  const found = sentences.length === all.length ? sentences : sentenceTimesInRecording(pcm, all).sentences;
  if (found.length !== all.length) return texts.map(() => []);
  let done = 0;
  return byText.map(({ length }): SpokenSentence[] => {
    done += length;
    return found.slice(done - length, done);
  });
};
