import { expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';

const BACKGROUND =
  '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></a:blipFill></p:bgPr></p:bg>';
const SVG = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';

/** The first slide of a deck with a background. @param owner the part that has it */
async function read(shapes: string, owner: 'slide' | 'layout' | 'master' | 'none' = 'slide') {
  const NAMES =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
  const rels = (...targets: readonly [id: string, type: string, target: string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const behind = (of: typeof owner) => (of === owner ? BACKGROUND : '');
  const image = ['rId1', 'image', '../media/a.png'] as const;
  const deck = makePptx({
    slides: [
      {
        shapes,
        background: behind('slide'),
        relations: {
          rId1: ['image', 'media/a.png'],
          rId2: ['image', 'media/b.svg'],
          rId7: ['slideLayout', 'slideLayouts/l.xml'],
        },
      },
    ],
    parts: {
      'ppt/media/a.png': 'bytes',
      'ppt/media/b.svg': '<svg/>',
      'ppt/slideLayouts/l.xml': `<p:sldLayout ${NAMES}><p:cSld>${behind('layout')}<p:spTree/></p:cSld></p:sldLayout>`,
      'ppt/slideLayouts/_rels/l.xml.rels': rels([...image], ['rId8', 'slideMaster', '../slideMasters/m.xml']),
      'ppt/slideMasters/m.xml': `<p:sldMaster ${NAMES}><p:cSld>${behind('master')}<p:spTree/></p:cSld></p:sldMaster>`,
      'ppt/slideMasters/_rels/m.xml.rels': rels([...image]),
    },
  });
  const { slides, warnings } = (await readPptx(deck, { maxSlides: 1 })).deck;
  return { slide: slides[0] ?? expect.fail(), lines: warnings.map(({ code }) => code) };
}

const whole = { look: 'original', image: { source: { path: 'ppt/media/a.png' }, fit: 'contain' } };

it.each(['slide', 'layout', 'master'] as const)(
  'a slide that is the picture in the background of its %s is that picture',
  async (owner) => {
    const { slide, lines } = await read('', owner);
    expect(slide).toMatchObject(whole);
    expect(lines).toEqual([]);
  },
);

it('a slide with a number and a picture behind is that picture', async () => {
  const number = textShape(4, null, []).replace(
    '</p:txBody>',
    '<a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p></p:txBody>',
  );
  expect((await read(number)).slide).toMatchObject(whole);
});

it('a slide’s own background that is not shown has a line; that of a layout is the brand, and has none', async () => {
  expect((await read(textShape(2, 'title', ['A']))).lines).toEqual(['picture_not_used']);
  expect((await read(textShape(2, 'title', ['A']), 'layout')).lines).toEqual([]);
});

it.each([
  [
    'as an extension alone',
    `<a:blip><a:extLst><a:ext><asvg:svgBlip xmlns:asvg="${SVG}" r:embed="rId2"/></a:ext></a:extLst></a:blip>`,
    'b.svg',
  ],
  ['as the picture itself', '<a:blip r:embed="rId2"/>', 'b.svg'],
  [
    'next to its PNG',
    `<a:blip r:embed="rId1"><a:extLst><a:ext><asvg:svgBlip xmlns:asvg="${SVG}" r:embed="rId2"/></a:ext></a:extLst></a:blip>`,
    'a.png',
  ],
])('an SVG %s is taken', async (_, blip, part) => {
  const shape = pictureShape(5, 'rId1', boxAt(0, 0, 500, 500)).replace(/<a:blip [^>]*\/>/, blip);
  const { slide, lines } = await read(textShape(2, 'title', ['A']) + shape, 'none');
  expect(slide.image?.source).toEqual({ from: 'path', path: `ppt/media/${part}` });
  expect(lines).toEqual([]);
});
