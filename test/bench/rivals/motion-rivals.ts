import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RawPicture } from '#engine/video/picture.ts';
import { boxOfChangedPixels } from '#engine/video/transitions/changed-box.ts';
import { risePositionAt } from '#engine/video/transitions/rise.ts';
import { REVEAL_SECONDS_AND_TRANSITIONS } from '#engine/video/transitions/transition-types.ts';
import { type Deck, makeDeck } from '../deck.ts';
import { filmFiles } from '../film-files.ts';
import { deckInMotion } from '../motion.ts';
import { naiveBench } from '../naive.ts';
import type { Bench, BenchContext } from '../row.ts';
import { hyperframesRival } from './hyperframes.ts';
import { remotionRival } from './remotion.ts';
import type { RisingPart, RivalMotion } from './rival.ts';
import { rowOfRival } from './rivals.ts';

const RIVALS = [remotionRival, hyperframesRival];

/** Half a minute of video: those that photograph every frame need minutes for it. */
const SLIDES = 3;
const SECONDS = 10;
const QUICK = { slides: 2, seconds: 4 };
/** Seconds of a slide before its first part and after its last one. */
const MARGIN_SECONDS = 1;

const prefixed = (id: string): string => `motion-rivals-${id}`;

const writePng = (picture: RawPicture, file: string, box?: { x: number; y: number; width: number; height: number }) => {
  const { width, height } = picture;
  const whole = sharp(picture.rgba, { raw: { width, height, channels: 4 } });
  const part = box ? whole.extract({ left: box.x, top: box.y, width: box.width, height: box.height }) : whole;
  return part.removeAlpha().png({ compressionLevel: 6 }).toFile(file);
};

/** Writes a slide before its first point, and each point as the part in which it differs from the picture before. */
async function writeParts(deck: Deck, index: number, folder: string, seconds: number) {
  const name = join(folder, `moved-${String(index).padStart(3, '0')}`);
  const picture = `${name}.png`;
  const points = deck.slides[index]?.bullet_points.length ?? 0;
  let before = await deck.draw(index, 0);
  await writePng(before, picture);
  const parts: RisingPart[] = [];
  for (let point = 1; point <= points; point++) {
    const after = await deck.draw(index, point);
    const box = boxOfChangedPixels(before, after);
    before = after;
    if (!box) continue;
    const file = `${name}-${point}.png`;
    await writePng(after, file, box);
    parts.push({
      x: box.x,
      y: box.y,
      file,
      at: MARGIN_SECONDS + ((point - 1) * (seconds - 2 * MARGIN_SECONDS)) / points,
    });
  }
  return { picture, parts };
}

/** The pictures and movements of a deck: as those of calm motion, but slides fade in over one another, and points are spread evenly. */
async function movementsOf({ deck, folder, secondsPerSlide }: BenchContext) {
  const slides = [];
  for (const index of deck.slides.keys()) slides.push(await writeParts(deck, index, folder, secondsPerSlide));
  const motion: RivalMotion = {
    fadeSeconds: 0.5,
    riseSeconds: REVEAL_SECONDS_AND_TRANSITIONS.rise.seconds,
    risePixels: risePositionAt(0, deck.size.height).down,
    parts: slides.map(({ parts }) => parts),
  };
  return { pictures: slides.map(({ picture }) => picture), motion };
}

/** A short deck with calm motion by this service, and with the same movements by programs that draw each frame in a browser. */
export const motionRivalsBench: Bench = {
  name: 'motion-rivals',
  async *rows(context) {
    const folder = join(context.folder, 'motion-rivals');
    await mkdir(folder, { recursive: true });
    const [slides, seconds] = context.quick ? [QUICK.slides, QUICK.seconds] : [SLIDES, SECONDS];
    const deck = await makeDeck(slides, context.deck.size, [context.deck.template(0)]);
    const film: BenchContext = {
      ...context,
      ...{ deck, folder, secondsPerSlide: seconds },
      ...filmFiles(deck, folder, slides * seconds),
    };
    const own = prefixed('calm');
    for await (const row of naiveBench.rows(film))
      if (row.id === naiveBench.name)
        yield { ...row, id: prefixed(row.id), name: `${slides} slides: ${row.name}`, against: [own] };
    for await (const row of deckInMotion(film, ['calm']))
      yield { ...row, id: own, name: `${slides} slides: ${row.name}`, against: [] };
    const moved = await movementsOf(film);
    for (const rival of RIVALS)
      yield await rowOfRival(
        rival,
        film,
        { id: prefixed(rival.id), name: `${slides} slides that move: ${rival.name}`, against: [own] },
        moved,
      );
  },
};
