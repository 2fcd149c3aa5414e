/** The options before a pipe of raw RGBA pictures. `framerate` may be a fraction such as "30/60". */
export const rawPictureInput = (size: { width: number; height: number }, framerate: string): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'rgba'],
  ...['-video_size', `${size.width}x${size.height}`, '-framerate', framerate],
];
/** The options before a pipe of raw pictures in video colours. */
export const rawYuvInput = (size: { width: number; height: number }, fps: number): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'yuv420p'],
  ...['-video_size', `${size.width}x${size.height}`, '-framerate', String(fps)],
];
/** sRGB to the limited range of BT.709 in 4:2:0, and square pixels. */
export const TO_VIDEO_COLOURS = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1';
/** For pictures that have the video colours already. */
export const SQUARE_PIXELS = 'setsar=1';
/** What the colours of a stream are, for its decoder. */
export const COLOUR_TAGS = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];
/** Every frame is an IDR picture. */
export const EVERY_FRAME = 'expr:1';
/** Every `count`th frame is an IDR picture, the first included. */
export const everyNthFrame = (count: number): string => `expr:not(mod(n,${count}))`;
/**
 * These frames (0-based) are IDR pictures. A quarter of a frame early: ffmpeg rounds times to whole frames, and half a
 * frame early, cut to six digits, was now and then the frame before.
 */
export const atFrames = (frames: readonly number[], fps: number): string =>
  frames.map((frame) => Math.max(0, (frame - 0.25) / fps).toFixed(6)).join(',');

/**
 * The options before an Annex B stream: `-r` here, not at the output, where it would be a request to convert; without it
 * the durations of the frames jitter.
 */
export const annexBInput = (fps: number): string[] => ['-r', String(fps), '-f', 'h264'];
