/** The input options of a pipe of raw RGBA pictures. */
export const rawPictureInput = (size: { width: number; height: number }, framerate: string): string[] => [
  ...['-f', 'rawvideo', '-pixel_format', 'rgba'],
  ...['-video_size', `${size.width}x${size.height}`, '-framerate', framerate],
];

/** ffmpeg's own conversion of sRGB to 4:2:0 in BT.709, limited range, with square pixels: what `rgbToYuv420` is compared with. */
export const TO_VIDEO_COLOURS = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1';
