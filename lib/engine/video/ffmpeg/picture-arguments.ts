/** The input options of a pipe of raw pictures in 8-bit 4:2:0. The rate may be a fraction such as "30/60". */
export const rawYuvInputOptions = (size: { width: number; height: number }, fps: number | string): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'yuv420p'],
  ...['-video_size', `${size.width}x${size.height}`, '-framerate', String(fps)],
];

/** The output options of raw pictures in 8-bit 4:2:0. */
export const rawYuvOutputOptions = (filters: string, frameCount: number): string[] => [
  '-vf',
  filters,
  '-frames:v',
  String(frameCount),
  '-vsync',
  'passthrough',
  '-c:v',
  'rawvideo',
  '-f',
  'rawvideo',
];

/** The filter chain for pictures that are already in 4:2:0: it only declares square pixels. */
export const DECLARE_SQUARE_PIXELS_FILTER = 'setsar=1';

/** The output options that state the colours of a stream: BT.709, limited range. */
export const COLOR_TAG_OUTPUT_OPTIONS = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

/** The value of ffmpeg's `-force_key_frames` that makes every frame a key frame. */
export const FORCE_ALL_KEY_FRAMES_EXPRESSION = 'expr:1';
/** The value of ffmpeg's `-force_key_frames` that makes every `count`th frame a key frame, from the first on. */
export const forceKeyFrameEveryNthExpression = (count: number): string => `expr:not(mod(n,${count}))`;
/**
 * The value of ffmpeg's `-force_key_frames` that makes these frames (from 0) key frames. Times are a quarter of a frame early: ffmpeg rounds them to whole frames. With half a frame, a
 * time of six digits sometimes selected the frame before.
 */
export const forceKeyFramesAtExpression = (frames: readonly number[], fps: number): string =>
  frames.map((frame) => Math.max(0, (frame - 0.25) / fps).toFixed(6)).join(',');

/**
 * The input options of an Annex B stream of H.264. Without `-r` the durations of the frames jitter; as an output option
 * it would convert the rate.
 */
export const annexBInputOptions = (fps: number): string[] => ['-r', String(fps), '-f', 'h264'];

/** The input options of the key frames alone of an Annex B stream of H.264. */
export const keyFramesOnlyInputOptions = (fps: number): string[] => [
  '-skip_frame',
  'nokey',
  ...annexBInputOptions(fps),
];
