import { Readable } from 'node:stream';
import type { PlacedClip } from '../../clips/clip.ts';
import { clipBytes } from '../../clips/clip-file.ts';
import { assertPlacement, gopLengthsOf, maxGopFrames, plannedKeyframes } from '../../clips/placement.ts';
import { annexBInput, keyFramesAt } from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../../ffmpeg/run.ts';
import { x264Output } from '../../ffmpeg/x264-arguments.ts';
import type { VideoSettings } from '../../settings.ts';
import { annexBFrame, readH264Frames, StreamParameterSets } from '../frames.ts';
import { nalUnits } from '../nal.ts';

/**
 * Decodes H.264 clips that cannot be joined, and encodes all of them in one process into an Annex B stream at
 * `outFile`. Key frames are where `joinClips` would put them. Slow: it costs what encoding every frame costs.
 */
export async function encodeAsOneStream(
  settings: VideoSettings,
  clips: readonly PlacedClip[],
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  assertPlacement(clips);
  await reencodeStream(decodableStream(settings, clips), settings, plannedKeyframes(settings, clips), runtime, outFile);
}

/**
 * A stream to be decoded only: each clip under its own parameter sets, its frames repeated without synthesized ones.
 */
async function* decodableStream(settings: VideoSettings, clips: readonly PlacedClip[]): AsyncGenerator<Buffer> {
  for (const placed of clips) {
    const { form } = placed.clip;
    if (form === 'moving') yield* clipBytes(placed);
    else if (form === 'key_frame') yield* repeatedPicture(placed);
    else yield* repeatedGop(placed, maxGopFrames(settings));
  }
}

async function* repeatedPicture(placed: PlacedClip): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of clipBytes(placed)) pieces.push(piece);
  const picture = Buffer.concat(pieces);
  for (let frame = 0; frame < placed.shown; frame++) yield picture;
}

async function* repeatedGop(placed: PlacedClip, longest: number): AsyncGenerator<Buffer> {
  const sets = new StreamParameterSets();
  const frames: Buffer[] = [];
  for await (const frame of readH264Frames(nalUnits(clipBytes(placed)), sets)) {
    frames.push(Buffer.concat(annexBFrame(frame, sets.nals)));
  }
  for (const length of gopLengthsOf(placed, longest)) yield Buffer.concat(frames.slice(0, length));
}

/**
 * Decodes an Annex B stream whose parameter sets may change, and encodes it with IDR pictures at `keyframes` (0-based).
 */
async function reencodeStream(
  stream: AsyncIterable<Buffer>,
  { fps, width, height }: Pick<VideoSettings, 'fps' | 'width' | 'height'>,
  keyframes: readonly number[],
  runtime: FfmpegRuntime,
  outFile: string,
): Promise<void> {
  const input = { at: Readable.from(stream), options: annexBInput(fps) };
  // The first encoding lost some quality already: the second one should lose little.
  const options = x264Output({
    quality: 'high',
    keyframes: keyFramesAt(keyframes, fps),
    // Different parameter sets may state different rates: times are counted from frame numbers.
    filters: `setpts=N/(${fps}*TB),scale=${width}:${height},format=yuv420p,setsar=1`,
  });
  await runFfmpeg({ inputs: [input], output: { at: outFile, options } }, runtime);
}
