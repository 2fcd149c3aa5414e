import { ServiceFault } from '#emulators/host/command-errors.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { RenderResponse } from './api-client.ts';

export interface VideoFacts {
  frames: number;
  /** By the frames. */
  seconds: number;
}

/** Compares an H.264 file with what the service says of it. @throws ServiceFault naming every difference, Mp4Error */
export async function checkVideo(path: string, { output, narration }: RenderResponse): Promise<VideoFacts> {
  const { video, audio, durationSeconds, isFastStart } = await inspectMp4(path);
  const frame = 1 / output.fps;
  const seconds = video.samples * frame;
  const said = output.duration_seconds ?? Number.NaN;
  const checks: readonly [boolean, string][] = [
    [video.samples > 0, 'it has no frames'],
    [Math.abs(seconds - said) <= frame, `${video.samples} frames are ${seconds.toFixed(3)} s, not ${said} s`],
    [Math.abs(durationSeconds - said) <= 2 * frame, `its header says ${durationSeconds.toFixed(3)} s, not ${said} s`],
    [
      video.width === output.width && video.height === output.height,
      `it is ${video.width}×${video.height}, not ${output.width}×${output.height}`,
    ],
    [isFastStart, 'its index is at the end: it cannot be played while it loads'],
    [narration === 'none' || audio !== undefined, 'it has no sound'],
  ];
  const faults = checks.filter(([isMet]) => !isMet).map(([, fault]) => fault);
  if (faults.length > 0) throw new ServiceFault(`${path} is not what the service says: ${faults.join('; ')}`);
  return { frames: video.samples, seconds };
}
