import { expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';

const MAIN = 'http://schemas.openxmlformats.org';
const TYPES = `${MAIN}/officeDocument/2006/relationships`;
const XMLNS = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:p="${MAIN}/presentationml/2006/main" xmlns:r="${TYPES}"`;
const relationTo = (type: string, target: string): string =>
  `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="r1" Type="${TYPES}/${type}" Target="${target}"/></Relationships>`;
async function effectsOfSlide(shapes: string) {
  const { slides } = await readPptx(
    makePptx({
      slides: [
        { shapes: textShape(2, 'title', ['T']) + shapes, relations: { rIdL: ['slideLayout', 'slideLayouts/l.xml'] } },
      ],
      parts: {
        'ppt/slideLayouts/l.xml': `<p:sldLayout ${XMLNS}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
        'ppt/slideLayouts/_rels/l.xml.rels': relationTo('slideMaster', '../slideMasters/m.xml'),
        'ppt/slideMasters/m.xml': `<p:sldMaster ${XMLNS}><p:cSld><p:spTree/></p:cSld></p:sldMaster>`,
      },
    }),
    { maxSlides: 9 },
  );
  return slides[0]?.effects;
}

const run = (properties: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US">${properties}</a:rPr><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>`;
const box = (properties: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr ${properties}/><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>`;

it.each([
  ['plain text', box('vert="horz" rot="0"'), []],
  ['text from top to bottom', box('vert="vert270"'), ['turned_text']],
  ['turned text', box('rot="5400000"'), ['turned_text']],
  ['letters with an outline', run('<a:ln w="9525"><a:solidFill/></a:ln>'), ['outlined_text']],
  ['letters that are said to have no outline', run('<a:ln><a:noFill/></a:ln>'), []],
  ['letters with a glow', run('<a:effectLst><a:glow rad="9525"/></a:effectLst>'), ['text_effect']],
  ['letters with a shadow', run('<a:effectLst><a:outerShdw/></a:effectLst>'), ['text_effect']],
  ['letters that are said to have no effects', run('<a:effectLst/>'), []],
])('the effects of a slide with %s', async (_, shapes, effects) => {
  expect(await effectsOfSlide(shapes)).toEqual(effects);
});
