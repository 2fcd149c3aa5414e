import { framesOfVideo } from './frames-of-video.ts';

/** A part of a picture, in shares of its height. */
interface Rows {
  from: number;
  to: number;
}

/** Widths to which frames are made smaller: to compare them, and to find letters of a colour. */
const COMPARED = 320;
const READ = 640;

/** The frames of a video, of whose pictures some rows are read, as small pictures of 3 bytes a pixel. */
function framesOf(file: string, size: { width: number; height: number }, rows: Rows, width: number): Promise<Buffer[]> {
  const height = Math.round((width * size.height * (rows.to - rows.from)) / size.width);
  const crop = `crop=iw:ih*${rows.to - rows.from}:0:ih*${rows.from},scale=${width}:${height}:flags=area`;
  return framesOfVideo(file, { size: { width, height }, filters: crop });
}

/** The number of a channel's values that differ visibly. */
const differing = (one: Buffer, other: Buffer): number =>
  one.reduce((count, value, at) => count + (Math.abs(value - (other[at] ?? 0)) > 24 ? 1 : 0), 0);

/** The most values that noise of the encoder changes between two frames. */
const NOISE = 12;
/** A change that follows another one so soon is a part of it: a fade. */
const FADE_SECONDS = 0.5;

/** The moments, in seconds, at which a part of a picture starts to change. A fade is one change. */
export async function changesIn(
  file: string,
  size: { width: number; height: number },
  fps: number,
  rows: Rows,
): Promise<number[]> {
  const frames = await framesOf(file, size, rows, COMPARED);
  const found: number[] = [];
  let [shown, last] = [frames[0], -1];
  for (const [frame, picture] of frames.entries()) {
    if (shown === undefined || differing(shown, picture) <= NOISE) continue;
    const seconds = frame / fps;
    if (last < 0 || seconds - last > FADE_SECONDS) found.push(seconds);
    [shown, last] = [picture, seconds];
  }
  return found;
}

/** The middle of what is near pure magenta in each frame of a part, in shares of its width and height; undefined: hardly anything is. */
export async function magentaIn(
  file: string,
  size: { width: number; height: number },
  rows: Rows,
): Promise<({ x: number; y: number } | undefined)[]> {
  const frames = await framesOf(file, size, rows, READ);
  return frames.map((picture) => {
    let [count, x, y] = [0, 0, 0];
    for (let at = 0; at < picture.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = picture.subarray(at, at + 3);
      if (red < 150 || blue < 150 || green > 110) continue;
      count++;
      x += (at / 3) % READ;
      y += Math.floor(at / 3 / READ);
    }
    const height = picture.length / 3 / READ;
    return count < 6 ? undefined : { x: x / count / READ, y: y / count / height };
  });
}
