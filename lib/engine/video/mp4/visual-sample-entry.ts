import {
  CODEC_FACTS,
  containerOfCodec,
  VIDEO_CODEC_IDS,
  type VideoCodecId,
  type VideoCodecIdOfContainer,
} from '../codecs/codec-facts.ts';
import {
  type Mp4Box,
  Mp4Error,
  mp4BoxBytes,
  parseMp4Boxes,
  toLatin1Bytes,
  uint8Bytes,
  uint16Bytes,
  uint32Bytes,
  zeroBytes,
} from './boxes.ts';

/** The sample entry of a video track. */
export interface VisualSampleEntry {
  /** "avc1", "hvc1" or "av01". */
  type: string;
  width: number;
  height: number;
  boxes: Mp4Box[];
  /** The decoder configuration; of H.264 only. */
  avcC?: AvcDecoderConfiguration | undefined;
}

/** The `avcC` box (ISO/IEC 14496-15). */
export interface AvcDecoderConfiguration {
  profile: number;
  level: number;
  sps: Buffer[];
  pps: Buffer[];
  /** Chroma format and bit depths, which the High profiles must state. */
  hasHighProfileExtension: boolean;
}

const STSD_HEADER_BYTES = 8;
// Box header, reserved bytes, data reference, and the fields of a visual sample entry.
const FIELDS_END = 8 + 78;

/** Reads `stsd`. @throws Mp4Error when it has an entry of another codec, or several */
export function readVisualSampleEntry(stsd: Mp4Box): VisualSampleEntry {
  const { body } = stsd;
  const size = body.length >= STSD_HEADER_BYTES + FIELDS_END ? body.readUInt32BE(STSD_HEADER_BYTES) : 0;
  const type = body.toString('latin1', STSD_HEADER_BYTES + 4, STSD_HEADER_BYTES + 8);
  if (
    !VISUAL_SAMPLE_ENTRY_NAMES.includes(type) ||
    body.readUInt32BE(4) !== 1 ||
    STSD_HEADER_BYTES + size !== body.length
  ) {
    throw new Mp4Error('the video track has no single sample entry of a known kind');
  }
  const boxes = parseMp4Boxes(body.subarray(STSD_HEADER_BYTES + FIELDS_END));
  const avcC = boxes.find((box) => box.type === 'avcC');
  if (type === 'avc1' && !avcC) throw new Mp4Error('the sample entry has no "avcC" box');
  return {
    type,
    width: body.readUInt16BE(STSD_HEADER_BYTES + 32),
    height: body.readUInt16BE(STSD_HEADER_BYTES + 34),
    boxes,
    avcC: avcC && readDecoderConfiguration(avcC.body),
  };
}

function readDecoderConfiguration(body: Buffer): AvcDecoderConfiguration {
  let offset = 5;
  const readSets = (count: number): Buffer[] =>
    Array.from({ length: count }, () => {
      const length = body.readUInt16BE(offset);
      offset += 2 + length;
      return body.subarray(offset - length, offset);
    });
  const sps = readSets(body.readUInt8(offset++) & 0x1f);
  const pps = readSets(body.readUInt8(offset++));
  return {
    profile: body.readUInt8(1),
    level: body.readUInt8(3),
    sps,
    pps,
    hasHighProfileExtension: offset < body.length,
  };
}

/** Codecs that are stored in MP4 files. */
export type Mp4Codec = VideoCodecIdOfContainer<'mp4'>;

/** Reports whether a codec is stored in MP4 files. */
export const isMp4Codec = (codec: VideoCodecId): codec is Mp4Codec => containerOfCodec(codec) === 'mp4';

/** The name of a codec's sample entry. */
export const mp4SampleEntryName = (codec: Mp4Codec): string => CODEC_FACTS[codec].storage.sampleEntry;

/** The names of sample entries that this service reads. */
export const VISUAL_SAMPLE_ENTRY_NAMES: readonly string[] = VIDEO_CODEC_IDS.filter(isMp4Codec).map(mp4SampleEntryName);

const BT709 = 1;
const LIMITED_RANGE = 0;
// Without this box some players guess the colours from the size of the picture.
const COLOUR_BOX = mp4BoxBytes(
  'colr',
  toLatin1Bytes('nclx'),
  uint16Bytes(BT709, BT709, BT709),
  uint8Bytes(LIMITED_RANGE),
);
const SQUARE_PIXELS_BOX = mp4BoxBytes('pasp', uint32Bytes(1, 1));

/** The sample entry of a video track. `configuration`: the decoder configuration record. */
export function visualSampleEntry(
  codec: Mp4Codec,
  { width, height }: { width: number; height: number },
  configuration: Buffer,
): Buffer {
  const { sampleEntry, configuration: configurationBox } = CODEC_FACTS[codec].storage;
  const [DPI_72, FRAMES_A_SAMPLE, DEPTH, NO_COLOUR_TABLE] = [0x480000, 1, 24, 0xffff];
  return mp4BoxBytes(
    sampleEntry,
    ...[zeroBytes(6), uint16Bytes(1), zeroBytes(16), uint16Bytes(width, height), uint32Bytes(DPI_72, DPI_72, 0)],
    ...[uint16Bytes(FRAMES_A_SAMPLE), zeroBytes(32), uint16Bytes(DEPTH, NO_COLOUR_TABLE)],
    ...[mp4BoxBytes(configurationBox, configuration), COLOUR_BOX, SQUARE_PIXELS_BOX],
  );
}
