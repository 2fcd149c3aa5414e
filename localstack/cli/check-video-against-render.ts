import { ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { RenderResponse } from './cli-api-client.ts';

/** Facts about a checked video. */
export interface CheckedVideoFacts {
  frames: number;
  /** Duration, computed from the number of frames. */
  seconds: number;
}

/**
 * Compares an H.264 file with the facts that the service reports about it: duration, size, sound, and that it can be played while it loads.
 * @throws ServiceRequestFailedError with all differences; Mp4Error for a file that cannot be parsed
 */
export async function checkVideoAgainstRender(
  path: string,
  { output, narration }: RenderResponse,
): Promise<CheckedVideoFacts> {
  const { video, audio, durationSeconds, isFastStart } = await inspectMp4(path);
  const frameSeconds = 1 / output.fps;
  const seconds = video.samples * frameSeconds;
  const reportedSeconds = output.duration_seconds ?? Number.NaN;
  const checks: readonly [boolean, string][] = [
    [video.samples > 0, 'it has no frames'],
    [
      Math.abs(seconds - reportedSeconds) <= frameSeconds,
      `${video.samples} frames are ${seconds.toFixed(3)} s, not ${reportedSeconds} s`,
    ],
    [
      Math.abs(durationSeconds - reportedSeconds) <= 2 * frameSeconds,
      `its header has ${durationSeconds.toFixed(3)} s, not ${reportedSeconds} s`,
    ],
    [
      video.width === output.width && video.height === output.height,
      `it is ${video.width}×${video.height}, not ${output.width}×${output.height}`,
    ],
    [isFastStart, 'its index is at the end: it cannot be played while it loads'],
    [narration === 'none' || audio !== undefined, 'it has no sound'],
  ];
  const faults = checks.filter(([isMet]) => !isMet).map(([, fault]) => fault);
  if (faults.length > 0)
    throw new ServiceRequestFailedError(`${path} is not what the service says: ${faults.join('; ')}`);
  return { frames: video.samples, seconds };
}
