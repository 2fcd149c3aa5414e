import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { annexBInput } from './ffmpeg/mux-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from './ffmpeg/run.ts';
import { atFrames, type FrameRate, x264Output } from './ffmpeg/x264-arguments.ts';
import { accessUnits } from './h264/access-units.ts';
import { NalSplitter } from './h264/nal.ts';
import type { VideoSettings } from './settings.ts';

export interface ReencodeSpec {
  segments: readonly string[];
  fps: FrameRate;
  width: number;
  height: number;
}

/**
 * Decodes segments that cannot be joined as they are, and encodes them as one Annex B stream, with IDR pictures at the
 * same frames. Slow: it costs what encoding every frame costs.
 */
export async function reencodeSegments(spec: ReencodeSpec, outFile: string, runtime: FfmpegRuntime): Promise<void> {
  const keyframes = await keyframesOf(spec.segments);
  await reencodeStream(bytesOf(spec.segments), spec, keyframes, runtime, outFile);
}

/**
 * Decodes an Annex B stream, whose parameter sets may change on the way, and encodes it as one with IDR pictures at
 * `keyframes` (0-based, ascending). Slow: it costs what encoding every frame costs.
 */
export async function reencodeStream(
  stream: AsyncIterable<Buffer>,
  { fps, width, height }: Pick<VideoSettings, 'fps' | 'width' | 'height'>,
  keyframes: readonly number[],
  runtime: FfmpegRuntime,
  outFile: string,
): Promise<void> {
  const input = { at: Readable.from(stream), options: annexBInput(fps) };
  // What was lost once is lost: the second encoding should add little to it.
  const options = x264Output({
    quality: 'high',
    keyframes: atFrames(keyframes, fps),
    // Parameter sets that differ may tell other rates: the frames are counted anew.
    filters: `setpts=N/(${fps}*TB),scale=${width}:${height},format=yuv420p,setsar=1`,
  });
  await runFfmpeg({ inputs: [input], output: { at: outFile, options } }, runtime);
}

async function* bytesOf(segments: readonly string[]): AsyncGenerator<Buffer> {
  for (const segment of segments) yield* createReadStream(segment, { highWaterMark: 1 << 18 });
}

async function keyframesOf(segments: readonly string[]): Promise<number[]> {
  const keyframes: number[] = [];
  let frame = 0;
  for await (const { isIdr } of accessUnits(unitsOf(segments))) {
    if (isIdr) keyframes.push(frame);
    frame += 1;
  }
  return keyframes;
}

async function* unitsOf(segments: readonly string[]): AsyncGenerator<Buffer> {
  const splitter = new NalSplitter();
  for await (const piece of bytesOf(segments)) yield* splitter.push(piece);
  yield* splitter.end();
}
