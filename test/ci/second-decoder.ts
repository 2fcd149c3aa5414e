/**
 * Decodes finished MP4 files with ffmpeg and with OpenH264 (through GStreamer), and compares the frames one by one.
 *
 *   node test/ci/second-decoder.ts <file.mp4>…
 *
 * ffmpeg alone is not a sufficient test: it plays streams that break rules other decoders stop at. Needs gst-launch-1.0
 * with the elements qtdemux, h264parse and openh264dec (Debian: gstreamer1.0-tools, gstreamer1.0-plugins-good,
 * gstreamer1.0-plugins-bad). Ends with 1 when a frame differs, is missing or cannot be decoded, or a tool is missing.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { gstreamerI420, type PictureLayout, removeRowPadding, tightI420 } from './i420.ts';

export interface Comparison {
  frames: number;
  /** The first frame (0-based) that differs or is missing in one of them; undefined when all are equal. */
  firstDifference: number | undefined;
  ffmpegFrames: number;
  openh264Frames: number;
}

interface Size {
  width: number;
  height: number;
}

/** @throws Error when one of the decoders is missing or fails */
export async function compareDecoders(file: string, ffmpegPath: string): Promise<Comparison> {
  const { video } = await inspectMp4(file);
  const [ffmpeg, openh264] = [await ffmpegHashes(file, video, ffmpegPath), await openH264Hashes(file, video)];
  const frames = Math.max(ffmpeg.length, openh264.length, video.samples);
  const differs = (frame: number): boolean => ffmpeg[frame] === undefined || ffmpeg[frame] !== openh264[frame];
  const first = Array.from({ length: frames }, (_, frame) => frame).find(differs);
  return { frames, firstDifference: first, ffmpegFrames: ffmpeg.length, openh264Frames: openh264.length };
}

function ffmpegHashes(file: string, { width, height }: Size, ffmpegPath: string): Promise<string[]> {
  const rawVideo = ['-map', '0:v:0', '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'];
  return hashFrames(ffmpegPath, ['-v', 'error', '-nostdin', '-i', file, ...rawVideo], tightI420(width, height));
}

/** MD5 of every picture of an MP4 file with H.264 of this size, planar 4:2:0, as OpenH264 decodes it. @throws Error */
export function openH264Hashes(file: string, { width, height }: Size): Promise<string[]> {
  const pipeline = [
    ...['filesrc', `location=${file}`, '!', 'qtdemux', 'name=demux', 'demux.video_0', '!', 'queue', '!', 'h264parse'],
    ...['!', 'openh264dec', '!', `video/x-raw,format=I420,width=${width},height=${height}`, '!', 'fdsink', 'fd=1'],
  ];
  return hashFrames('gst-launch-1.0', ['-q', ...pipeline], gstreamerI420(width, height));
}

/** MD5 of every picture (without the padding of its rows) in the raw video that a program writes to its output. */
async function hashFrames(program: string, args: readonly string[], layout: PictureLayout): Promise<string[]> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const messages: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => messages.push(text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.on('close', resolve);
  });
  ended.catch(() => undefined);
  const hashes: string[] = [];
  const picture = Buffer.alloc(layout.bytes);
  let filled = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(picture, filled, at);
      filled += taken;
      at += taken;
      if (filled === picture.length) {
        hashes.push(createHash('md5').update(removeRowPadding(picture, layout)).digest('hex'));
        filled = 0;
      }
    }
  }
  const code = await ended;
  const said = messages.join('').trim();
  // Decoders report broken streams on stderr and may still end with 0.
  if (code !== 0 || said !== '') throw new Error(`${program} ended with ${code}: ${said.slice(-2000)}`);
  if (filled !== 0) throw new Error(`${program} wrote ${filled} bytes more than whole pictures`);
  return hashes;
}

async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0) {
    console.error('usage: node test/ci/second-decoder.ts <file.mp4>…');
    return 1;
  }
  let failures = 0;
  for (const file of files) {
    try {
      const { frames, firstDifference, ffmpegFrames, openh264Frames } = await compareDecoders(file, bundledFfmpeg);
      const isEqual = firstDifference === undefined && frames > 0;
      if (!isEqual) failures += 1;
      const counts = `ffmpeg ${ffmpegFrames}, OpenH264 ${openh264Frames} frames`;
      console.log(
        isEqual ? `equal      ${file}: ${counts}` : `DIFFERENT  ${file}: ${counts}, from frame ${firstDifference}`,
      );
    } catch (error) {
      failures += 1;
      console.log(`FAILED     ${file}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failures === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2));
