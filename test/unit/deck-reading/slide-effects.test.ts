import { expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';

const MAIN = 'http://schemas.openxmlformats.org';
const TYPES = `${MAIN}/officeDocument/2006/relationships`;
const XMLNS = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:p="${MAIN}/presentationml/2006/main" xmlns:r="${TYPES}"`;
const relationTo = (type: string, target: string): string =>
  `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="r1" Type="${TYPES}/${type}" Target="${target}"/></Relationships>`;
const DUOTONE =
  '<a:blipFill><a:blip r:embed="r9"><a:duotone><a:schemeClr val="phClr"/><a:schemeClr val="phClr"/></a:duotone></a:blip></a:blipFill>';
const SOLID = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
/** Its first background fill is a colour, its second a picture in two colours. */
const THEME = `<a:theme ${XMLNS}><a:themeElements><a:fmtScheme><a:bgFillStyleLst>${SOLID}${DUOTONE}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

async function effectsOfSlide(shapes: string, background?: number) {
  const reference = background === undefined ? '' : `<p:bg><p:bgRef idx="${background}"/></p:bg>`;
  const { slides } = await readPptx(
    makePptx({
      slides: [
        { shapes: textShape(2, 'title', ['T']) + shapes, relations: { rIdL: ['slideLayout', 'slideLayouts/l.xml'] } },
      ],
      parts: {
        'ppt/slideLayouts/l.xml': `<p:sldLayout ${XMLNS}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
        'ppt/slideLayouts/_rels/l.xml.rels': relationTo('slideMaster', '../slideMasters/m.xml'),
        'ppt/slideMasters/m.xml': `<p:sldMaster ${XMLNS}><p:cSld>${reference}<p:spTree/></p:cSld></p:sldMaster>`,
        'ppt/slideMasters/_rels/m.xml.rels': relationTo('theme', '../theme/t.xml'),
        'ppt/theme/t.xml': THEME,
      },
    }),
    { maxSlides: 9 },
  );
  return slides[0]?.effects;
}

const box = (properties: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr ${properties}/><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>`;

it.each([
  ['plain text', box('vert="horz" rot="0"'), undefined, []],
  ['text from top to bottom', box('vert="vert270"'), undefined, ['turned_text']],
  ['turned text', box('rot="5400000"'), undefined, ['turned_text']],
  ['a background in one colour', '', 1001, []],
  ['a background of the theme that is a picture in two colours', '', 1002, ['two_colours']],
])('the effects of a slide with %s', async (_, shapes, background, effects) => {
  expect(await effectsOfSlide(shapes, background)).toEqual(effects);
});

it.each([
  ['', false],
  [' rot="-5400000"', true],
])('a diagram whose text has the place <dsp:txXfrm%s> has turned text: %s', async (rotation, isTurned) => {
  const drawing = `<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"><dsp:spTree><dsp:sp><dsp:txXfrm${rotation}/></dsp:sp></dsp:spTree></dsp:drawing>`;
  const { slides } = await readPptx(
    makePptx({
      slides: [
        { shapes: textShape(2, 'title', ['T']), relations: { rId1: ['diagramDrawing', 'diagrams/drawing1.xml'] } },
      ],
      parts: { 'ppt/diagrams/drawing1.xml': drawing },
    }),
    { maxSlides: 9 },
  );
  expect(slides[0]?.hasTurnedDiagram).toBe(isTurned);
});
