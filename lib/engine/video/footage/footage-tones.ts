import { linearLightOfSrgb, srgbOfLinearLight } from '../drawing/contrast.ts';
import { planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { type FootageFacts, framesPerFootageGroup } from './footage.ts';

/** Columns and rows of the parts of a picture whose tones are kept. */
export const FOOTAGE_TONE_GRID = { columns: 6, rows: 4 } as const;
const PART_COUNT = FOOTAGE_TONE_GRID.columns * FOOTAGE_TONE_GRID.rows;
/** The most groups of frames that are looked at: all of eight minutes. */
const MAX_GROUPS = 240;
/** The most stretches of time whose tones are stored separately: 768 characters. */
const MAX_STRETCHES = 12;

/** The tones of the parts of pictures, row by row: levels of grey (0–255, sRGB) with the luminance of the darkest and of the lightest pixel. */
export interface ToneRangesByPicturePart {
  darkest: readonly number[];
  lightest: readonly number[];
}

/** The groups of frames, from 0, at whose first frames footage is looked at, at equal intervals. The last frame of all is looked at, too. */
export function footageGroupsForTones({ fps, frames }: Pick<FootageFacts, 'fps' | 'frames'>): number[] {
  const groups = Math.ceil(frames / framesPerFootageGroup(fps));
  const step = Math.ceil(groups / MAX_GROUPS);
  return Array.from({ length: Math.ceil(groups / step) }, (_, i) => i * step);
}

const LINEAR_LIGHT = Float64Array.from({ length: 256 }, (_, level) => linearLightOfSrgb(level / 255));
const linearLightOf = (level: number): number => LINEAR_LIGHT[Math.min(255, Math.max(0, Math.round(level)))] ?? 0;

/** The relative luminance of a sample in the colours of a video (BT.709, limited range). */
function luminanceOf(luma: number, cb: number, cr: number): number {
  const grey = ((luma - 16) * 255) / 219;
  const [blue, red] = [((cb - 128) * 255) / 224, ((cr - 128) * 255) / 224];
  return (
    0.2126 * linearLightOf(grey + 1.5748 * red) +
    0.7152 * linearLightOf(grey - 0.1873 * blue - 0.4681 * red) +
    0.0722 * linearLightOf(grey + 1.8556 * blue)
  );
}

/** The range of the luminance in each part of a picture. */
function luminanceRange(picture: YuvPicture): { darkest: Float64Array; lightest: Float64Array } {
  const { width, height, data } = picture;
  const [, cb, cr] = planeLayoutsOfYuvPicture(picture);
  const darkest = new Float64Array(PART_COUNT).fill(1);
  const lightest = new Float64Array(PART_COUNT);
  for (let y = 0; y < height; y++) {
    const firstPartOfRow = Math.floor((y * FOOTAGE_TONE_GRID.rows) / height) * FOOTAGE_TONE_GRID.columns;
    for (let x = 0; x < width; x++) {
      const part = firstPartOfRow + Math.floor((x * FOOTAGE_TONE_GRID.columns) / width);
      const chromaIndex = (y >> 1) * cb.width + (x >> 1);
      const luminance = luminanceOf(
        data[y * width + x] ?? 0,
        data[cb.offset + chromaIndex] ?? 0,
        data[cr.offset + chromaIndex] ?? 0,
      );
      darkest[part] = Math.min(darkest[part] ?? 1, luminance);
      lightest[part] = Math.max(lightest[part] ?? 0, luminance);
    }
  }
  return { darkest, lightest };
}

/** The index of the first look of a stretch; that of the one after the last stretch is the last look. */
const firstLookOf = (stretch: number, looks: number): number =>
  Math.floor((stretch * (looks - 1)) / stretchCount(looks));

const stretchCount = (looks: number): number => Math.min(MAX_STRETCHES, looks - 1);

/**
 * The tones of footage over time as text (Base64). Neighbouring stretches share the look between them, so that what changes evenly from one
 * look to the next stays within the range.
 * @param looks small pictures: those of `footageGroupsForTones`, and the last frame
 * @throws RangeError for fewer than two
 */
export function footageTones(looks: readonly YuvPicture[]): string {
  if (looks.length < 2) throw new RangeError('tones need a first and a last picture');
  const ranges = looks.map(luminanceRange);
  const bytes = Array.from({ length: stretchCount(looks.length) }, (_, stretch) => {
    const stretchRanges = ranges.slice(firstLookOf(stretch, looks.length), firstLookOf(stretch + 1, looks.length) + 1);
    return Array.from({ length: PART_COUNT }, (_, part) => [
      Math.floor(255 * srgbOfLinearLight(Math.min(...stretchRanges.map(({ darkest }) => darkest[part] ?? 0)))),
      Math.ceil(255 * srgbOfLinearLight(Math.max(...stretchRanges.map(({ lightest }) => lightest[part] ?? 1)))),
    ]);
  });
  return Buffer.from(bytes.flat(2)).toString('base64');
}

/** The pattern of tones as text: one to twelve stretches of whole groups of four characters. */
export const FOOTAGE_TONES_PATTERN = new RegExp(`^(?:[A-Za-z0-9+/]{${(2 * PART_COUNT * 4) / 3}}){1,${MAX_STRETCHES}}$`);

/**
 * The range of the tones while a part of footage is shown. Pure.
 * @param tones of `footageTones`
 * @param shown seconds from the start of the footage
 */
export function tonesOfFootagePart(
  { fps, frames, tones }: Pick<FootageFacts, 'fps' | 'frames'> & { tones: string },
  shown: { from: number; to: number },
): ToneRangesByPicturePart {
  const groups = footageGroupsForTones({ fps, frames });
  const looks = groups.length + 1;
  const startOf = (look: number): number => {
    const group = groups[look];
    return (group === undefined ? frames : group * framesPerFootageGroup(fps)) / fps;
  };
  const toneBytes = Buffer.from(tones, 'base64');
  const stretches = Array.from({ length: stretchCount(looks) }, (_, stretch) => stretch).filter(
    (stretch) =>
      startOf(firstLookOf(stretch, looks)) < shown.to && shown.from < startOf(firstLookOf(stretch + 1, looks)),
  );
  const levels = (part: number, end: 0 | 1): number[] =>
    stretches.map((stretch) => toneBytes[2 * (stretch * PART_COUNT + part) + end] ?? 255 * end);
  const parts = Array.from({ length: PART_COUNT }, (_, part) => part);
  return {
    darkest: parts.map((part) => Math.min(255, ...levels(part, 0))),
    lightest: parts.map((part) => Math.max(0, ...levels(part, 1))),
  };
}
