export interface MuxArguments {
  fps: number;
  hasAudio: boolean;
  title?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}

// ffmpeg reads two inputs in threads that hand over at most 8 packets at a time unless told otherwise: joining 2,092
// frames with their audio took 0.48 s, and 0.06 s with this.
const QUEUE = ['-thread_queue_size', '1024'];

/**
 * The options before an Annex B stream: `-r` here, not at the output, where it would be a request to convert; without it
 * the durations of the frames jitter.
 */
export const annexBInput = (fps: number): string[] => [...QUEUE, '-r', String(fps), '-f', 'h264'];

/** The options before an AAC file, in ADTS or M4A. The edit list of an M4A is left to this service: ffmpeg may drop the
 * packet that it hides. */
export const aacInput = (container: 'adts' | 'm4a'): string[] =>
  container === 'adts' ? [...QUEUE, '-f', 'aac'] : [...QUEUE, '-ignore_editlist', '1', '-f', 'mp4'];

/** Ticks a second of the video track: every frame is a whole number of them. */
export const videoTimescale = (fps: number): number => fps * 1000;

/** The output options for an MP4 file with copied streams. SEI and parameter sets stay out of the samples. */
export const muxOutput = ({ fps, hasAudio, title, creationTime }: MuxArguments): string[] => [
  ...['-map', '0:v:0', ...(hasAudio ? ['-map', '1:a:0'] : [])],
  ...['-c', 'copy', '-bsf:v', 'filter_units=remove_types=6-8'],
  ...['-video_track_timescale', String(videoTimescale(fps)), '-map_metadata', '-1'],
  ...(title === undefined ? [] : ['-metadata', `title=${title}`]),
  ...(creationTime === undefined ? [] : ['-metadata', `creation_time=${creationTime}`]),
  ...['-f', 'mp4'],
];
