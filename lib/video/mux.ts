import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { aacInput, annexBInput, muxOutput, videoTimescale } from './ffmpeg/mux-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from './ffmpeg/run.ts';
import type { FrameRate } from './ffmpeg/x264-arguments.ts';
import { isUnsuitable } from './h264/guard-error.ts';
import { audioPrimingOf, inspectMp4, type Mp4Inspection } from './inspect.ts';
import { type JoinedFrames, joinSegments } from './join-segments.ts';
import { finishMp4 } from './mp4/finish.ts';
import { reencodeSegments } from './reencode-segments.ts';

export interface MuxSpec {
  /** Paths of Annex B segments, in order; at least one. */
  segments: readonly string[];
  fps: FrameRate;
  width: number;
  height: number;
  /** Of all segments together. */
  frames: number;
  /** AAC in ADTS or M4A; it is copied, not encoded again. */
  audioFile?: string | undefined;
  /** Samples that the AAC encoder put before the sound. Default: what an M4A says; 1024 (ffmpeg's encoder) for ADTS. */
  audioPriming?: number | undefined;
  title?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}

export interface MuxedVideo {
  bytes: number;
  frames: number;
  durationSeconds: number;
}

/** The finished file is not what was planned. */
export class MuxCheckError extends Error {
  override name = 'MuxCheckError';
}

/**
 * Joins segments and audio into a fast-start MP4 at `outFile`. Segments whose parameter sets differ are encoded again,
 * all together. Nothing is left at `outFile` after a failure.
 * @throws MuxCheckError, FfmpegError, Mp4Error, or the abort's reason
 */
export async function muxVideo(spec: MuxSpec, outFile: string, runtime: FfmpegRuntime): Promise<MuxedVideo> {
  const muxed = `${outFile}.mux`;
  const reencoded = `${outFile}.h264`;
  try {
    const audioPriming = await primingOf(spec);
    const joined = await muxOrReencode(spec, { muxed, reencoded }, runtime);
    await finishMp4(muxed, outFile, { audioPriming, signal: runtime.signal });
    const inspection = await inspectMp4(outFile);
    checkVideo(inspection, spec, joined);
    return { bytes: inspection.fileBytes, frames: spec.frames, durationSeconds: inspection.durationSeconds };
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    await Promise.all([muxed, reencoded].map((path) => rm(path, { force: true })));
  }
}

async function muxOrReencode(
  spec: MuxSpec,
  { muxed, reencoded }: { muxed: string; reencoded: string },
  runtime: FfmpegRuntime,
): Promise<JoinedFrames> {
  try {
    return await muxJoined(spec, muxed, runtime);
  } catch (error) {
    if (!isUnsuitable(error)) throw error;
    await reencodeSegments(spec, reencoded, runtime);
    return muxJoined({ ...spec, segments: [reencoded] }, muxed, runtime);
  }
}

async function muxJoined(spec: MuxSpec, muxed: string, runtime: FfmpegRuntime): Promise<JoinedFrames> {
  const { fps, title, creationTime, audioFile } = spec;
  const counted: JoinedFrames = { frames: 0, keyframes: [] };
  const video = { at: Readable.from(joinSegments(spec.segments, counted)), options: annexBInput(fps) };
  const audio =
    audioFile === undefined ? [] : [{ at: audioFile, options: aacInput((await isAdts(audioFile)) ? 'adts' : 'm4a') }];
  const options = muxOutput({ fps, title, creationTime, hasAudio: audio.length > 0 });
  await runFfmpeg({ inputs: [video, ...audio], output: { at: muxed, options } }, runtime);
  return counted;
}

const isAdts = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return (buffer.readUInt16BE(0) & 0xfff6) === 0xfff0;
  } finally {
    await file.close();
  }
};

const FFMPEG_AAC_PRIMING = 1024;

async function primingOf({ audioFile, audioPriming }: MuxSpec): Promise<number> {
  if (audioPriming !== undefined || audioFile === undefined) return audioPriming ?? 0;
  return (await isAdts(audioFile)) ? FFMPEG_AAC_PRIMING : audioPrimingOf(audioFile);
}

/** Guard 6, and what the muxer is trusted with. */
function checkVideo({ video, fastStart }: Mp4Inspection, spec: MuxSpec, joined: JoinedFrames): void {
  const fail = (message: string): never => {
    throw new MuxCheckError(message);
  };
  if (joined.frames !== spec.frames) fail(`the segments have ${joined.frames} frames, ${spec.frames} were planned`);
  if (video.samples !== spec.frames) fail(`the file has ${video.samples} frames, ${spec.frames} were planned`);
  const [run, ...others] = video.runs;
  if (others.length > 0 || run?.duration !== 1000 || video.timescale !== videoTimescale(spec.fps)) {
    fail('the frames do not all last as long');
  }
  if (video.reorders) fail('the frames are reordered');
  if (video.keyframes.join() !== joined.keyframes.join()) fail('the sync samples are not the IDR pictures');
  if (video.width !== spec.width || video.height !== spec.height) fail(`the video is ${video.width}x${video.height}`);
  if (!fastStart) fail('the index stands behind the media');
}
