import type { JoinedFrames } from '../clips/clip.ts';
import { inspectMp4, type VideoTrack } from '../mp4/inspect.ts';
import { FRAME_TICKS } from '../mp4/plan-tracks.ts';
import { type Mp4Codec, sampleEntryName } from '../mp4/visual-sample-entry.ts';
import { inspectWebm } from '../webm/inspect.ts';

/** A finished video file. */
export interface MuxedVideo {
  bytes: number;
  frames: number;
  durationSeconds: number;
}

/** The finished file differs from its plan. */
export class MuxCheckError extends Error {
  override name = 'MuxCheckError';
}

/** Planned properties of the file of a video. */
export interface VideoPlan {
  width: number;
  height: number;
  fps: number;
  frames: number;
  /** How often frames are reordered. */
  fades?: number | undefined;
}

const fail = (message: string): never => {
  throw new MuxCheckError(message);
};

/** Guard 6: reads the finished MP4 file and compares it with its plan. @throws MuxCheckError */
export async function checkMp4(
  file: string,
  plan: VideoPlan & { codec: Mp4Codec },
  joined: JoinedFrames,
): Promise<MuxedVideo> {
  const { video, fastStart, fileBytes, durationSeconds } = await inspectMp4(file);
  checkFrames({ ...video, frames: video.samples }, plan, joined);
  const [run, ...others] = video.runs;
  if (others.length > 0 || run?.duration !== FRAME_TICKS || video.timescale !== plan.fps * FRAME_TICKS) {
    fail('the frames differ in duration');
  }
  checkDisplayOrder(video, plan);
  if (video.sampleEntry.type !== sampleEntryName(plan.codec)) fail(`the file has ${video.sampleEntry.type} video`);
  if (!fastStart) fail('the index comes after the media');
  return { bytes: fileBytes, frames: plan.frames, durationSeconds };
}

/**
 * Guard 8: without fades, frames are shown in decoding order. Otherwise each moment from the start of the edit on has one
 * frame, and key frames keep their place.
 */
function checkDisplayOrder({ shifts, edits, keyframes }: VideoTrack, { frames, fades = 0 }: VideoPlan): void {
  if (shifts.length === 0) return;
  if (fades === 0) fail('the frames are reordered');
  const begin = edits[0]?.mediaTime ?? 0;
  const times = new Int32Array(frames).fill(-1);
  const moments = new Uint8Array(frames);
  let decoded = 0;
  for (const { count, offset } of shifts) {
    for (let i = 0; i < count && decoded < frames; i++, decoded++) {
      const moment = decoded + (offset - begin) / FRAME_TICKS;
      times[decoded] = moment;
      moments[moment] = 1;
    }
  }
  if (decoded !== frames || moments.includes(0)) fail('a moment has no frame');
  if (keyframes.some((frame) => times[frame] !== frame)) fail('a key frame is reordered');
}

/** Guard 6 for WebM files. @throws MuxCheckError */
export async function checkWebm(file: string, plan: VideoPlan, joined: JoinedFrames): Promise<MuxedVideo> {
  const { video, cuesInFront, fileBytes, durationSeconds, cues } = await inspectWebm(file);
  checkFrames({ ...video, frames: video.times.length }, plan, joined);
  const isOff = (time: number, frame: number): boolean => Math.abs(time - (frame * 1000) / plan.fps) > 0.5;
  if (video.times.some(isOff)) fail('the frames differ in duration');
  if (Math.abs(durationSeconds - plan.frames / plan.fps) > 1e-6) fail(`the file lasts ${durationSeconds} s`);
  if (!cuesInFront || cues.length === 0) fail('the index comes after the media');
  return { bytes: fileBytes, frames: plan.frames, durationSeconds };
}

function checkFrames(
  video: { frames: number; width: number; height: number; keyframes: readonly number[] },
  plan: VideoPlan,
  joined: JoinedFrames,
): void {
  if (joined.frames !== plan.frames) fail(`the stream has ${joined.frames} frames, ${plan.frames} were planned`);
  if (video.frames !== plan.frames) fail(`the file has ${video.frames} frames, ${plan.frames} were planned`);
  if (video.keyframes.join() !== joined.keyframes.join()) fail('the sync samples are not the key frames');
  if (video.width !== plan.width || video.height !== plan.height) fail(`the video is ${video.width}x${video.height}`);
}
