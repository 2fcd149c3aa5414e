import { type TimedCaption, utf8Within } from '../captions/cues.ts';
import type { PlacedChapter } from '../container/file-contents.ts';
import { ascii, box, fullBox, UNITY_MATRIX, u8, u16, u32, zeros } from './boxes.ts';

/** A sample of text and its duration in ticks. */
export interface TextSample {
  bytes: Buffer;
  duration: number;
}

const MAX_TEXT = 0xffff;

/** The length of the text, then the text in UTF-8. */
function textBytes(text: string): Buffer {
  const bytes = utf8Within(text, MAX_TEXT);
  return Buffer.concat([u16(bytes.length), bytes]);
}

// Without this box QuickTime decodes the text as MacRoman.
const UTF8_MARK = box('encd', u32(0x100));

/** The samples of a chapter track: the title of each chapter, with the duration of the chapter. */
export const chapterSamples = (chapters: readonly PlacedChapter[], frameTicks: number): TextSample[] =>
  chapters.map(({ title, frames }) => ({
    bytes: Buffer.concat([textBytes(title), UTF8_MARK]),
    duration: frames * frameTicks,
  }));

/** Ticks a second: captions are timed in milliseconds. */
export const CAPTION_TIMESCALE = 1000;

/** The samples of a caption track, without gaps: empty samples fill the time between cues (3GPP TS 26.245, 5.17). */
export function captionSamples(cues: readonly TimedCaption[], totalMs: number): TextSample[] {
  const samples: TextSample[] = [];
  let now = 0;
  const fill = (until: number): void => {
    if (until > now) samples.push({ bytes: textBytes(''), duration: until - now });
  };
  for (const { startMs, endMs, text } of cues) {
    fill(startMs);
    samples.push({ bytes: textBytes(text), duration: endMs - startMs });
    now = endMs;
  }
  fill(totalMs);
  return samples;
}

/** `nmhd`, the media header of a caption track. */
export const CAPTION_HEADER = fullBox('nmhd', 0);

const WHITE = u8(255, 255, 255, 255);
const SHADE = u8(0, 0, 0, 160);
const FONT = 1;

/** `tx3g`: white text on a shade, centred at the bottom. The font size is a twentieth of the picture height. */
export function captionSampleEntry({ width, height }: { width: number; height: number }): Buffer {
  const [CENTRE, BOTTOM] = [1, 0xff];
  const [LARGEST_FONT, REGULAR] = [255, 0];
  const style = [u16(0, 0, FONT), u8(REGULAR, Math.min(LARGEST_FONT, Math.round(height / 20))), WHITE];
  const name = ascii('Sans-Serif');
  return box(
    'tx3g',
    ...[zeros(6), u16(1), u32(0), u8(CENTRE, BOTTOM), SHADE, u16(0, 0, height, width), ...style],
    box('ftab', u16(1, FONT), u8(name.length), name),
  );
}

/** `gmhd`, the media header of a QuickTime text track. */
export const CHAPTER_HEADER = box(
  'gmhd',
  fullBox('gmin', 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
  box('text', UNITY_MATRIX),
);

/** The text sample description of QuickTime, all zero, as chapters are not drawn. */
export const CHAPTER_SAMPLE_ENTRY = box('text', zeros(6), u16(1), zeros(44));
