/**
 * The options before an Annex B stream: `-r` here, not at the output, where it would be a request to convert; without it
 * the durations of the frames jitter.
 */
export const annexBInput = (fps: number): string[] => ['-r', String(fps), '-f', 'h264'];
