import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { FfmpegError, type FfmpegRuntime } from '../ffmpeg/run.ts';
import { NoEncoderError, requireUsableEncoder } from '../ffmpeg/video-encoders.ts';
import { VIDEO_CODEC_IDS, type VideoCodecId } from './codec-facts.ts';

/** The codecs that this ffmpeg encodes with the options of this service. @throws FfmpegError if it encodes none of them */
export async function findAvailableCodecs(runtime: FfmpegRuntime): Promise<readonly VideoCodecId[]> {
  const usableCodecs: VideoCodecId[] = [];
  let lastError: unknown;
  for (const codec of VIDEO_CODEC_IDS) {
    try {
      await requireUsableEncoder(FFMPEG_ENCODERS[codec], runtime);
      usableCodecs.push(codec);
    } catch (error) {
      if (!(error instanceof NoEncoderError)) throw error;
      lastError = error;
    }
  }
  if (usableCodecs.length === 0) throw new FfmpegError('ffmpeg encodes no video', { cause: lastError });
  return usableCodecs;
}
