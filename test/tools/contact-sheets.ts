/**
 * `npm run contact-sheets`: draws every template in every layout and format, and difficult texts in every template, for
 * looking at: out/contact-sheets/<template>-<format>.png and out/contact-sheets/text-<name>.png.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import type { DrawableImage } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import {
  ASPECT_RATIO_NAMES,
  ASPECT_RATIOS,
  type AspectRatioName,
  type PictureDimensions,
} from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { CORPUS } from '#test/support/drawing/slide-corpus.ts';
import { writeSheet } from './sheet.ts';
import { DIFFICULT_LAYOUTS, ordinarySlides } from './sheet-slides.ts';

const PROJECT = join(import.meta.dirname, '../..');
const COLUMNS: Record<AspectRatioName, number> = { landscape: 3, classic: 3, portrait: 6, square: 4, feed: 4 };

async function fixture(name: string): Promise<DrawableImage> {
  const bytes = await readFile(join(PROJECT, 'test/fixtures/deck', name));
  const { width, height } = await sharp(bytes).metadata();
  return { bytes, width, height, fit: 'cover', focus: { x: 0.36, y: 0.5 } };
}

function sizeFor(format: AspectRatioName, short: number): PictureDimensions {
  const [across, down] = ASPECT_RATIOS[format];
  const even = (side: number): number => 2 * Math.round((side * short) / Math.min(across, down) / 2);
  return { width: even(across), height: even(down) };
}

interface Options {
  out: string;
  template?: string;
  format?: string;
  text?: string;
  short: string;
}

const program = createStyledCommand(
  'npm run contact-sheets --',
  'Draw sheets of all templates, layouts, formats and difficult texts.',
)
  .option('--out <folder>', 'where the sheets go', join(PROJECT, 'out/contact-sheets'))
  .option('--template <id>', 'only this template')
  .option('--format <name>', 'only this format')
  .option('--text <name>', 'only the sheet of this text')
  .option('--short <pixels>', 'short side of each slide', '360')
  .action(async ({ out, template, format, text, short }: Options) => {
    const painter = await createSlideAndCaptionPainter();
    const pictures = { photo: await fixture('lighthouse.jpg'), drawing: await fixture('echo.jpg') };
    const templates = BUILT_IN_TEMPLATES.filter(({ id }) => template === undefined || id === template);
    const formats = ASPECT_RATIO_NAMES.filter((name) => format === undefined || name === format);
    const write = async (name: string, sheet: readonly RawPicture[], columns: number): Promise<void> => {
      const file = join(out, `${name}.png`);
      await writeSheet(file, sheet, columns);
      process.stdout.write(`${file}\n`);
    };
    for (const template of text === undefined ? templates : []) {
      for (const name of formats) {
        const size = sizeFor(name, Number(short));
        const sheet: RawPicture[] = [];
        for (const slide of ordinarySlides(pictures)) sheet.push(await painter.paint(slide, size, template));
        await write(`${template.id}-${name}`, sheet, COLUMNS[name]);
      }
    }
    const texts = Object.entries(CORPUS).filter(([name]) => text === undefined || name === text);
    for (const [name, words] of text === undefined && (template ?? format) !== undefined ? [] : texts) {
      const sheet: RawPicture[] = [];
      for (const template of templates) {
        for (const layout of DIFFICULT_LAYOUTS) {
          const image = layout === 'image_left' ? pictures.photo : undefined;
          const slide = { ...words, layout, image, is_first: false, slide_number: 2 };
          sheet.push(await painter.paint(slide, sizeFor('landscape', Number(short) / 1.25), template));
        }
      }
      await write(`text-${name}`, sheet, DIFFICULT_LAYOUTS.length);
    }
  });

await runCliProgram(program);
