import { describe, expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';
import {
  boxAt,
  frameShape,
  makePptx,
  pictureShape,
  pptxParts,
  richShape,
  run,
  type TestDeck,
  type TestSlide,
  tableXml,
  textShape,
} from '#test/support/decks/pptx.ts';
import { makeZip } from '#test/support/decks/zip.ts';

const deckOf = async (bytes: Buffer) => (await readPptx(bytes, { maxSlides: 100 })).deck;
const read = (deck: TestDeck) => deckOf(makePptx(deck));
async function only(slide: TestSlide, parts: TestDeck['parts'] = {}) {
  const { slides, warnings } = await read({ slides: [slide], parts });
  const [first] = slides;
  if (!first) throw new Error('no slide');
  return { slide: first, content: first.content, warnings };
}
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const title = (text: string) => textShape(2, 'title', [text]);

describe('other prefixes of namespaces', () => {
  const PARTS = pptxParts({
    slides: [
      {
        shapes: title('Prefix') + textShape(3, 'obj', ['One']) + pictureShape(5, 'rId1', boxAt(0, 0, 500, 500)),
        notes: ['Still read.'],
        relations: { rId1: ['image', 'media/a.png'] },
      },
    ],
    parts: { 'ppt/media/a.png': 'png' },
  });
  const written = (change: (xml: string) => string) =>
    makeZip(
      PARTS.map((part) => ({ ...part, bytes: typeof part.bytes === 'string' ? change(part.bytes) : part.bytes })),
    );
  const renamed = (from: string, to: string) => (xml: string) =>
    xml
      .replaceAll(`<${from}:`, `<${to}:`)
      .replaceAll(`</${from}:`, `</${to}:`)
      .replaceAll(`xmlns:${from}=`, `xmlns:${to}=`);

  it.each([
    ['of slides', renamed('p', 'ns0')],
    ['of texts', renamed('a', 'drawing')],
    [
      'of references',
      (xml: string) => xml.replaceAll('xmlns:r=', 'xmlns:rel=').replaceAll(/ r:(id|embed)=/g, ' rel:$1='),
    ],
    [
      'that are absent',
      (xml: string) => xml.replaceAll('<p:', '<').replaceAll('</p:', '</').replaceAll('xmlns:p=', 'xmlns='),
    ],
    [
      'in the lists of relations',
      (xml: string) =>
        xml
          .replaceAll('<Relationship', '<q:Relationship')
          .replaceAll('</Relationship', '</q:Relationship')
          .replaceAll(
            'xmlns="http://schemas.openxmlformats.org/package',
            'xmlns:q="http://schemas.openxmlformats.org/package',
          ),
    ],
    ['swapped', (xml: string) => renamed('x', 'p')(renamed('p', 'a')(renamed('a', 'x')(xml)))],
    [
      'of the strict form',
      (xml: string) =>
        xml
          .replaceAll(
            'http://schemas.openxmlformats.org/presentationml/2006/main',
            'http://purl.oclc.org/ooxml/presentationml/main',
          )
          .replaceAll('xmlns:p=', 'xmlns:s=')
          .replaceAll('<p:', '<s:')
          .replaceAll('</p:', '</s:'),
    ],
  ])('%s are read alike', async (_, change) => {
    const { slides, warnings } = await deckOf(written(change));
    expect(slides).toMatchObject([
      {
        content: { title: 'Prefix', bullet_points: ['One'], speaker_notes: 'Still read.' },
        image: { source: { path: 'ppt/media/a.png' } },
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('do not slow the reader down: thousands of them, deep within one another', async () => {
    const declared = Array.from({ length: 5000 }, (_, at) => `xmlns:n${at}="urn:${at}"`).join(' ');
    const nested = '<a:ext xmlns:z="urn:z">'.repeat(90) + '</a:ext>'.repeat(90);
    const shapes = `<p:extLst ${declared}>${nested.repeat(100)}</p:extLst>${title('Read')}`;
    const start = process.cpuUsage();
    const { content } = await only({ shapes });
    expect(content.title).toBe('Read');
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2 * CPU_TIME_FACTOR);
  });
});

describe('notes', () => {
  it.each([
    ['type="body" idx="1"', 'the usual one'],
    ['idx="1"', 'one without a type'],
    ['type="obj" idx="3"', 'one for any content'],
    ['type="subTitle"', 'one for a subtitle'],
    ['type="title"', 'one for a title'],
  ])('are read from a placeholder %s, %s', async (placeholder) => {
    const { content } = await only({
      shapes: title('T'),
      notesShapes: richShape(9, 'type="sldNum"', run('7')) + richShape(3, placeholder, run('Say this.')),
    });
    expect(content.speaker_notes).toBe('Say this.');
  });

  it('are those of the body where there are texts of other kinds, and never a header, a date or a number', async () => {
    const { content } = await only({
      shapes: title('T'),
      notesShapes: [
        richShape(4, 'type="title"', run('Notes page')),
        richShape(5, 'type="hdr"', run('Header')),
        richShape(6, 'type="dt"', run('1 May')),
        richShape(7, 'type="ftr"', run('Footer')),
        richShape(8, 'type="body"', ''),
        richShape(9, 'idx="3"', run('First.')),
        richShape(10, 'type="body"', run('Second.')),
      ].join(''),
    });
    expect(content.speaker_notes).toBe('First.\n\nSecond.');
  });
});

describe('fields', () => {
  const field = (type: string, text: string) => `<a:fld id="{1}" type="${type}"><a:rPr/><a:t>${text}</a:t></a:fld>`;
  const page = field('slidenum', '‹#›');

  it('in sentences, titles, cells and notes are what they show', async () => {
    const slide = {
      shapes:
        richShape(2, 'type="title"', run('Page ') + page) +
        richShape(3, '', run('This is page ') + page + run(' of ') + field('slidecount', '9') + run(' of the deck')) +
        richShape(4, '', run('Of ') + field('datetime1', '3/7/2024') + run('.')) +
        richShape(5, '', run('Of') + field('datetime1', '&lt;date/time&gt;')) +
        frameShape(6, 'table', tableXml([['HERE']], false).replace(run('HERE'), run('p. ') + page)),
      notesShapes: richShape(3, 'type="body"', run('We are on ') + page + run('.')),
    };
    const { slides } = await read({ slides: [{ shapes: title('First') }, slide] });
    expect(slides[1]?.content).toMatchObject({
      title: 'Page 2',
      bullet_points: ['This is page 2 of 2 of the deck', 'Of 3/7/2024.', 'Of'],
      speaker_notes: 'We are on 2.',
      table: { rows: [['p. 2']] },
    });
  });

  it('count from the number that the deck starts with', async () => {
    const parts = pptxParts({ slides: [{ shapes: richShape(3, '', run('Page ') + page) }] }).map((part) => ({
      ...part,
      bytes: String(part.bytes).replace('<p:presentation ', '<p:presentation firstSlideNum="12" '),
    }));
    const { slides } = await deckOf(makeZip(parts));
    expect(slides[0]?.content.bullet_points).toEqual(['Page 12']);
  });

  it('alone are neither points nor a title: they number the page', async () => {
    const { content } = await only({
      shapes:
        richShape(3, null, page, boxAt(0, 0, 100, 100)) +
        richShape(4, '', field('datetime1', '3/7/2024')) +
        richShape(5, '', run('A point')),
    });
    expect(content).toMatchObject({ title: '', bullet_points: ['A point'] });
  });
});

describe('alternatives', () => {
  const relations = { rId1: ['image', 'media/a.png'], rId2: ['image', 'media/b.png'] } as const;
  const parts = { 'ppt/media/a.png': 'png', 'ppt/media/b.png': 'png' };
  const picture = (id: string) => pictureShape(5, id, boxAt(0, 0, 500, 500));
  const frame = (uri: string) => frameShape(5, 'x', '').replace(/uri="[^"]*"/, `uri="${uri}"`);
  const choice = (requires: string, inner: string, declared = '') =>
    `<mc:Choice Requires="${requires}" ${declared}>${inner}</mc:Choice>`;
  const either = (...inner: string[]) => `<mc:AlternateContent>${inner.join('')}</mc:AlternateContent>`;
  const fallback = (inner: string) => `<mc:Fallback>${inner}</mc:Fallback>`;
  const shown = async (shapes: string) => {
    const { slide, warnings } = await only({ shapes: title('T') + shapes, relations }, parts);
    return { path: slide.image?.source.from === 'path' ? slide.image.source.path : undefined, slide, warnings };
  };

  it.each([
    ['ink', 'p14', '<p:contentPart r:id="rId8"/>'],
    ['a 3D model', 'am3d', frame('http://schemas.microsoft.com/office/drawing/2017/model3d')],
    ['a zoom', 'pslz', frame('http://schemas.microsoft.com/office/powerpoint/2016/slidezoom')],
    ['an add-in', 'we', frame('http://schemas.microsoft.com/office/webextensions/webextension/2010/11')],
    ['a chart of a new kind', 'cx1', frame('http://schemas.microsoft.com/office/drawing/2014/chartex')],
    ['a picture in a form that is not known', 'zz', picture('rId2')],
    ['a form under the prefix of a known one', 'p14', picture('rId2'), 'xmlns:p14="urn:of-tomorrow"'],
  ])('for %s are the picture of the fallback', async (_, requires, inner, declared = '') => {
    const { path, warnings } = await shown(either(choice(requires, inner, declared), fallback(picture('rId1'))));
    expect(path).toBe('ppt/media/a.png');
    expect(warnings).toEqual([]);
  });

  it('are the first choice that is known, also by another prefix', async () => {
    const { path } = await shown(
      either(
        choice('zz', picture('rId1')),
        choice('n1', picture('rId2'), 'xmlns:n1="http://schemas.microsoft.com/office/drawing/2010/main"'),
        fallback(picture('rId1')),
      ),
    );
    expect(path).toBe('ppt/media/b.png');
  });

  it('are the choice where the fallback gives nothing: words of an unknown form are kept, and what is lost is reported', async () => {
    const { slide } = await shown(either(choice('zz', textShape(6, 'obj', ['Words'])), fallback('')));
    expect(slide.content.bullet_points).toEqual(['Words']);
    const lost = await shown(either(choice('am3d', frame('urn:model3d')), fallback('')));
    expect(codes(lost.warnings)).toEqual(['ole_not_taken']);
  });

  it('may stand within a paragraph', async () => {
    const { content } = await only({
      shapes: richShape(3, '', run('Now ') + either(choice('zz', run('new')), fallback(run('old'))) + run(' words')),
    });
    expect(content.bullet_points).toEqual(['Now old words']);
  });

  it('for an equation that says nothing are the picture that fills the shape of the fallback', async () => {
    const filled = (id: string) =>
      richShape(
        6,
        null,
        run(' '),
        `${boxAt(0, 0, 500, 500)}<a:blipFill><a:blip r:embed="${id}"/><a:stretch/></a:blipFill>`,
      );
    const empty = richShape(6, null, '<a14:m><m:oMath/></a14:m>', boxAt(0, 0, 500, 500));
    expect(await shown(either(choice('a14', empty), fallback(filled('rId1'))))).toMatchObject({
      path: 'ppt/media/a.png',
    });
  });
});

describe('a shape that a picture fills', () => {
  const relations = { rId1: ['image', 'media/a.png'] } as const;
  const parts = { 'ppt/media/a.png': 'png' };
  const filled = (text: string, box: string, fill = '<a:stretch/>') =>
    richShape(
      6,
      null,
      text,
      `${box}<a:prstGeom prst="ellipse"/><a:blipFill><a:blip r:embed="rId1"/>${fill}</a:blipFill>`,
    );

  it('is that picture, next to points and over the whole slide', async () => {
    const beside = await only(
      { shapes: title('T') + textShape(3, 'obj', ['One']) + filled('', boxAt(500, 0, 400, 400)), relations },
      parts,
    );
    expect(beside).toMatchObject({ slide: { image: { source: { path: 'ppt/media/a.png' } } }, warnings: [] });
    const whole = await only({ shapes: filled('', boxAt(0, 0, 1000, 1000)), relations }, parts);
    expect(whole.slide).toMatchObject({ look: 'original', image: { fit: 'contain' } });
  });

  it('keeps the words on it', async () => {
    const { slide } = await only(
      { shapes: title('T') + filled(run('On it'), boxAt(500, 0, 400, 400)), relations },
      parts,
    );
    expect(slide).toMatchObject({
      content: { bullet_points: ['On it'] },
      image: { source: { path: 'ppt/media/a.png' } },
    });
  });

  it('with a pattern is not a picture', async () => {
    const { slide } = await only(
      { shapes: title('T') + filled('', boxAt(500, 0, 400, 400), '<a:tile/>'), relations },
      parts,
    );
    expect(slide.image).toBeUndefined();
  });
});

describe('what the report says', () => {
  it('of a diagram without words: that it was left out', async () => {
    const { content, warnings } = await only(
      {
        shapes: title('T') + frameShape(4, 'diagram', '<dgm:relIds r:dm="rId9"/>'),
        relations: { rId9: ['diagramData', 'diagrams/d.xml'] },
      },
      {
        'ppt/diagrams/d.xml':
          '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:ptLst><dgm:pt type="doc"/><dgm:pt/></dgm:ptLst></dgm:dataModel>',
      },
    );
    expect(content.bullet_points).toEqual([]);
    expect(warnings).toEqual([
      {
        slide: 1,
        code: 'diagram_not_taken',
        message: expect.stringMatching(/^1 diagram \(SmartArt\) without words was left out/),
      },
    ]);
  });

  it('of a title slide with a table: nothing, for the table is drawn, and the points as lines above it', async () => {
    const table = frameShape(4, 'table', tableXml([['Tea', '2']], false));
    const shapes = textShape(2, 'ctrTitle', ['Prices']) + textShape(3, 'subTitle', ['In coins']) + table;
    const { content, warnings } = await only({ shapes });
    expect(content).toMatchObject({ layout: 'auto', bullet_points: ['In coins'], table: { rows: [['Tea', '2']] } });
    expect(warnings).toEqual([]);
  });
});

describe('the title of the deck', () => {
  it('is that of the first slide that is shown, not that of the file, which is often of another talk', async () => {
    const slides = [{ shapes: title('Draft'), isHidden: true }, { shapes: title('Tides of 2026') }];
    expect((await read({ slides, title: 'Quarterly numbers' })).title).toBe('Tides of 2026');
  });

  it('is that of the file where the first slide has none, unless a program wrote it', async () => {
    const slides = [{ notes: ['Words'] }, { shapes: title('Second') }];
    expect((await read({ slides, title: 'Tides' })).title).toBe('Tides');
    const usual = [
      'PowerPoint Presentation',
      'Présentation PowerPoint',
      'Slide 1',
      'Diapositive 1',
      'Title',
      'PptxGenJS Presentation',
    ];
    for (const name of usual) expect((await read({ slides, title: name })).title, name).toBeNull();
  });
});
