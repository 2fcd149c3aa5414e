import { ffmpeg } from '#test/support/audio/measure.ts';

/** The part of a video that is read, and the form of its frames. */
interface WantedFrames {
  /** The size of a frame after the filters, in pixels. */
  size: { width: number; height: number };
  /** Filters of ffmpeg, of which the last one makes this size. */
  filters: string;
  /** Bytes of a pixel: three or four channels. Default: `rgb24`. */
  pixels?: 'rgb24' | 'rgba';
  /** Seconds before the first frame. Default: 0. */
  from?: number;
  /** The most frames. Default: all. */
  most?: number;
}

/** The frames of a video as raw pictures. */
export async function framesOfVideo(
  file: string,
  { size: { width, height }, filters, pixels = 'rgb24', from = 0, most }: WantedFrames,
): Promise<Buffer[]> {
  const input = [...(from === 0 ? [] : ['-ss', from.toFixed(4)]), '-i', file];
  const bound = most === undefined ? [] : ['-frames:v', String(most)];
  const output = ['-vf', filters, ...bound, '-f', 'rawvideo', '-pix_fmt', pixels, '-'];
  const { stdout } = await ffmpeg('-v', 'error', ...input, ...output);
  const bytes = width * height * (pixels === 'rgba' ? 4 : 3);
  return Array.from({ length: stdout.length / bytes }, (_, frame) =>
    stdout.subarray(frame * bytes, (frame + 1) * bytes),
  );
}
