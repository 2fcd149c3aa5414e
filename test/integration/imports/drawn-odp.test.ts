import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { darkPart, drawnPictures, type Pixels } from '#test/support/decks/drawn-pictures.ts';
import { at, makeOdp, page, style, type TestOdp, textBox } from '#test/support/decks/odp.ts';

interface Picture {
  /** The colour at a place of the page, in centimetres of its 32 by 18. */
  at(x: number, y: number): number[];
  /** The part of a rectangle of the page that is darker than paper, in centimetres. */
  ink(x: number, y: number, width: number, height: number): number;
}

function pictureOf(pixels: Pixels): Picture {
  const centimetre = pixels.width / 32;
  return {
    at: (x, y) => pixels.pixel(Math.round(x * centimetre), Math.round(y * centimetre)),
    ink: (x, y, width, height) =>
      darkPart(pixels, [x * centimetre, y * centimetre, (x + width) * centimetre, (y + height) * centimetre], 128),
  };
}

const drawn = (deck: TestOdp, job = {}) => drawnPictures({ ...job, deck: makeOdp(deck) }, pictureOf);

const near = (colour: readonly number[]): unknown[] =>
  colour.map((part) => expect.toSatisfy((value: number) => Math.abs(value - part) <= 6));
const solid = (name: string, colour: string, more = ''): string =>
  style(
    name,
    'graphic',
    `<style:graphic-properties draw:stroke="none" draw:fill="solid" draw:fill-color="${colour}"/>${more}`,
  );

describe('an OpenDocument deck is drawn as it is', () => {
  it('with the shapes, pictures and texts of its pages where they are', async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00aa00' } })
      .composite([
        { input: { create: { width: 20, height: 20, channels: 3, background: '#0000ff' } }, left: 0, top: 0 },
      ])
      .withMetadata({ density: 96 })
      .png()
      .toBuffer();
    // The left half of the picture is cut off: half of 40 pixels at 96 to the inch.
    const automatic =
      solid('red', '#cc2200') +
      style(
        'cut',
        'graphic',
        '<style:graphic-properties draw:stroke="none" draw:fill="none" fo:clip="rect(0cm, 0cm, 0cm, 0.5292cm)"/>',
      ) +
      style(
        'words',
        'graphic',
        '<style:graphic-properties draw:stroke="none" draw:fill="none"/><style:text-properties fo:font-size="40pt" fo:font-weight="bold" fo:color="#000000"/>',
      );
    const { deck, pictures } = await drawn({
      automatic,
      ofMasters: style(
        'Mdp1',
        'drawing-page',
        '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#ffeecc"/>',
      ),
      master: `<draw:rect draw:style-name="Mred" ${at(0, 17, 32, 1)}/>`,
      styles: solid('Mred', '#112233'),
      parts: { 'Pictures/a.png': png },
      pages: page(
        `<draw:rect draw:style-name="red" ${at(2, 2, 8, 4)}/><draw:frame draw:style-name="cut" ${at(14, 2, 6, 4)}><draw:image xlink:href="Pictures/a.png"/></draw:frame>${textBox('<text:p>WORDS</text:p>', `draw:style-name="words" ${at(2, 9, 16, 3)}`)}`,
      ),
    });
    expect(deck).toMatchObject({ kind: 'odp', slides: [{ look: 'original', content: { layout: 'page' } }] });
    // The PPTX into which it is translated has a theme, but that is not the deck's: its brand is that of its master.
    expect(deck.brand).toEqual({ colors: { background: '#ffeecc' }, fonts: {} });
    expect(deck.warnings.map(({ code }) => code)).toEqual([]);
    const picture = pictures[0] ?? expect.fail('nothing was drawn');
    expect(picture.at(6, 4)).toEqual(near([0xcc, 0x22, 0]));
    for (const [x, y] of [
      [1.8, 4],
      [10.2, 4],
      [6, 1.8],
      [6, 6.2],
    ] as const)
      expect(picture.at(x, y)).toEqual(near([0xff, 0xee, 0xcc]));
    for (const x of [14.5, 19.5]) expect(picture.at(x, 4)).toEqual(near([0, 0xaa, 0]));
    expect(picture.at(16, 17.5)).toEqual(near([0x11, 0x22, 0x33]));
    expect(picture.ink(2, 9, 9, 2.5)).toBeGreaterThan(0.05);
    expect(picture.ink(20, 9, 10, 6)).toBe(0);
  });

  it('turned, filled with gradients, of custom forms and in its states', async () => {
    const triangle =
      '<draw:enhanced-geometry svg:viewBox="0 0 100 100" draw:type="own" draw:enhanced-path="M 0 0 L 100 0 0 100 Z N"/>';
    const styles =
      '<draw:gradient draw:name="fade" draw:style="linear" draw:start-color="#ff0000" draw:end-color="#0000ff" draw:angle="0"/>';
    const automatic =
      solid('green', '#008800') +
      style(
        'fading',
        'graphic',
        '<style:graphic-properties draw:stroke="none" draw:fill="gradient" draw:fill-gradient-name="fade"/>',
      );
    const appears =
      '<anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence"><anim:par><anim:par><anim:par presentation:node-type="on-click" presentation:preset-class="entrance"><anim:set smil:targetElement="late"/></anim:par></anim:par></anim:par></anim:seq></anim:par>';
    const { deck, pictures } = await drawn({
      styles,
      automatic,
      pages: page(
        `<draw:rect draw:style-name="green" svg:width="8cm" svg:height="2cm" draw:transform="rotate (1.5707963267949) translate (2cm 12cm)"/><draw:rect draw:style-name="fading" ${at(8, 2, 4, 8)}/><draw:custom-shape draw:style-name="green" ${at(16, 2, 8, 8)}>${triangle}</draw:custom-shape><draw:rect xml:id="late" draw:style-name="green" ${at(26, 12, 4, 4)}/>${appears}`,
      ),
    });
    const picture = pictures[0] ?? expect.fail('nothing was drawn');
    expect([picture.at(3, 5), picture.at(3, 11)]).toEqual([near([0, 0x88, 0]), near([0, 0x88, 0])]);
    expect(picture.at(6, 11)).toEqual(near([255, 255, 255]));
    const [top = [], bottom = []] = [picture.at(10, 2.3), picture.at(10, 9.7)];
    expect([(top[0] ?? 0) > 230, (bottom[2] ?? 0) > 230]).toEqual([true, true]);
    expect([picture.at(17, 3), picture.at(23, 9)]).toEqual([near([0, 0x88, 0]), near([255, 255, 255])]);
    expect(picture.at(28, 14)).toEqual(near([0, 0x88, 0]));
    expect(deck.slides[0]?.builds).toHaveLength(2);
  });

  it('and redesigned where that is wanted, with a line for what it loses', async () => {
    const title = textBox('<text:p>Our plan</text:p>', `presentation:class="title" ${at(2, 1, 28, 3)}`);
    const { deck } = await drawn({ pages: page(`${title}<draw:control ${at(2, 8, 5, 5)}/>`) }, { look: 'redesign' });
    expect(deck.slides).toMatchObject([{ look: 'redesign', content: { title: 'Our plan' } }]);
    expect(deck.warnings).toContainEqual(
      expect.objectContaining({
        slide: 1,
        code: 'drawing_lost',
        message: expect.stringContaining('a field of a form'),
      }),
    );
  });
});
