import type { Codec } from '../settings.ts';
import { ascii, box, u8, u16, u32, zeros } from './build-boxes.ts';

/** The sample entry of each codec, and the box in it that sets the decoder up (ISO/IEC 14496-15; AV1's binding). */
const ENTRIES = {
  h264: { entry: 'avc1', configuration: 'avcC' },
  h265: { entry: 'hvc1', configuration: 'hvcC' },
  av1: { entry: 'av01', configuration: 'av1C' },
} as const satisfies Partial<Record<Codec, { entry: string; configuration: string }>>;

export type Mp4Codec = keyof typeof ENTRIES;

export const isMp4Codec = (codec: Codec): codec is Mp4Codec => codec in ENTRIES;

/** The names of the sample entries that this service reads back. */
export const VISUAL_ENTRIES: readonly string[] = Object.values(ENTRIES).map(({ entry }) => entry);

/** The name of its sample entry: also the brand for players that look for it, except that H.265 has none. */
export const entryName = (codec: Mp4Codec): string => ENTRIES[codec].entry;

const BT709 = 1;
const LIMITED_RANGE = 0;
// Without it some players guess the colours from the size of the picture.
const COLOURS = box('colr', ascii('nclx'), u16(BT709, BT709, BT709), u8(LIMITED_RANGE));
const SQUARE_PIXELS = box('pasp', u32(1, 1));

export function visualSampleEntry(
  codec: Mp4Codec,
  { width, height }: { width: number; height: number },
  configuration: Buffer,
): Buffer {
  const [DPI_72, FRAMES_A_SAMPLE, DEPTH, NO_COLOUR_TABLE] = [0x480000, 1, 24, 0xffff];
  return box(
    ENTRIES[codec].entry,
    ...[zeros(6), u16(1), zeros(16), u16(width, height), u32(DPI_72, DPI_72, 0)],
    ...[u16(FRAMES_A_SAMPLE), zeros(32), u16(DEPTH, NO_COLOUR_TABLE)],
    ...[box(ENTRIES[codec].configuration, configuration), COLOURS, SQUARE_PIXELS],
  );
}
