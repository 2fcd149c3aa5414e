import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { path } from '@ffmpeg-installer/ffmpeg';
import type { ClipOnTimeLine, EncodedClip } from '#engine/video/clips/clip.ts';
import { findAvailableCodecs } from '#engine/video/codecs/find-available-codecs.ts';
import { iterateElementaryStreamBytes } from '#engine/video/elementary/synthesized-frames.ts';
import { runFfmpeg, streamFfmpegOutput } from '#engine/video/ffmpeg/run.ts';
import { joinClipsIntoElementaryStream } from '#engine/video/mux/mux-clips.ts';
import type { VideoSettings } from '#engine/video/settings.ts';

/** The packaged ffmpeg, or that of the environment, which may have more codecs. */
export const gopRuntime = { ffmpegPath: process.env.FFMPEG_PATH ?? path };

export const gopCodecs = (await findAvailableCodecs(gopRuntime)).filter((codec) => codec !== 'h264');

// Neither side is a multiple of the blocks of any codec.
export const settingsOf = (codec: VideoSettings['codec']): VideoSettings => ({
  ...{ codec, width: 328, height: 182 },
  ...{ fps: 30, quality: 'standard' },
});

/** Writes the stream of clips of one file, each with the frames it is shown for, and then a file for players, by copy. */
export async function muxBothWays(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  folder: string,
): Promise<{ file: string; frames: number; keyframes: number[] }> {
  const counted = { frames: 0, keyframes: [] };
  const stream = join(folder, 'stream');
  await pipeline(
    iterateElementaryStreamBytes(joinClipsIntoElementaryStream(settings, clips, gopRuntime, counted)),
    createWriteStream(stream),
  );
  const isHevc = settings.codec === 'h265';
  const file = join(folder, isHevc ? 'video.mp4' : 'video.webm');
  const input = { at: stream, options: isHevc ? ['-r', String(settings.fps), '-f', 'hevc'] : ['-f', 'ivf'] };
  const tag = isHevc ? ['-tag:v', 'hvc1'] : [];
  await runFfmpeg({ inputs: [input], output: { at: file, options: ['-c', 'copy', ...tag, '-y'] } }, gopRuntime);
  return { file, ...counted };
}

export const placeClips = (file: string, clips: readonly EncodedClip[], shown: readonly number[]): ClipOnTimeLine[] =>
  clips.map((clip, index) => ({ file, clip, shown: shown[index] ?? clip.frames }));

/** The hash and time of every decoded frame. Every warning of the decoder is an error. */
export async function decodedFrames(
  file: string,
  input: readonly string[] = [],
): Promise<{ hashes: string[]; times: number[] }> {
  const options = ['-xerror', '-err_detect', 'explode', ...input];
  const output = ['-map', '0:v:0', '-vsync', '0', '-f', 'framemd5'];
  const text = Buffer.concat(await itemsOf(streamFfmpegOutput([{ at: file, options }], output, gopRuntime))).toString();
  const rows = text.split('\n').filter((line) => /^\d/.test(line));
  const columns = rows.map((row) => row.split(',').map((column) => column.trim()));
  return { hashes: columns.map((row) => row[5] ?? ''), times: columns.map((row) => Number(row[2])) };
}

export async function itemsOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
