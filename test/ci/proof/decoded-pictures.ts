import { type FfmpegRuntime, streamFfmpegOutput } from '#engine/video/ffmpeg/run.ts';

/**
 * The pictures of a video file as ffmpeg decodes it, planar 4:2:0, every complaint of its decoder being an error. Each is
 * overwritten by the next. @throws FfmpegError
 */
export async function* decodedPictures(
  file: string,
  { width, height }: { width: number; height: number },
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const demuxer = file.endsWith('.webm') ? 'matroska' : 'mov';
  const input = { at: file, options: ['-xerror', '-err_detect', 'explode', '-f', demuxer] };
  const output = ['-map', '0:v:0', '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'];
  const picture = Buffer.alloc((width * height * 3) / 2);
  let filled = 0;
  for await (const piece of streamFfmpegOutput([input], output, runtime)) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.copy(picture, filled, at);
      filled += taken;
      at += taken;
      if (filled < picture.length) continue;
      yield picture;
      filled = 0;
    }
  }
  if (filled > 0) throw new Error(`ffmpeg wrote ${filled} bytes more than whole pictures`);
}
