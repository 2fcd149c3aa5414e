import { FOOTAGE_FRAME_RATE_RANGE, MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { VideoProbe } from './probe-video.ts';

/** The most pixels of a side, frames per second and tracks of a client's video. */
export const CLIENT_VIDEO_STREAM_LIMITS = { side: 4096, fps: 120, tracks: 64 } as const;

/** Pixels from which pictures are of high definition: at least this width, or more than this height. */
const HIGH_DEFINITION = { width: 1280, lowHeight: 576 } as const;

/** Codecs of pictures that are decoded, by ffmpeg's names. */
const PICTURE_CODECS = [
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'mpeg4',
  'mjpeg',
  'prores',
  'dnxhd',
  'qtrle',
  'png',
  'h263',
];
/** Codecs of sound that are decoded. */
const SOUND_CODECS = [
  'aac',
  'mp3',
  'opus',
  'vorbis',
  'alac',
  'flac',
  'ac3',
  'eac3',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_u8',
  'adpcm_ima_qt',
];
/** The decoders that ffmpeg may use, by the names that ffmpeg gives them. */
export const ALLOWED_FFMPEG_DECODERS = [...PICTURE_CODECS, 'libaom-av1', ...SOUND_CODECS, 'mp3float', 'libopus'];

/** The error for a video that is refused. @param message the reason, and what to do */
export const invalidVideoError = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('video_invalid', message, { param: 'video', cause });

/** The facts of an accepted video, as its file reports them. */
export interface AcceptedVideoFacts {
  /** Frames per second of the footage. */
  fps: number;
  isHdr: boolean;
  /** True if its colours are taken for those of BT.709, as players do with large pictures whose file does not state the matrix. */
  assumesBt709: boolean;
  hasSound: boolean;
  channels: 1 | 2;
}

/**
 * The frames per second of the footage: the rate that ffmpeg guesses (`tbr`) in whole frames, within FOOTAGE_FRAME_RATE_RANGE. The mean rate (`fps`)
 * counts where `tbr` is missing or above the limit.
 */
function footageRateOf({ fps, rate }: NonNullable<VideoProbe['video']>): number {
  const statedRate =
    rate !== undefined && rate <= CLIENT_VIDEO_STREAM_LIMITS.fps ? rate : (fps ?? FOOTAGE_FRAME_RATE_RANGE.most);
  return Math.min(FOOTAGE_FRAME_RATE_RANGE.most, Math.max(FOOTAGE_FRAME_RATE_RANGE.least, Math.round(statedRate)));
}

/**
 * Checks the description of a video. It may be false: pictures and time are bounded again while the video is decoded.
 * @throws ServiceError `video_invalid`
 */
export function checkVideoProbe({ video, audio, seconds, hasMoreTracks, isMono }: VideoProbe): AcceptedVideoFacts {
  if (hasMoreTracks)
    throw invalidVideoError(
      `The video has more than ${CLIENT_VIDEO_STREAM_LIMITS.tracks} tracks. Export it with one track of pictures and one of sound.`,
    );
  if (!video) throw invalidVideoError('The file has no pictures that can be decoded. Export it as MP4 (H.264).');
  if (!PICTURE_CODECS.includes(video.codec))
    throw invalidVideoError(
      `The video codec${['', 'none'].includes(video.codec) ? '' : ` ${video.codec}`} is not supported. Export the video as MP4 (H.264).`,
    );
  const { width, height, fps } = video;
  if (width < 1 || height < 1)
    throw invalidVideoError(
      `The pictures of the video have no size, or more than ${CLIENT_VIDEO_STREAM_LIMITS.side} pixels a side. Make it smaller.`,
    );
  if (Math.max(width, height) > CLIENT_VIDEO_STREAM_LIMITS.side)
    throw invalidVideoError(
      `The video has ${width} × ${height} pixels; each side may have up to ${CLIENT_VIDEO_STREAM_LIMITS.side}. Make it smaller.`,
    );
  if (fps !== undefined && fps > CLIENT_VIDEO_STREAM_LIMITS.fps)
    throw invalidVideoError(
      `The video has ${fps} frames per second; at most ${CLIENT_VIDEO_STREAM_LIMITS.fps} are taken.`,
    );
  if (seconds !== undefined && seconds > MAX_FOOTAGE_SECONDS) throw tooLongVideoError();
  const hasSound = audio !== undefined && SOUND_CODECS.includes(audio);
  const isLarge = width >= HIGH_DEFINITION.width || height > HIGH_DEFINITION.lowHeight;
  // Pictures with a high dynamic range have the colours of BT.2020.
  const assumesBt709 = !video.statesMatrix && !video.isHdr && isLarge;
  return { fps: footageRateOf(video), isHdr: video.isHdr, assumesBt709, hasSound, channels: isMono ? 1 : 2 };
}

/** The error for a video that is too long. */
export const tooLongVideoError = (): ServiceError =>
  invalidVideoError(`The video is longer than ${MAX_FOOTAGE_SECONDS / 60} minutes. Cut it, or divide it among slides.`);
