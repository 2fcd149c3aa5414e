import { describe, expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { boxAt, makePptx, richShape, run, type TestDeck, textShape } from '#test/support/decks/pptx.ts';

const MAIN = 'http://schemas.openxmlformats.org';
const TYPES = `${MAIN}/officeDocument/2006/relationships`;
const XMLNS = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:p="${MAIN}/presentationml/2006/main" xmlns:r="${TYPES}"`;
const levels = (...properties: string[]): string =>
  properties.map((inner, at) => `<a:lvl${at + 1}pPr>${inner}</a:lvl${at + 1}pPr>`).join('');
const BULLET = '<a:buChar char="•"/>';

interface Styles {
  master?: string;
  /** Shapes of the layout and of the master. */
  layoutShapes?: string;
  masterShapes?: string;
}

/** The parts of a layout and its master. */
const stylesParts = ({ master = '', layoutShapes = '', masterShapes = '' }: Styles): TestDeck['parts'] => ({
  'ppt/slideLayouts/l.xml': `<p:sldLayout ${XMLNS}><p:cSld><p:spTree>${layoutShapes}</p:spTree></p:cSld></p:sldLayout>`,
  'ppt/slideLayouts/_rels/l.xml.rels': `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="r1" Type="${TYPES}/slideMaster" Target="../slideMasters/m.xml"/></Relationships>`,
  'ppt/slideMasters/m.xml': `<p:sldMaster ${XMLNS}><p:cSld><p:spTree>${masterShapes}</p:spTree></p:cSld><p:txStyles>${master}</p:txStyles></p:sldMaster>`,
});
const relations = { rIdL: ['slideLayout', 'slideLayouts/l.xml'] } as const;
const styledShape = (placeholder: string, list: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="s"/><p:cNvSpPr/><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle>${list}</a:lstStyle><a:p/></p:txBody></p:sp>`;
const bodyOf = (...paragraphs: (readonly [properties: string, text: string])[]): string =>
  richShape(3, 'idx="1"', '').replace(
    '<a:p></a:p>',
    paragraphs.map(([properties, text]) => `<a:p><a:pPr${properties}</a:pPr>${run(text)}</a:p>`).join(''),
  );
const plain = (text: string, level = 0) => [` lvl="${level}">`, text] as const;

async function only(shapes: string, styles?: Styles) {
  const { deck } = await readPptx(
    makePptx({
      slides: [{ shapes: textShape(2, 'title', ['T']) + shapes, ...(styles ? { relations } : {}) }],
      ...(styles ? { parts: stylesParts(styles) } : {}),
    }),
    { maxSlides: 9 },
  );
  const { bullet_points, bullet_levels, bullet_style } = deck.slides[0]?.content ?? {};
  return { bullet_points, bullet_levels, bullet_style };
}

describe('bullets', () => {
  const BODY = `<p:bodyStyle>${levels(BULLET, BULLET)}</p:bodyStyle>`;
  const two = bodyOf(plain('One'), plain('Two'));

  it.each<[string, Styles, string | undefined]>([
    ['are those of the master', { master: BODY }, undefined],
    ['are none where nothing names one', { master: '<p:bodyStyle/>' }, 'none'],
    [
      'are none where the layout takes them away',
      { master: BODY, layoutShapes: styledShape('idx="1"', levels('<a:buNone/>')) },
      'none',
    ],
    [
      'are those that the placeholder of the master names',
      { master: BODY, masterShapes: styledShape('type="body"', levels('<a:buAutoNum type="arabicPeriod"/>')) },
      'number',
    ],
    ['of white space are none', { master: `<p:bodyStyle>${levels('<a:buChar char=" "/>')}</p:bodyStyle>` }, 'none'],
    ['are pictures too', { master: `<p:bodyStyle>${levels('<a:buBlip/>')}</p:bodyStyle>` }, undefined],
  ])('%s', async (_, styles, expected) => {
    expect(await only(two, styles)).toEqual({ bullet_points: ['One', 'Two'], bullet_style: expected });
  });

  it('are the paragraph’s own before all others', async () => {
    const shapes = bodyOf(['><a:buNone/>', 'One'], ['><a:buNone/>', 'Two']);
    expect(await only(shapes, { master: BODY })).toMatchObject({ bullet_style: 'none' });
  });

  it('are none in text boxes, and in a deck without its master those of placeholders', async () => {
    const box = textShape(5, null, ['A sentence.'], { box: boxAt(0, 600, 500, 100) });
    expect(await only(box)).toEqual({ bullet_points: ['A sentence.'], bullet_style: 'none' });
    expect(await only(two)).toEqual({ bullet_points: ['One', 'Two'] });
  });

  it('stand only before the marked paragraphs of a mixed list, with their numbers', async () => {
    const number = '><a:buAutoNum type="arabicPeriod"/>';
    const shapes = bodyOf(
      plain('Heading'),
      plain('Below', 1),
      [number, 'First'],
      [number, 'Second'],
      ['><a:buNone/>', 'Between'],
      [number, 'Again'],
    );
    expect(await only(shapes, { master: `<p:bodyStyle>${levels('<a:buNone/>', BULLET)}</p:bodyStyle>` })).toEqual({
      bullet_points: ['Heading', '• Below', '1. First', '2. Second', 'Between', '1. Again'],
      bullet_levels: [0, 1, 0, 0, 0, 0],
      bullet_style: 'none',
    });
  });
});

describe('the title of a slide without a placeholder for it', () => {
  const box = (text: string, y: number, { size = 0, x = 0, height = 50, id = 3 } = {}) =>
    textShape(id, null, [text], { box: boxAt(x, y, 300, height), ...(size > 0 ? { run: `sz="${size * 100}"` } : {}) });
  async function contents(deck: TestDeck) {
    const { deck: read } = await readPptx(makePptx(deck), { maxSlides: 20 });
    return read.slides.map(({ content: { title, bullet_points } }) => ({ title, bullet_points }));
  }
  const titleOf = async (...shapes: string[]) => (await contents({ slides: [{ shapes: shapes.join('') }] }))[0]?.title;

  it.each([
    [
      'is the largest text of the upper half',
      [box('Small', 10, { size: 12 }), box('Large', 200, { size: 32 })],
      'Large',
    ],
    ['is the topmost text above all others', [box('Heading', 10), box('Words', 300), box('More', 700)], 'Heading'],
    ['is none of the boxes of a drawing', [box('Client', 100), box('Server', 100, { x: 500 })], ''],
    ['is not a letter that names a shape', [box('A', 10, { size: 40 }), box('Triangles', 200)], 'Triangles'],
    ['is not a number', [box('2024', 10, { size: 40 }), box('What we did', 200)], 'What we did'],
    ['is not a paragraph', [box('A sentence that goes on. '.repeat(6), 10)], ''],
    ['is not a text of the lower half', [box('Low', 800, { size: 40 })], ''],
  ])('%s', async (_, shapes, expected) => {
    expect(await titleOf(...shapes)).toBe(expected);
  });

  it('is not a text that runs up the slide', async () => {
    const turned = box('Visitors', 10, { size: 40 });
    const words = box('By season', 200, { size: 20 });
    expect(await titleOf(turned.replace('<a:bodyPr/>', '<a:bodyPr vert="vert270"/>'), words)).toBe('By season');
    expect(await titleOf(turned.replace('<a:xfrm>', '<a:xfrm rot="16200000">'), words)).toBe('By season');
  });

  it('has the size that its list style says, less what it was shrunk', async () => {
    const styled = box('Styled', 200).replace(
      '<a:bodyPr/>',
      `<a:bodyPr/><a:lstStyle>${levels('<a:defRPr sz="4000"/>')}</a:lstStyle>`,
    );
    expect(await titleOf(box('Twenty', 10, { size: 20 }), styled)).toBe('Styled');
    const shrunk = styled.replace('<a:bodyPr/>', '<a:bodyPr><a:normAutofit fontScale="25000"/></a:bodyPr>');
    expect(await titleOf(box('Twenty', 10, { size: 20 }), shrunk)).toBe('Twenty');
  });

  it('is not a text that is repeated from slide to slide', async () => {
    const slides = Array.from({ length: 5 }, (_, at) => ({
      shapes: box('Annual meeting', 10, { size: 40 }) + box(`Subject ${at + 1}`, 200, { size: 24 }),
    }));
    expect((await contents({ slides })).map(({ title }) => title)).toEqual(
      [1, 2, 3, 4, 5].map((at) => `Subject ${at}`),
    );
  });
});
