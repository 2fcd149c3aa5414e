import type { JoinedFrameCounts } from '../clips/clip.ts';
import { inspectMp4, type Mp4VideoTrack } from '../mp4/inspect.ts';
import { MP4_TICKS_PER_FRAME } from '../mp4/plan-tracks.ts';
import { type Mp4Codec, mp4SampleEntryName } from '../mp4/visual-sample-entry.ts';
import { inspectWebm } from '../webm/inspect.ts';

/** The size of a finished video file in bytes, its frames, and its duration. */
export interface MuxedVideo {
  bytes: number;
  frames: number;
  durationSeconds: number;
}

/** Error for a finished file that differs from its plan. */
export class MuxCheckError extends Error {
  override name = 'MuxCheckError';
}

/** Planned properties of the file of a video. */
export interface PlannedVideoProperties {
  width: number;
  height: number;
  fps: number;
  frames: number;
  /** Number of times that frames are reordered. */
  fades?: number | undefined;
}

const fail = (message: string): never => {
  throw new MuxCheckError(message);
};

/** Compares a finished MP4 file with its plan: guard 6 of `lib/engine/video/README.md`. @throws MuxCheckError; Mp4Error */
export async function checkMp4AgainstPlan(
  file: string,
  plan: PlannedVideoProperties & { codec: Mp4Codec },
  joined: JoinedFrameCounts,
): Promise<MuxedVideo> {
  const { video, isFastStart, fileBytes, durationSeconds } = await inspectMp4(file);
  checkFrames({ ...video, frames: video.samples }, plan, joined);
  const [run, ...others] = video.runs;
  if (
    others.length > 0 ||
    run?.duration !== MP4_TICKS_PER_FRAME ||
    video.timescale !== plan.fps * MP4_TICKS_PER_FRAME
  ) {
    fail('the frames differ in duration');
  }
  checkDisplayOrder(video, plan);
  if (video.sampleEntry.type !== mp4SampleEntryName(plan.codec)) fail(`the file has ${video.sampleEntry.type} video`);
  if (!isFastStart) fail('the index comes after the media');
  return { bytes: fileBytes, frames: plan.frames, durationSeconds };
}

/**
 * Checks the order in which frames are shown: guard 8 of `lib/engine/video/README.md`. Without fades it is the decoding order.
 * Otherwise each moment from the start of the edit has one frame, and key frames keep their place.
 */
function checkDisplayOrder(
  { shifts, edits, keyframes }: Mp4VideoTrack,
  { frames, fades = 0 }: PlannedVideoProperties,
): void {
  if (shifts.length === 0) return;
  if (fades === 0) fail('the frames are reordered');
  const editStart = edits[0]?.mediaTime ?? 0;
  /** The moment at which each frame, in decoding order, is shown: in frames from the start of the edit. */
  const momentOfFrame = new Int32Array(frames).fill(-1);
  /** 1 for each moment that has a frame. */
  const isMomentFilled = new Uint8Array(frames);
  let decodingIndex = 0;
  for (const { count, offset } of shifts) {
    for (let i = 0; i < count && decodingIndex < frames; i++, decodingIndex++) {
      const moment = decodingIndex + (offset - editStart) / MP4_TICKS_PER_FRAME;
      momentOfFrame[decodingIndex] = moment;
      isMomentFilled[moment] = 1;
    }
  }
  if (decodingIndex !== frames || isMomentFilled.includes(0)) fail('a moment has no frame');
  if (keyframes.some((frame) => momentOfFrame[frame] !== frame)) fail('a key frame is reordered');
}

/** Compares a finished WebM file with its plan, as `checkMp4AgainstPlan` does. @throws MuxCheckError */
export async function checkWebmAgainstPlan(
  file: string,
  plan: PlannedVideoProperties,
  joined: JoinedFrameCounts,
): Promise<MuxedVideo> {
  const { video, cuesInFront, fileBytes, durationSeconds, cues } = await inspectWebm(file);
  checkFrames({ ...video, frames: video.times.length }, plan, joined);
  const isWrongTime = (time: number, frame: number): boolean => Math.abs(time - (frame * 1000) / plan.fps) > 0.5;
  if (video.times.some(isWrongTime)) fail('the frames differ in duration');
  if (Math.abs(durationSeconds - plan.frames / plan.fps) > 1e-6) fail(`the file lasts ${durationSeconds} s`);
  if (!cuesInFront || cues.length === 0) fail('the index comes after the media');
  return { bytes: fileBytes, frames: plan.frames, durationSeconds };
}

function checkFrames(
  video: { frames: number; width: number; height: number; keyframes: readonly number[] },
  plan: PlannedVideoProperties,
  joined: JoinedFrameCounts,
): void {
  if (joined.frames !== plan.frames) fail(`the stream has ${joined.frames} frames, ${plan.frames} were planned`);
  if (video.frames !== plan.frames) fail(`the file has ${video.frames} frames, ${plan.frames} were planned`);
  if (video.keyframes.join() !== joined.keyframes.join()) fail('the sync samples are not the key frames');
  if (video.width !== plan.width || video.height !== plan.height) fail(`the video is ${video.width}x${video.height}`);
}
