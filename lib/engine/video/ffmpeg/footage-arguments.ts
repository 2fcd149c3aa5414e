import { MAX_FOOTAGE_SECONDS, MAX_FOOTAGE_SIDE_PIXELS } from '../footage/footage.ts';
import type { PictureDimensions } from '../format.ts';
import { x264FootageOutputOptions } from './x264-arguments.ts';

/** Filters from high dynamic range to that of BT.709. */
const FROM_HDR = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
];

/** Options of the scaler. Without a matrix that the file states, it would take that of BT.601, also for large pictures. */
const scalerOptions = (assumesBt709: boolean): string =>
  `flags=bicubic:out_color_matrix=bt709:out_range=tv${assumesBt709 ? ':in_color_matrix=bt709' : ''}`;

/** Scales each picture to fit into a size; the rest of the size is black. */
const fittedScale = ({ width, height }: PictureDimensions, assumesBt709: boolean): string =>
  `scale=${width}:${height}:force_original_aspect_ratio=decrease:${scalerOptions(assumesBt709)},pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;

/** The size of footage: whole, square pixels, both sides even. */
function footageScale(assumesBt709: boolean): string {
  const share = `min(1,${MAX_FOOTAGE_SIDE_PIXELS}/max(iw*sar,ih))`;
  const even = (side: string): string => `2*max(1,trunc(${side}*${share}/2))`;
  return `scale=w='${even('iw*sar')}':h='${even('ih')}':${scalerOptions(assumesBt709)}`;
}

/**
 * The filters that make footage of the pictures of a client: a constant rate from time 0 on, no fields, the colours of the video.
 * @param assumesBt709 true if the source has the colours of BT.709, and its file does not state it; absent: false
 * @param size of all pictures, for a video whose pictures change their size; absent: it follows from each picture
 */
export const footageFilters = ({
  fps,
  isHdr,
  assumesBt709 = false,
  size,
}: {
  fps: number;
  isHdr: boolean;
  assumesBt709?: boolean;
  size?: PictureDimensions;
}): string =>
  [
    'yadif=deint=interlaced',
    `fps=fps=${fps}:start_time=0`,
    size ? fittedScale(size, assumesBt709) : footageScale(assumesBt709),
    ...(isHdr ? FROM_HDR : []),
    'format=yuv420p,setsar=1',
  ].join(',');

/** One second more than footage may have, so that a longer video is noticed. */
const DURATION_LIMIT_OPTIONS = ['-t', String(MAX_FOOTAGE_SECONDS + 1)];

/** The output options of the pictures of a client's video as footage (`x264FootageOutputOptions`), without anything else of the file. */
export const footagePictureOutputOptions = (filters: string, group: number): string[] => [
  ...[...DURATION_LIMIT_OPTIONS, '-an', '-sn', '-dn', '-map_metadata', '-1'],
  ...x264FootageOutputOptions(filters, group),
];

/** The output options of the sound of a client's video: 16-bit samples with 48 kHz from time 0 on. Gaps are silent. */
export const footageSoundOutputOptions = (channels: 1 | 2): string[] => [
  ...DURATION_LIMIT_OPTIONS,
  ...['-af', 'aresample=48000:async=1:first_pts=0', '-ac', String(channels), '-ar', '48000'],
  ...['-vn', '-sn', '-dn', '-map_metadata', '-1', '-c:a', 'pcm_s16le', '-f', 's16le'],
];

/** The output options of one picture as PNG: frame `frame` of a stream. */
export const singlePngOutputOptions = (frame: number): string[] => [
  ...['-vf', `select=eq(n\\,${frame}),scale=in_color_matrix=bt709:in_range=tv`],
  ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe'],
];
