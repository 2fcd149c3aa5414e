import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const lines = (...text: string[]): string => text.join('\n');
/** As if every file that a deck names lay next to it. */
const FILES = { find: (path: string) => path, text: async () => '' };

const deckOf = (markdown: string) => readMarkdownDeck(markdown, { maxSlides: 100, files: FILES });

/** Title, bullets, notes, and the layout where it is not `auto`. */
type Row = [title: string, bullets: string[], notes?: string, layout?: string];

const rowsOf = async (markdown: string): Promise<Row[]> =>
  (await deckOf(markdown)).slides.map(({ content }) => {
    const { title, bullet_points, speaker_notes, layout } = content;
    if (layout !== 'auto') return [title, bullet_points, speaker_notes, layout];
    return speaker_notes === '' ? [title, bullet_points] : [title, bullet_points, speaker_notes];
  });
const warningsOf = async (markdown: string): Promise<string[]> =>
  (await deckOf(markdown)).warnings
    .filter(({ code }) => code !== 'deck_silent')
    .map(({ slide, code, message }) => `${slide ?? '-'} ${code}: ${message}`);

describe('slides', () => {
  it.each<[name: string, markdown: string, rows: Row[]]>([
    ['one heading is one slide', '# A', [['A', []]]],
    [
      '# and ## both begin a slide',
      lines('# A', '## B', '# C'),
      [
        ['A', []],
        ['B', []],
        ['C', []],
      ],
    ],
    ['a deeper heading is a bullet', lines('## A', '### b', 'c'), [['A', ['**b**', 'c']]]],
    ['a heading underlined with = begins a slide', lines('A', '===', 'b'), [['A', ['b']]]],
    [
      '--- begins a slide without a title',
      lines('# A', '', '---', '', '- b'),
      [
        ['A', []],
        ['', ['b']],
      ],
    ],
    [
      '--- before a heading adds no empty slide',
      lines('# A', '', '---', '', '# B', '', '---'),
      [
        ['A', []],
        ['B', []],
      ],
    ],
    [
      '--- right below a text ends the slide and makes no heading',
      lines('# A', 'b', '---', 'c'),
      [
        ['A', ['b']],
        ['', ['c']],
      ],
    ],
    [
      '--- at the very beginning is not front matter',
      lines('---', '', '# A', '', '---', '', '# B'),
      [
        ['A', []],
        ['B', []],
      ],
    ],
    [
      'what stands before the first heading is a slide',
      lines('- a', '', '# B'),
      [
        ['', ['a']],
        ['B', []],
      ],
    ],
    ['Windows line ends', '# A\r\n\r\n- b\r\n- c\r\n', [['A', ['b', 'c']]]],
    ['a byte order mark is not seen', '\uFEFF# A', [['A', []]]],
  ])('%s', async (_, markdown, rows) => {
    expect(await rowsOf(markdown)).toEqual(rows);
  });
});

it('an alert that is a quotation starts a slide, without its mark', async () => {
  const rows = await rowsOf(lines('# T', '', 'a', '', '> [!quote] Said'));
  expect(rows.map(([title]) => title)).toEqual(['T', 'Said']);
});

describe('bullets', () => {
  it.each<[name: string, markdown: string, bullets: string[]]>([
    ['-, * and + items', lines('- a', '', '* b', '', '+ c'), ['a', 'b', 'c']],
    ['numbered items, without their numbers', lines('1. a', '2. b'), ['a', 'b']],
    ['nested items in the order of the file', lines('- a', '  - b', '    - c', '- d'), ['a', 'b', 'c', 'd']],
    ['a paragraph, its lines joined', lines('a', 'b', '', 'c'), ['a b', 'c']],
    ['Japanese lines join without a space', lines('漢字と', 'かな。', 'と word', 'です'), ['漢字とかな。と word です']],
    ['inline marks', '- *a* **b** [c](https://example.com) ~d~ ~~e~~', ['*a* **b** c ~d~ ~~e~~']],
    ['highlighted text, also with other marks in it', '- ==a **b** c== == d', ['==a **b** c== \\=\\= d']],
    ['text below and above the line', '- H~2~O x^2^ a<sub>i</sub> 1<sup>st</sup>', ['H~2~O x^2^ a~i~ 1^st^']],
    ['no marks in code', '- `==a== b~2~`', ['`==a== b~2~`']],
    ['callouts', lines('- a', '', '> [!WARNING]', '> Hot *b*', '> c'), ['a', '[!WARNING] Hot *b* c']],
    [
      'alerts of other programs',
      lines('a', '', '> [!danger]- Hot', '', 'b', '', '> [!faq] Why'),
      ['a', '[!CAUTION] Hot', 'b', '[!NOTE] Why'],
    ],
    ['tasks', lines('- [x] a', '- [ ] b *c*'), ['[x] a', '[ ] b *c*']],
    ['tasks in a numbered list', lines('1. [x] a', '2. [ ] b'), ['☑ a', '☐ b']],
    ['brackets that are not a task', lines('[x] a'), ['[x] a']],
    ['a code span keeps its text', '- run `a  *b*`', ['run `a *b*`']],
    ['escapes and entities', '- \\*a\\* &amp; &#x2014;', ['*a* & —']],
    ['inline HTML leaves its text', '- a<br>b <span>c</span>', ['a b c']],
    ['a hard break is a space', 'a  \nb', ['a b']],
    [
      'the lines of a code block beside other text',
      lines('c', '', '```sh', 'a', '', '  b', '```'),
      ['c', '`a`', '`b`'],
    ],
    ['an empty item is none', lines('- a', '-', '- b'), ['a', 'b']],
    ['emoji and right-to-left text as they are', lines('- 👩‍💻 🇯🇵', '- مرحبا API'), ['👩‍💻 🇯🇵', 'مرحبا API']],
  ])('%s', async (_, markdown, bullets) => {
    expect(await rowsOf(`# T\n\n${markdown}`)).toEqual([['T', bullets]]);
  });

  it('that are all of a code block are code, with its language', async () => {
    const [slide] = (await deckOf(lines('# T', '', '```sh', 'a', '', '  b', '```'))).slides;
    expect(slide?.content).toMatchObject({ title: 'T', bullet_points: [], code: { language: 'sh', text: 'a\n\n  b' } });
  });
});

describe('speaker notes', () => {
  it.each<[name: string, markdown: string, bullets: string[], notes: string]>([
    ['one line', 'Note: a', [], 'a'],
    ['several lines are one note', lines('Note: a', 'b', 'c'), [], 'a b c'],
    ['several notes are paragraphs', lines('Note: a', '', '- x', '', 'Note: b'), ['x'], 'a\n\nb'],
    ['notes on lines that follow each other', lines('Note: a', 'Note: b'), [], 'a\n\nb'],
    ['right below a list', lines('- x', '- y', 'Note: a', 'b'), ['x', 'y'], 'a b'],
    ['right below a paragraph', lines('x', 'Note: a'), ['x'], 'a'],
    ['right above a separator', lines('Note: a', '---'), [], 'a'],
    ['with inline markup', 'Note: say *it* `so`', [], 'say it so'],
    ['Notes: and note: as well', lines('Notes: a', '', 'note: b'), [], 'a\n\nb'],
    ['an item that begins with Note: is shown', '- Note: a', ['Note: a'], ''],
    ['a word that only begins so is shown', 'Notebook: a', ['Notebook: a'], ''],
  ])('%s', async (_, markdown, bullets, notes) => {
    expect(await rowsOf(`# T\n\n${markdown}`)).toEqual([notes === '' ? ['T', bullets] : ['T', bullets, notes]]);
  });
});

describe('quotes', () => {
  it.each<[name: string, markdown: string, rows: Row[]]>([
    ['the words are the title', '> a\n> b', [['a b', [], '', 'quote']]],
    ['a last line with a dash is the attribution', lines('> a', '>', '> — B. C'), [['a', ['B. C'], '', 'quote']]],
    ['a dash inside the words is not', '> a — b', [['a — b', [], '', 'quote']]],
    ['an item in the quote is the attribution', lines('> a', '> - B'), [['a', ['B'], '', 'quote']]],
    ['the first bullet after it is', lines('> a', '', '- B'), [['a', ['B'], '', 'quote']]],
    [
      'it stands on a slide of its own',
      lines('# T', '', '- x', '', '> a'),
      [
        ['T', ['x']],
        ['a', [], '', 'quote'],
      ],
    ],
    [
      'a heading above it stays a slide',
      lines('# T', '', '> a'),
      [
        ['T', []],
        ['a', [], '', 'quote'],
      ],
    ],
    [
      'after a separator it makes no empty slide',
      lines('# T', '', '---', '', '> a'),
      [
        ['T', []],
        ['a', [], '', 'quote'],
      ],
    ],
    ['notes belong to it', lines('> a', 'Note: n', '', 'Note: m'), [['a', [], 'n\n\nm', 'quote']]],
    [
      'two quotes are two slides',
      lines('> a', '', 'Note: n', '', '> b'),
      [
        ['a', [], 'n', 'quote'],
        ['b', [], '', 'quote'],
      ],
    ],
  ])('%s', async (_, markdown, rows) => {
    expect(await rowsOf(markdown)).toEqual(rows);
  });
});

describe('images', () => {
  it.each<[name: string, markdown: string, image: object]>([
    ['alone in a paragraph', '![a b](p.png)', { source: { from: 'path', path: 'p.png' }, alt: 'a b' }],
    [
      'with a caption',
      '![a](p.png "In 1998")',
      { source: { from: 'path', path: 'p.png' }, alt: 'a', caption: 'In 1998' },
    ],
    ['within a text', 'see ![a](p.png) here', { source: { from: 'path', path: 'p.png' }, alt: 'a' }],
    ['in an item', '- x\n- ![a](p.png)', { source: { from: 'path', path: 'p.png' }, alt: 'a' }],
    ['by a reference', '![a][r]\n\n[r]: p.png', { source: { from: 'path', path: 'p.png' }, alt: 'a' }],
    ['with an encoded space', '![](my%20p.png)', { source: { from: 'path', path: 'my p.png' }, alt: '' }],
    ['in another folder', '![](../x/p.png)', { source: { from: 'path', path: '../x/p.png' }, alt: '' }],
    [
      'at an address',
      '![a](https://example.com/p.png)',
      { source: { from: 'address', url: 'https://example.com/p.png' }, alt: 'a' },
    ],
    [
      'within the text',
      '![a](data:image/png;base64,AAEC)',
      { source: { from: 'bytes', bytes: Buffer.from([0, 1, 2]) }, alt: 'a' },
    ],
    [
      'with its fit',
      '<!-- slide: fit=contain -->\n![](p.png)',
      { source: { from: 'path', path: 'p.png' }, alt: '', fit: 'contain' },
    ],
  ])('%s', async (_, markdown, image) => {
    expect((await deckOf(`# T\n\n${markdown}`)).slides[0]?.image).toEqual(image);
  });

  it('leaves no text behind', async () => {
    expect(await rowsOf(lines('# T ![a](p.png)', '', 'see it'))).toEqual([['T', ['see it']]]);
  });
});

describe('settings', () => {
  it('takes the timeline settings from the front matter', async () => {
    const deck = await deckOf(
      lines(
        ...['---', 'title: "A: b"', 'format: portrait', 'resolution: 720p', '# why', '', 'template: midnight'],
        ...[
          'language: pt-br',
          'transition: fade',
          'motion: lively',
          'lexicon: SQL = sequel; nginx = engine x;',
          '---',
          '# C',
        ],
      ),
    );
    expect(deck).toMatchObject({
      title: 'A: b',
      language: 'pt-br',
      settings: {
        ...{ format: 'portrait', resolution: '720p', template_id: 'midnight' },
        transition: { type: 'fade', duration_seconds: 0.5 },
        motion: 'lively',
        lexicon: [
          { word: 'SQL', say: 'sequel' },
          { word: 'nginx', say: 'engine x' },
        ],
      },
    });
    expect(await warningsOf('---\ntitle: A: b\n---\n# A')).toEqual([]);
  });

  it.each([
    ['the first # names the timeline', lines('## A', '# B', '# C'), 'B'],
    ['without a # the first title does', lines('- x', '## A'), 'A'],
    ['without any title nothing does', '- x', null],
  ])('%s', async (_, markdown, title) => {
    expect((await deckOf(markdown)).title).toBe(title);
  });

  it('takes slide settings from a comment and passes over other comments', async () => {
    const [slide] = (
      await deckOf(
        lines(
          ...[
            '# A',
            '',
            '<!-- slide: layout=image_left, build=by_bullet duration_seconds=7.5 -->',
            '',
            '<!-- to do -->',
          ],
          '<!-- slide: transition=wipe:1.5 image_motion=zoom_in motion=calm -->',
        ),
      )
    ).slides;
    expect(slide?.content).toEqual({
      ...{ title: 'A', bullet_points: [], speaker_notes: '', layout: 'image_left', build: 'by_bullet' },
      ...{ duration_seconds: 7.5, transition: { type: 'wipe', duration_seconds: 1.5 }, image_motion: 'zoom_in' },
      motion: 'calm',
    });
  });

  it('lets a comment choose another layout for a quote', async () => {
    expect(await rowsOf(lines('> a', '', '<!-- slide: layout=section -->'))).toEqual([['a', [], '', 'section']]);
  });

  it.each([
    ['layout=top', 'layout: one of auto'],
    ['transition=melt', 'transition: one of none, auto, fade'],
    ['transition=fade:', 'transition: one of none, auto, fade'],
    ['transition=fade:3', 'transition: one of none, auto, fade'],
    ['transition=fade:1:2', 'transition: one of none, auto, fade'],
    ['image_motion=shake', 'image_motion: one of none'],
    ['motion=wild', 'motion: one of none, calm, lively'],
    ['dim_previous=constructor', 'dim_previous: true or false; not "constructor"'],
    ['duration_seconds=soon', 'duration_seconds: from 1 to 300'],
    ['duration_seconds=', 'duration_seconds: from 1 to 300'],
    ['layuot=title', 'a slide takes layout, build'],
    ['constructor=title', 'a slide takes layout, build'],
  ])('reports the setting %s', async (setting, message) => {
    const [warning] = await warningsOf(lines('# A', `<!-- slide: ${setting} -->`));
    expect(warning).toContain(`1 setting_not_taken: Line 2: ${message}`);
  });

  it('reports fields that have no meaning or no such value', async () => {
    expect(await warningsOf(lines('---', 'format: round', 'colour: red', 'lexicon: SQL', '---', '# A'))).toEqual([
      expect.stringContaining('format: one of landscape'),
      '- setting_not_taken: lexicon: "word = how it is said", parted by ";"; not "SQL".',
      expect.stringContaining('`colour` in the front matter has no meaning here'),
    ]);
  });
});

describe('what is too much for a slide', () => {
  it('continues, on further slides', async () => {
    const points = Array.from({ length: 14 }, (_, at) => `- ${at + 1}`);
    const deck = await deckOf(lines('# A', '', ...points, '', 'Note: One.', '', 'Note: Two.'));
    expect(
      deck.slides.map(({ content }) => [content.title, content.bullet_points.length, content.speaker_notes]),
    ).toEqual([
      ['A', 7, 'One.'],
      ['A', 7, 'Two.'],
    ]);
    expect(deck.slides.map(({ source_page }) => source_page)).toEqual([1, 1]);
  });

  it('is cut where it cannot be parted, and the report says so', async () => {
    const deck = await deckOf(
      lines(`# ${'😀'.repeat(201)}`, '', `- ${'é'.repeat(301)}`, '', `Note: ${'x'.repeat(5001)}`),
    );
    const [slide] = deck.slides;
    // A heading that long is a text.
    expect(slide?.content).toMatchObject({ title: '', bullet_points: ['😀'.repeat(201), `${'é'.repeat(299)}…`] });
    expect(slide?.content.speaker_notes).toHaveLength(5000);
    expect(deck.warnings.map(({ code }) => code)).toEqual(['points_cut', 'notes_cut']);
  });

  it.each([
    ['no slides', '', 'import_invalid'],
    ['more slides than the plan allows', '# A\n\n'.repeat(101), 'import_too_large'],
    ['10,000 slides', '# A\n\n---\n\n'.repeat(10_000), 'import_too_large'],
    ['more than 8 MB', `# A\n\n${'x '.repeat(4 * 2 ** 20)}x`, 'import_too_large'],
    ['tags 20,000 deep', `# A\n\n${'<div>'.repeat(20_000)}`, 'import_invalid'],
  ])('is refused: %s', async (_, markdown, code) => {
    await expect(deckOf(markdown)).rejects.toMatchObject({ code });
  });
});

describe('what is spoken', () => {
  it('has the speakers of the front matter, and their lines in the notes', async () => {
    const head = ['---', 'speakers:', '  Anna: en-gb+f2', '  Dr. Ben:', '    voice: en-us', '    speed: 1.1', '---'];
    const deck = await deckOf(lines(...head, '# A', '<!--', 'Anna: Hi.', 'Dr. Ben: Hello.', '-->'));
    expect(deck.settings.speakers).toEqual({ Anna: { voice: 'en-gb+f2' }, 'Dr. Ben': { voice: 'en-us', speed: 1.1 } });
    expect(deck.slides[0]?.content.speaker_notes).toBe('Anna: Hi.\nDr. Ben: Hello.');
    expect(deck.warnings).toEqual([]);
  });

  it.each([['Anna'], ['[Anna, Ben]'], ['{ Anna: { speed: 1 } }'], ['{ Anna: { voice: a, speed: fast } }']])(
    'has no speakers of another form: %s',
    async (speakers) => {
      const deck = await deckOf(lines('---', 'title: T', `speakers: ${speakers}`, '---', '# A', 'Note: b'));
      expect(deck.settings.speakers).toBeUndefined();
      expect(deck.warnings.map(({ message }) => message)).toEqual([
        'speakers: a name and a voice in each line, such as "Anna: en-gb".',
      ]);
    },
  );

  it('has the voice and the speed of the front matter', async () => {
    const deck = await deckOf(lines('---', 'voice: heart', 'speed: 1.2', '---', '# A', 'Note: b'));
    expect(deck.settings).toMatchObject({ voice: 'heart', speed: 1.2 });
    expect(deck.warnings).toEqual([]);
    const wrong = await deckOf(lines('---', 'speed: fast', `voice: ${'v'.repeat(101)}`, '---', '# A', 'Note: b'));
    expect(wrong.settings).toMatchObject({ voice: undefined, speed: undefined });
    expect(wrong.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^voice: an id from GET \/voices; not "v+…"\.$/),
      'speed: a number from 0.5 to 2; not "fast".',
    ]);
  });

  it('is named by the front matter: without notes a deck that speaks its slides is not called silent', async () => {
    const deck = await deckOf(lines('---', 'narration_source: slide', '---', '# A', '- b'));
    expect(deck.settings.narration_source).toBe('slide');
    expect(deck.warnings).toEqual([]);
    const wrong = await deckOf(lines('---', 'narration_source: points', '---', '# A', '- b'));
    expect(wrong.settings.narration_source).toBeUndefined();
    expect(wrong.warnings.map(({ code }) => code)).toEqual(['setting_not_taken', 'deck_silent']);
  });
});
