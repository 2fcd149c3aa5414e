import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { splitSlideByContent } from '#engine/deck-reading/slide-parts.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import {
  boxAt,
  chartPart,
  frameShape,
  makePptx,
  pictureShape,
  type TestSlide,
  tableXml,
  textShape,
} from '#test/support/decks/pptx.ts';
import { isTried } from '#test/support/depth.ts';

const SIZE = { width: 320, height: 180 };
const template = requireBuiltInTemplate('plain');
const painter = await createSlideAndCaptionPainter();
const pictureIn = async (background: string): Promise<DrawableImage> => ({
  bytes: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
  ...{ width: 400, height: 300, fit: 'cover', focus: { x: 0.5, y: 0.5 } },
});
const [image, another] = await Promise.all([pictureIn('#c02040'), pictureIn('#2040c0')]);

const TABLE = frameShape(
  4,
  'table',
  tableXml([
    ['Name', 'Price'],
    ['Tea', '42'],
  ]),
);
const CHART = frameShape(5, 'chart', '<c:chart r:id="rId7"/>');
const picture = (id: number, side: number): string => pictureShape(id, 'rId1', boxAt(500 - side / 2, 300, side, side));
/** The content of a slide, apart from its title and points, and the number of each kind. */
const CONTENTS = {
  nothing: { shapes: '', table: 0, chart: 0, pictures: 0 },
  table: { shapes: TABLE, table: 1, chart: 0, pictures: 0 },
  chart: { shapes: CHART, table: 0, chart: 1, pictures: 0 },
  both: { shapes: TABLE + CHART, table: 1, chart: 1, pictures: 0 },
  picture: { shapes: picture(6, 600), table: 0, chart: 0, pictures: 1 },
  pictures: { shapes: picture(6, 600) + picture(7, 500), table: 0, chart: 0, pictures: 2 },
  all: { shapes: TABLE + CHART + picture(6, 600), table: 1, chart: 1, pictures: 1 },
} as const;
const TITLES = ['title', 'ctrTitle'] as const;
const CASES = TITLES.flatMap((title) =>
  [0, 2, 13].flatMap((points) =>
    (Object.keys(CONTENTS) as (keyof typeof CONTENTS)[]).map((content) => ({ title, points, content })),
  ),
);

async function imported({ title, points, content }: (typeof CASES)[number]) {
  const texts = Array.from({ length: points }, (_, at) => `Point ${at + 1}`);
  const slide: TestSlide = {
    shapes:
      textShape(2, title, ['A title']) + (points > 0 ? textShape(3, 'obj', texts) : '') + CONTENTS[content].shapes,
    relations: { rId1: ['image', 'media/a.png'], rId7: ['chart', 'charts/c.xml'] },
  };
  const parts = {
    'ppt/media/a.png': 'png',
    'ppt/charts/c.xml': chartPart('barChart', ['North', 'South'], { '2025': [3, 4] }),
  };
  const { deck, redesigns } = await readPptx(makePptx({ slides: [slide], parts }), { maxSlides: 10 });
  const [read = expect.fail('no slide')] = deck.slides;
  const codes = deck.warnings.map(({ code }) => code);
  return {
    texts,
    slides: splitSlideByContent(read, redesigns.get(1)?.further ?? []),
    lines: (code: (typeof codes)[number]): number => codes.filter((each) => each === code).length,
  };
}

const drawable = (slide: ParsedSlide): DrawableSlide => ({
  ...slide.content,
  language: 'en',
  is_first: false,
  image: slide.image ? image : undefined,
  callouts: undefined,
});
const paint = async (slide: DrawableSlide): Promise<string> =>
  Buffer.from((await painter.paint(slide, SIZE, template)).rgba).toString('base64');

/** Reports whether a picture of the slide is another one without a part of it. */
const shows = async (slide: DrawableSlide, without: Partial<DrawableSlide>): Promise<boolean> =>
  (await paint(slide)) !== (await paint({ ...slide, ...without }));

it.each(CASES.filter((_, at) => isTried(at, 3)))(
  'a redesigned slide ($title, $points points, $content) shows what no line calls lost',
  async (each) => {
    const { texts, slides, lines } = await imported(each);
    const content = CONTENTS[each.content];
    const drawn = { points: 0, table: 0, chart: 0, pictures: 0 };
    for (const slide of slides.map(drawable)) {
      const { bullet_points, table, chart } = slide;
      for (const at of bullet_points.keys())
        if (await shows(slide, { bullet_points: bullet_points.with(at, 'Another text') })) drawn.points += 1;
      if (table && (await shows(slide, { table: undefined, layout: 'auto' }))) drawn.table += 1;
      if (chart && (await shows(slide, { chart: undefined, layout: 'auto' }))) drawn.chart += 1;
      if (slide.image && (await shows(slide, { image: another }))) drawn.pictures += 1;
    }
    expect({ ...drawn, lost: [lines('points_cut'), lines('table_cut')] }).toEqual({
      points: texts.length,
      table: content.table,
      // One graphic is shown, and a picture only without one: each other part has its line.
      chart: content.chart - lines('chart_not_taken'),
      pictures: content.pictures - lines('picture_not_used'),
      lost: [0, 0],
    });
  },
);
