import { PassThrough } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';

interface Picture {
  width: number;
  height: number;
}

/**
 * The mean colours (RGB, row by row) of `grid` × `grid` fields of each of these frames (0-based), as ffmpeg decodes them.
 * The whole video is decoded: a seek by ffmpeg would be one more thing to trust.
 */
export async function meanColours(
  file: string,
  frames: readonly number[],
  { grid, ...picture }: Picture & { grid: number },
  runtime: FfmpegRuntime,
): Promise<number[][][]> {
  const wanted = [...new Set(frames)].sort((a, b) => a - b);
  const select = wanted.map((frame) => `eq(n,${frame})`).join('+');
  // Without these flags the scaler's shortcuts make everything darker by 2 or 3 of 255.
  const scale = 'scale=in_color_matrix=bt709:in_range=tv:flags=full_chroma_int+full_chroma_inp+accurate_rnd';
  const filters = `select='${select}',${scale},format=rgb24`;
  const options = ['-map', '0:v:0', '-vf', filters, '-vsync', '0', '-f', 'rawvideo'];
  const output = new PassThrough();
  const run = runFfmpeg({ inputs: [{ at: file, options: [] }], output: { at: output, options } }, runtime);
  run.catch((error: Error) => output.destroy(error));
  const means: number[][][] = [];
  for await (const bytes of pieces(output, picture.width * picture.height * 3))
    means.push(fieldMeans(bytes, picture, grid));
  await run;
  return frames.map((frame) => means[wanted.indexOf(frame)] ?? []);
}

async function* pieces(stream: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(length);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(piece, filled, at);
      at += taken;
      filled = (filled + taken) % length;
      if (filled === 0) yield piece;
    }
  }
}

function fieldMeans(rgb: Buffer, { width, height }: Picture, grid: number): number[][] {
  const sums = Array.from({ length: grid * grid }, () => ({ colour: [0, 0, 0], pixels: 0 }));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = sums[Math.floor((y * grid) / height) * grid + Math.floor((x * grid) / width)];
      if (!sum) continue;
      sum.pixels += 1;
      sum.colour = sum.colour.map((value, channel) => value + (rgb[(y * width + x) * 3 + channel] ?? 0));
    }
  }
  return sums.map(({ colour, pixels }) => colour.map((value) => Math.round(value / pixels)));
}
