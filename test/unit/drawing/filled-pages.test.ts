import { describe, expect, it } from 'vitest';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import { ASPECT_RATIO_NAMES, type PictureDimensions, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { coverageOf } from '#test/support/drawing/content-ink.ts';
import { fillCorpus } from '#test/support/drawing/fill-corpus.ts';

/** Half of the pixels of 480p: the shares are those of large pictures. */
const small = ({ width, height }: PictureDimensions): PictureDimensions => ({ width: width / 2, height: height / 2 });
const [plain, minimal] = [requireBuiltInTemplate('plain'), requireBuiltInTemplate('minimal')];

describe('a page with few words', () => {
  const few = fillCorpus().filter(({ title }) => /^(?:Water|Yes and no|Agenda|Three things to pack)$/u.test(title));

  it.each(ASPECT_RATIO_NAMES)('is filled with cards in %s', async (format) => {
    const size = small(pictureDimensionsOfFormat(format, '480p'));
    expect(few).toHaveLength(4);
    for (const slide of few) {
      expect(chooseLayout(slide, size)).toBe('cards');
      const asList = await coverageOf({ ...slide, layout: 'bullets' }, size, plain);
      for (const template of [plain, minimal]) {
        const covered = await coverageOf(slide, size, template);
        expect(covered, `${slide.title} in ${template.id}`).toBeGreaterThan(Math.max(0.45, asList));
      }
    }
  });
});

it('sets few lines of code further apart on a tall page', async () => {
  const code = (text: string) =>
    coverageOf({ ...fewLines, code: { text } }, small(pictureDimensionsOfFormat('portrait', '480p')), plain);
  const fewLines = { title: 'Install', bullet_points: [], layout: 'auto', language: 'en', is_first: false } as const;
  expect(await code('npm ci\nnpm start')).toBeGreaterThan(0.42);
});
