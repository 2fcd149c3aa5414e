import { describe, expect, it } from 'vitest';
import { textsOfBuildParts } from '#engine/video/drawing/build-parts.ts';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide, SlidePaintState } from '#engine/video/drawing/drawable-slide.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { collide } from '#test/support/drawing/collisions.ts';
import { CORPUS_OF_CHARTS, CORPUS_OF_TABLES } from '#test/support/drawing/held-corpus.ts';
import { isInTurn } from '#test/support/drawing/is-in-turn.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';
import { TELLING_CHARTS } from '#test/support/drawing/telling-charts.ts';
import { TELLING_TABLES } from '#test/support/drawing/telling-tables.ts';

/** What is wrong with the places of the words of a slide; nothing, if all is well. */
async function faultsOf(
  slide: DrawableSlide,
  format: AspectRatioName,
  template: SlideTemplate,
  options?: SlidePaintState,
): Promise<string[]> {
  const size = pictureDimensionsOfFormat(format, '480p');
  const edge = Math.min(size.width, size.height) * 0.02;
  const { written } = await measureSlide(slide, size, template, options);
  const faults: string[] = [];
  const fault = (what: string, text: string): unknown =>
    faults.push(`${template.id} ${format} ${slide.title.slice(0, 20)}: ${what}: ${text.slice(0, 30)}`);
  for (const [i, each] of written.entries()) {
    const { text, ink, box, isTurned } = each;
    if (ink.left < edge || ink.right > size.width - edge) fault('over the side', text);
    if (ink.top < edge || ink.bottom > size.height - edge) fault('over the top or bottom', text);
    if (!isTurned && (ink.left < box.left - 2 || ink.right > box.right + 2)) fault('wider than its room', text);
    for (const other of written.slice(i + 1)) if (collide(each, other)) fault(`over ${other.text}`, text);
  }
  return faults;
}

/** The slides of a corpus that have their turn. */
const inTurn = (
  corpus: Readonly<Record<string, DrawableSlide>>,
  template: SlideTemplate,
  format: AspectRatioName,
): DrawableSlide[] => Object.values(corpus).filter((_, at) => isInTurn(at, template, format));

describe.each(BUILT_IN_TEMPLATES)('tables in $id', (template) => {
  it.each(ASPECT_RATIO_NAMES)('stay in their room, and every cell in its own: %s', async (format) => {
    for (const slide of inTurn({ ...CORPUS_OF_TABLES, ...TELLING_TABLES }, template, format))
      expect(await faultsOf(slide, format, template)).toEqual([]);
  });
});

describe.each(BUILT_IN_TEMPLATES)('charts in $id', (template) => {
  it.each(ASPECT_RATIO_NAMES)('stay in their room, and no label covers another: %s', async (format) => {
    const faults: string[] = [];
    for (const slide of inTurn({ ...CORPUS_OF_CHARTS, ...TELLING_CHARTS }, template, format))
      faults.push(...(await faultsOf(slide, format, template)));
    expect(faults).toEqual([]);
  });
});

describe('the header of a column of figures', () => {
  const [template] = BUILT_IN_TEMPLATES;
  const { figures, arabic } = CORPUS_OF_TABLES;
  if (!template || !figures?.table || !arabic?.table) throw new RangeError('no tables');
  const onTheLeft = {
    ...figures,
    table: { ...figures.table, align: figures.table.rows[0]?.map(() => 'left' as const) },
  };

  it.each([
    ['on the right', figures, 'Actual', ['14.25', '—', '3.1']],
    ['on the left, wider than its figures', onTheLeft, 'Change', ['+14 %', '0 %', '−313 %']],
    ['on the left', onTheLeft, 'Plan', ['12.5', '31', '0.75']],
    ['of a right-to-left table', arabic, 'الإيرادات', ['1,250.5', '980']],
  ])('ends where they end: %s', async (_, slide, header, cells) => {
    const { written } = await measureSlide(slide, pictureDimensionsOfFormat('landscape', '480p'), template);
    const endOf = (text: string): number => written.find((each) => each.text === text)?.ink.right ?? Number.NaN;
    expect(Math.abs(endOf(header) - Math.max(...cells.map(endOf)))).toBeLessThan(4);
  });
});

describe('a table that is built', () => {
  const [template] = BUILT_IN_TEMPLATES;
  const { figures } = CORPUS_OF_TABLES;
  if (!template || !figures?.table) throw new RangeError('nothing to build');
  const size = pictureDimensionsOfFormat('landscape', '480p');
  const measured = (revealed?: number) => measureSlide(figures, size, template, { revealed });

  it('shows as many rows as are revealed, each where it is in the end', async () => {
    const whole = (await measured()).written;
    const perRow = figures.table?.header?.length ?? 0;
    for (const revealed of [0, 1, 2]) {
      const { written } = await measured(revealed);
      expect(written).toHaveLength(whole.length - perRow * ((figures.table?.rows.length ?? 0) - revealed));
      expect(whole).toEqual(expect.arrayContaining(written));
    }
  });
});

describe('a chart that is built', () => {
  const [template] = BUILT_IN_TEMPLATES;
  if (!template) throw new RangeError('no template');
  const size = pictureDimensionsOfFormat('landscape', '480p');

  it.each(['stacked', 'lines', 'negative', 'pie', 'combo', 'funnel'])(
    'shows as many series or slices as are revealed, each where it is in the end: %s',
    async (name) => {
      const slide = CORPUS_OF_CHARTS[name] ?? TELLING_CHARTS[name];
      if (!slide?.chart) throw new RangeError(`no chart ${name}`);
      const parts = textsOfBuildParts(slide, size);
      const whole = (await measureSlide(slide, size, template)).written;
      for (const revealed of parts.keys()) {
        const { written } = await measureSlide(slide, size, template, { revealed });
        expect(whole).toEqual(expect.arrayContaining(written));
        const texts = written.map(({ text }) => text);
        for (const [i, part] of parts.entries()) expect(texts.includes(part)).toBe(i < revealed);
      }
    },
  );

  it('draws shapes of the revealed series only', async () => {
    const slide = CORPUS_OF_CHARTS.stacked;
    if (!slide) throw new RangeError('no chart');
    const pictureOf = async (revealed?: number): Promise<string> => {
      const { nodes } = await composeSlide(slide, size, template, createDrawingDeps(), { revealed });
      const sources = nodes.flatMap((node) =>
        node.type === 'image' && typeof node.src === 'string' ? [node.src] : [],
      );
      return Buffer.from(sources[0]?.split(',')[1] ?? '', 'base64').toString();
    };
    const bars = (svg: string): number => svg.match(/<(?:rect|path)/g)?.length ?? 0;
    const [none, one, all] = [await pictureOf(0), await pictureOf(1), await pictureOf()];
    expect(bars(none)).toBeGreaterThan(0);
    expect(bars(one)).toBeGreaterThan(bars(none));
    expect(bars(all)).toBeGreaterThan(bars(one));
  });
});
