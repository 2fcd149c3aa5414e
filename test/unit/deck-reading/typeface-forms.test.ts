import { describe, expect, it } from 'vitest';
import { createDeckFontSelector } from '#engine/deck-drawing/deck-font-selector.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';

const deckWith = (attributes: string): Buffer =>
  makePptx({
    slides: [
      {
        shapes: textShape(2, null, ['x = 1'], { run: 'sz="2000"' }).replace(
          '/><a:t>',
          `><a:latin typeface="Unheard Of" ${attributes}/></a:rPr><a:t>`,
        ),
      },
    ],
  });

describe('a typeface that is not known', () => {
  it.each([
    ['panose="02000509000000000000" pitchFamily="49"', 'Cousine'],
    ['pitchFamily="49"', 'Cousine'],
    ['pitchFamily="18"', 'Tinos'],
    ['panose="02040503050406030204"', 'Tinos'],
    ['panose="020B0604020202020204" pitchFamily="18"', 'Arimo'],
    ['pitchFamily="34"', 'Arimo'],
    ['pitchFamily="2"', 'Arimo'],
    ['panose="zz"', 'Arimo'],
  ])('with %s is drawn with %s', async (attributes, folder) => {
    const { forms } = await readPptx(deckWith(attributes), { maxSlides: 10 });
    const use = { family: 'Unheard Of', bold: false, italic: false, characters: 'x' };
    const { replaced } = await createDeckFontSelector('en', undefined, forms)([use]);
    expect(replaced).toEqual([{ family: 'Unheard Of', by: folder }]);
  });
});
