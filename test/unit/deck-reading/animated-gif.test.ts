import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withAnimatedPictureWarnings } from '#app/sandbox/animated-pictures.ts';
import { isAnimatedGif } from '#engine/deck-reading/animated-gif.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';

/** A GIF of some frames, each of another colour. */
async function gif(frames: number): Promise<Buffer> {
  const colours = ['#ff0000', '#00ff00', '#0000ff'].slice(0, frames);
  const pictures = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const [first] = pictures;
  return sharp(frames > 1 ? pictures : first, frames > 1 ? { join: { animated: true } } : {})
    .gif()
    .toBuffer();
}

it('a GIF moves when it has more than one frame', async () => {
  expect(isAnimatedGif(await gif(1))).toBe(false);
  expect(isAnimatedGif(await gif(3))).toBe(true);
});

it.each([
  ['empty', ''],
  ['cut off', 'GIF89a'],
  ['of another format', '\u0089PNG'],
  ['of nothing but lengths', `GIF89a${'\xff'.repeat(300)}`],
])('a file that is %s does not move', (_, text) => {
  expect(isAnimatedGif(Buffer.from(text, 'latin1'))).toBe(false);
});

it('a slide that is drawn as it is has a line about its picture that moves; one that is redesigned has it from elsewhere', async () => {
  const slide = (part: string) => ({
    shapes: textShape(2, 'title', ['A']) + pictureShape(5, 'rId1', boxAt(0, 0, 500, 500)),
    relations: { rId1: ['image', part] as const },
  });
  const read = await readPptx(
    makePptx({
      slides: [slide('media/a.gif'), slide('media/b.gif'), slide('media/a.gif')],
      parts: { 'ppt/media/a.gif': await gif(2), 'ppt/media/b.gif': await gif(1) },
    }),
    { maxSlides: 3 },
  );
  const slides = read.deck.slides.map((each, at) => ({
    ...each,
    image: { source: { from: 'path' as const, path: at < 2 ? `page-${at + 1}` : 'picture-1' }, alt: '' },
  }));
  const pictures = ['page-1', 'page-2'].map((path) => ({ path, kind: 'page' as const }));
  const taken = await withAnimatedPictureWarnings({ deck: { ...read.deck, slides, warnings: [] }, pictures }, read);
  expect('deck' in taken && taken.deck.warnings).toMatchObject([{ slide: 1, code: 'picture_still' }]);
});
