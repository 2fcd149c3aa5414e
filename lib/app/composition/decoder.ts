import { FONT_PROCESS_LIMITS, makeFontInSeparateProcess } from '#app/sandbox/make-font-in-separate-process.ts';
import { decodeAudioBeforeDeadline } from '#engine/audio-decoding/decode-audio-before-deadline.ts';
import { mergeEqualChannels } from '#engine/audio-decoding/merge-equal-channels.ts';
import { trimAudioEnds } from '#engine/audio-decoding/trim-audio-ends.ts';
import { type DecodeUploadDeps, decodeUpload } from '#features/uploads/decode-upload.ts';
import type { DecodeAnswer } from '#features/uploads/decoding.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { decoderFileStorage } from './decoder-file-storage.ts';
import { ffmpegRuntime } from './ffmpeg.ts';
import { type LambdaContextTimeLeft, runWithInvocationDeadline } from './run-with-invocation-deadline.ts';
import { functionConfig } from './settings.ts';

/** Milliseconds before the end of an invocation at which decoding is aborted. */
const RESERVE_MS = 1000;

/** The decoder of each kind of file. Libraries are imported at first use, so that a process loads only those of its files. */
const media: DecodeUploadDeps['media'] = {
  async image(file) {
    const { reencodeImage } = await import('#features/images/reencode.ts');
    const { bytes, ...facts } = await reencodeImage(file);
    return { bytes, facts };
  },
  async deck_picture(file, _, { crop }) {
    const { reencodeDeckPicture } = await import('#app/sandbox/reencode-deck-picture.ts');
    const { bytes, ...facts } = await reencodeDeckPicture(file, crop);
    return { bytes, facts };
  },
  async deck_page(file) {
    const { encodeDrawnPage } = await import('#app/sandbox/reencode-deck-picture.ts');
    const { bytes, ...facts } = await encodeDrawnPage(file);
    return { bytes, facts };
  },
  async logo(file, _, { crop }) {
    const { reencodeDeckPicture } = await import('#app/sandbox/reencode-deck-picture.ts');
    const { measureLogoColors } = await import('#features/brands/measure-logo-colors.ts');
    const { bytes, ...facts } = await reencodeDeckPicture(file, crop);
    return { bytes, facts: { ...facts, ...(await measureLogoColors(bytes)) } };
  },
  async web_page(file) {
    const { readWebPageLook } = await import('#features/brands/page/read-web-page-look.ts');
    const { webPageFilesSchema } = await import('#features/brands/web-page-facts.ts');
    return {
      bytes: new Uint8Array(),
      facts: readWebPageLook(parseJson(webPageFilesSchema, Buffer.from(file).toString())),
    };
  },
  async deck_theme(file, signal) {
    const { readThemeInSeparateProcess, THEME_PROCESS_LIMITS } = await import(
      '#app/sandbox/read-theme-in-separate-process.ts'
    );
    const { bareEnvironment, cpuTimeFactor } = functionConfig();
    return readThemeInSeparateProcess(file, bareEnvironment, signal, { ...THEME_PROCESS_LIMITS, cpuTimeFactor });
  },
  async font(file, signal) {
    const { bareEnvironment, cpuTimeFactor } = functionConfig();
    const limits = { ...FONT_PROCESS_LIMITS, cpuTimeFactor };
    const { bytes, ...facts } = await makeFontInSeparateProcess(file, bareEnvironment, signal, limits);
    return { bytes, facts };
  },
  async music(file, signal) {
    const { levelMusicToFlac } = await import('#features/music/level-music-to-flac.ts');
    const { bytes, ...facts } = await decodeAudioBeforeDeadline(file, signal, ({ channels, sampleRate }) =>
      levelMusicToFlac({ channels: mergeEqualChannels(channels), sampleRate }, ffmpegRuntime(signal)),
    );
    return { bytes, facts };
  },
  async recording(file, signal, { cut, takes_video }) {
    const { cleanRecording } = await import('#features/narration/recording/clean-recording.ts');
    const bytes = await decodeAudioBeforeDeadline(
      file,
      signal,
      (decoded) => cleanRecording(cut ? trimAudioEnds(decoded, cut) : decoded, signal),
      takes_video,
    );
    return { bytes, facts: {} };
  },
};

/** Handles one request to decode a file of a client. Only this function loads the decoders of such files. */
export function handleDecodeRequest(request: unknown, context?: LambdaContextTimeLeft): Promise<DecodeAnswer> {
  const timeLeftMs = context?.getRemainingTimeInMillis?.();
  const signal =
    timeLeftMs === undefined ? new AbortController().signal : AbortSignal.timeout(Math.max(0, timeLeftMs - RESERVE_MS));
  return runWithInvocationDeadline(context, RESERVE_MS, () =>
    decodeUpload({ files: decoderFileStorage(), media }, request, signal),
  );
}
