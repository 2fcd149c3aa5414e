import { type TimedCaption, truncateUtf8 } from '../captions/timed-captions.ts';
import type { ChapterWithLength } from '../container/file-contents.ts';
import {
  MP4_UNITY_MATRIX,
  mp4BoxBytes,
  mp4FullBoxBytes,
  toLatin1Bytes,
  uint8Bytes,
  uint16Bytes,
  uint32Bytes,
  zeroBytes,
} from './boxes.ts';

/** A sample of text and its duration in ticks. */
export interface Mp4TextSample {
  bytes: Buffer;
  duration: number;
}

const MAX_TEXT_BYTES = 0xffff;

/** The length of the text, then the text in UTF-8. */
function textBytes(text: string): Buffer {
  const bytes = truncateUtf8(text, MAX_TEXT_BYTES);
  return Buffer.concat([uint16Bytes(bytes.length), bytes]);
}

// Without this box QuickTime decodes the text as MacRoman.
const UTF8_ENCODING_BOX = mp4BoxBytes('encd', uint32Bytes(0x100));

/** The samples of a chapter track: the title of each chapter, with the duration of the chapter. */
export const mp4ChapterSamples = (chapters: readonly ChapterWithLength[], frameTicks: number): Mp4TextSample[] =>
  chapters.map(({ title, frames }) => ({
    bytes: Buffer.concat([textBytes(title), UTF8_ENCODING_BOX]),
    duration: frames * frameTicks,
  }));

/** Ticks a second: captions are timed in milliseconds. */
export const MP4_CAPTION_TIMESCALE = 1000;

/** The samples of a caption track, without gaps: empty samples fill the time between cues (3GPP TS 26.245, 5.17). */
export function mp4CaptionSamples(cues: readonly TimedCaption[], totalMs: number): Mp4TextSample[] {
  const samples: Mp4TextSample[] = [];
  let endOfLastMs = 0;
  const fillGapUntil = (untilMs: number): void => {
    if (untilMs > endOfLastMs) samples.push({ bytes: textBytes(''), duration: untilMs - endOfLastMs });
  };
  for (const { startMs, endMs, text } of cues) {
    fillGapUntil(startMs);
    samples.push({ bytes: textBytes(text), duration: endMs - startMs });
    endOfLastMs = endMs;
  }
  fillGapUntil(totalMs);
  return samples;
}

/** `nmhd`, the media header of a caption track. */
export const MP4_CAPTION_MEDIA_HEADER = mp4FullBoxBytes('nmhd', 0);

const WHITE_COLOUR = uint8Bytes(255, 255, 255, 255);
const SHADE_COLOUR = uint8Bytes(0, 0, 0, 160);
const FONT_ID = 1;

/** `tx3g`: white text on a shade, centred at the bottom. The font size is a twentieth of the picture height. */
export function captionSampleEntry({ width, height }: { width: number; height: number }): Buffer {
  const [CENTRE, BOTTOM] = [1, 0xff];
  const [LARGEST_FONT, REGULAR] = [255, 0];
  const style = [
    uint16Bytes(0, 0, FONT_ID),
    uint8Bytes(REGULAR, Math.min(LARGEST_FONT, Math.round(height / 20))),
    WHITE_COLOUR,
  ];
  const fontName = toLatin1Bytes('Sans-Serif');
  return mp4BoxBytes(
    'tx3g',
    zeroBytes(6),
    uint16Bytes(1),
    uint32Bytes(0),
    uint8Bytes(CENTRE, BOTTOM),
    SHADE_COLOUR,
    uint16Bytes(0, 0, height, width),
    ...style,
    mp4BoxBytes('ftab', uint16Bytes(1, FONT_ID), uint8Bytes(fontName.length), fontName),
  );
}

/** `gmhd`, the media header of a QuickTime text track. */
export const MP4_CHAPTER_MEDIA_HEADER = mp4BoxBytes(
  'gmhd',
  mp4FullBoxBytes('gmin', 0, uint16Bytes(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
  mp4BoxBytes('text', MP4_UNITY_MATRIX),
);

/** The text sample description of QuickTime, all zero, as chapters are not drawn. */
export const CHAPTER_SAMPLE_ENTRY = mp4BoxBytes('text', zeroBytes(6), uint16Bytes(1), zeroBytes(44));
