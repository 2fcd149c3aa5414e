import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';

const FILES: Record<string, string> = {
  'sales.csv': '\uFEFFMonth;Revenue;Cost\nJan;1.200,5;3\n"Feb; cold";2,5;\n\n',
  'data/points.csv': 'Height,Range,Tower,Coast\n12,8.5,Old,North\n19,14,,South\n27,20,"New, high",North\n',
  'my sales.csv': 'Month,Revenue\nJan,12\n',
  'large.csv': 'x'.repeat(200_001),
  'wrong.csv': 'Month,Revenue\nJan,12\nFeb,many\n',
};

async function deckOf(markdown: string, files: Record<string, string> = FILES) {
  const { slides, warnings } = await readMarkdownDeck(markdown, {
    maxSlides: 50,
    files: { find: (path) => (path in files ? path : undefined), text: async (name) => files[name] ?? '' },
  });
  return {
    slides: slides.map(({ content }) => content),
    warnings: warnings.map(({ code, message }) => [code, message]),
  };
}
const chartOf = async (block: string) => (await deckOf(`# Page\n\n\`\`\`chart\n${block}\n\`\`\`\n`)).slides[0]?.chart;

describe('a chart in Markdown', () => {
  it('has keys, and comma-separated values below them', async () => {
    const { slides, warnings } = await deckOf(
      [
        ...['# Results', '', '```chart', 'type: line', 'title: Revenue', 'highlight: Feb, Cost', 'unit: $'],
        ...['target: {value: 4, label: Goal}', 'source: "Report: 2026"', '', 'Month,Revenue,Cost'],
        ...['Jan,"1,200.5",3', '"Feb",−2.5,', '```', '', 'Note: What is said.'],
      ].join('\n'),
    );
    expect(warnings).toEqual([]);
    expect(slides).toHaveLength(1);
    expect(slides[0]).toMatchObject({
      ...{ title: 'Results: Revenue', layout: 'auto', speaker_notes: 'What is said.' },
      chart: {
        ...{ type: 'line', categories: ['Jan', 'Feb'], highlight: ['Feb', 'Cost'], unit: '$', source: 'Report: 2026' },
        target: { value: 4, label: 'Goal' },
        series: [
          { name: 'Revenue', values: [1200.5, -2.5] },
          { name: 'Cost', values: [3, null] },
        ],
      },
    });
    expect(slides[0]?.chart).not.toHaveProperty('title');
  });

  it('is columns of shares where nothing else is said', async () => {
    expect(await chartOf('Part,Share\nA,61 %\nB,39%')).toEqual({
      ...{ type: 'column', categories: ['A', 'B'], unit: '%', series: [{ name: 'Share', values: [61, 39] }] },
    });
    expect(await chartOf('Part,Share\nA,\nB,')).not.toHaveProperty('unit');
  });

  it('may divide its keys from the values by a line', async () => {
    const { slides, warnings } = await deckOf(
      '# Page\n\n```chart\nunit: " t"\n---\nPart,Share\nA,61\n```\n\n---\n\n# Next\n',
    );
    expect(warnings.map(([code]) => code)).toEqual(['deck_silent']);
    expect(slides.map(({ title }) => title)).toEqual(['Page', 'Next']);
    expect(slides[0]?.chart).toMatchObject({ unit: 't', series: [{ name: 'Share', values: [61] }] });
  });

  it('may be YAML alone, with the fields of the API or with names', async () => {
    const yaml =
      'type: bar\ncategories: [Jan, Feb]\nseries:\n  Revenue: [1, 2]\n  Cost: [2, null]\nhighlight:\n  - Cost';
    expect(await chartOf(yaml)).toMatchObject({
      ...{ type: 'bar', categories: ['Jan', 'Feb'], highlight: ['Cost'] },
      series: [
        { name: 'Revenue', values: [1, 2] },
        { name: 'Cost', values: [2, null] },
      ],
    });
    expect(
      await chartOf('type: gauge\ntitle: Score\nvalue: 46\nrange: {min: -100, max: 100}\nthresholds: [0]'),
    ).toEqual({
      ...{ type: 'gauge', categories: [], series: [{ name: 'Score', values: [46] }] },
      ...{ range: { min: -100, max: 100 }, thresholds: [0] },
    });
    expect(
      await chartOf(
        'type: scatter\nseries:\n  - name: A\n    points: [{x: 1, y: 2, label: P}]\nannotations:\n  - {at: P, text: Here}',
      ),
    ).toMatchObject({ series: [{ name: 'A', values: [], points: [{ x: 1, y: 2, label: 'P' }] }] });
  });

  it('comes from a file next to the deck: as a picture, and by its name', async () => {
    const { slides, warnings } = await deckOf(
      '# Sales\n\n![By month](sales.csv)\n\n---\n\n```chart\ntype: scatter\ndata: data/points.csv\n```\n\nNote: Said.\n',
    );
    expect(warnings).toEqual([]);
    expect(slides[0]).toMatchObject({
      title: 'Sales: By month',
      chart: {
        categories: ['Jan', 'Feb; cold'],
        series: [{ values: [1200.5, 2.5] }, { name: 'Cost', values: [3, null] }],
      },
    });
    expect(slides[1]?.chart).toMatchObject({
      axis_titles: { x: 'Height', y: 'Range' },
      series: [
        {
          name: 'North',
          points: [
            { x: 12, y: 8.5, label: 'Old' },
            { x: 27, y: 20, label: 'New, high' },
          ],
        },
        { name: 'South', points: [{ x: 19, y: 14 }] },
      ],
    });
  });

  it.each(['![](<my sales.csv>)', '![](my%20sales.csv)', '```chart\ndata: my sales.csv\n```'])(
    'comes from a file with a space in its name: %j',
    async (block) => {
      expect((await deckOf(`# Sales\n\n${block}\n`)).slides[0]?.chart).toMatchObject({ categories: ['Jan'] });
    },
  );

  it('has no text for a key without a value', async () => {
    expect(await chartOf('title:\nunit:\nsource:\nA,B\nx,1')).toEqual({
      ...{ type: 'column', categories: ['x'], series: [{ name: 'B', values: [1] }] },
    });
  });

  it('has its values between semicolons where the names have as many commas', async () => {
    expect(await chartOf('Month;Revenue, net\nJan;1,5')).toMatchObject({
      series: [{ name: 'Revenue, net', values: [1.5] }],
    });
  });

  // Each took 2 s or more, or overflowed the stack.
  it.each([
    ['a long number', `A,B\nx,${'1'.repeat(100_000)}x`],
    ['many columns', `${'A,'.repeat(90_000)}\n${'1,1\n'.repeat(24)}`],
    ['many series', `series: [${'{},'.repeat(200_000)}{}]`],
    ['many values', `series: {a: [${'1,'.repeat(500_000)}1]}`],
  ])('is refused soon if it has %s', async (_, block) => {
    const start = process.cpuUsage();
    expect((await deckOf(`# Page\n\n\`\`\`chart\n${block}\n\`\`\`\n`)).warnings.map(([code]) => code)).toContain(
      'chart_not_taken',
    );
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(1.5 * CPU_TIME_FACTOR);
  });

  it.each(['![](', 'data:'])('is read soon next to spaces before a name of which there is none: %s', async (start) => {
    const before = process.cpuUsage();
    const { slides } = await deckOf(`# Page\n\n${start}${' '.repeat(100_000)}x\n\n![](<my sales.csv>)\n`);
    expect(slides.map(({ chart }) => chart?.categories)).toContainEqual(['Jan']);
    // Six seconds where the time grows with the square of the spaces.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1.5 * CPU_TIME_FACTOR);
  });

  it('is read as the guide has it', async () => {
    const guide = await readFile(new URL('../../../lib/front/docs/guides/decks.md', import.meta.url), 'utf8');
    const [, code = ''] = /```markdown\n(~~~chart[\s\S]*?)```/.exec(guide) ?? [];
    const { slides } = await deckOf(code);
    expect(slides[0]).toMatchObject({
      title: 'Accounts',
      chart: { type: 'line', highlight: ['Pro'], series: [{ values: [120, 140] }, { name: 'Pro', values: [40, 62] }] },
    });
  });

  it.each([
    ['Month,Revenue\nJan,12\nFeb,many', 'row 2 ("Feb"), column 2: "many" is not a number'],
    ['type: pie\nA,B\nx,-1', 'series[0].values: A pie chart has no negative values'],
    ['type: spider\nA,B\nx,1', 'type: '],
    ['colour: red\nA,B\nx,1', 'Unrecognized key'],
    ['type: [', 'not YAML'],
    ['type: line', 'it has no data'],
    ['A,B', 'rows of values below'],
    ['A,B\n"x,1', 'a quotation mark has no end'],
    ['data: none.csv', 'none.csv is not next to the deck'],
    ['data: wrong.csv', 'row 2 ("Feb")'],
    ['highlight: Zed\nA,B\nx,1', 'highlight[0]: Must be the name of a category or a series'],
    [`A,B\n${Array.from({ length: 25 }, (_, i) => `c${i},${i}`).join('\n')}`, 'has 25 rows, and 24 can be drawn'],
    ['type: scatter\nx,y\n1,', 'row 1: a point needs two numbers'],
    [`A,${'B,'.repeat(7)}\nx,1`, 'it has 8 series'],
    ['A,B\nx,1e20', 'row 1 ("x"), column 2: a value is beyond'],
    ['A,B\n"x" y,1', 'row 1: a quotation mark has no end, or text after its end'],
    [`type: scatter\nx,y\n${'1,2\n'.repeat(61)}`, 'a series has 61 points, and 60 can be drawn'],
    ['series: 5', 'series: must be names with their numbers, or a list'],
    ['data: large.csv', 'large.csv has more than 200000 characters'],
    [`unit: x${' '.repeat(50_000)}\nA,B\nx,1`, 'its keys have more than 50000 characters'],
  ])('that cannot be drawn is a line of the report with its row: %j', async (block, reason) => {
    const { slides, warnings } = await deckOf(`# Page\n\n\`\`\`chart\n${block}\n\`\`\`\n\nNote: Said.\n`);
    expect(slides.map(({ chart, code }) => [chart, code])).toEqual([[undefined, undefined]]);
    expect(warnings).toEqual([['chart_not_taken', expect.stringMatching(/^Line 3: a chart was left out: /)]]);
    expect(warnings[0]?.[1]).toContain(reason);
  });

  it('is a line of the report, too, where the page has nothing else', async () => {
    const { slides, warnings } = await deckOf('# Page\n\n---\n\n```chart\nA,B\nx,many\n```\n');
    expect(slides).toHaveLength(1);
    expect(warnings.filter(([code]) => code === 'chart_not_taken')).toEqual([
      ['chart_not_taken', expect.stringContaining('Line 5: a chart was left out: row 1 ("x"), column 2: "many"')],
    ]);
    expect(warnings).toContainEqual([
      'slide_unreadable',
      'The slide was left out: it contains nothing that can be drawn. Use a picture of it instead.',
    ]);
  });
});

it('a deck of nothing but a chart that cannot be drawn is refused with the fault of the chart', async () => {
  await expect(deckOf('```chart\nA,B\nx,many\n```\n')).rejects.toThrow(
    /^Line 1: a chart was left out: row 1 \("x"\).* No slide of the file can be shown\.$/,
  );
});

describe('a diagram of Mermaid', () => {
  it('is a chart where it is a pie', async () => {
    const pie = '%% who\npie showData title Animals\n  "Dogs, large" : 386\n  "Cats" : 85.9';
    const { slides, warnings } = await deckOf(`\`\`\`mermaid\n${pie}\n\`\`\`\n\nNote: Said.\n`);
    expect(warnings).toEqual([]);
    expect(slides[0]).toMatchObject({
      ...{ title: 'Animals', layout: 'auto' },
      chart: { type: 'pie', categories: ['Dogs, large', 'Cats'], series: [{ values: [386, 85.9] }] },
    });
  });

  it.each([
    ['flowchart LR\n  A --> B', 'mermaid, flowchart'],
    ['sequenceDiagram\n  A->>B: Hello', 'mermaid, sequenceDiagram'],
    ['gantt\n  title Plan', 'mermaid, gantt'],
    ['pie\n  "A" : 1\n  something else', 'mermaid, pie'],
  ])('of another kind is shown as its text, with what to do about it: %j', async (text, named) => {
    const { slides, warnings } = await deckOf(`# Page\n\n\`\`\`mermaid\n${text}\n\`\`\`\n\nNote: Said.\n`);
    expect(slides.some(({ code }) => code?.text === text)).toBe(true);
    expect(warnings[0]?.[0]).toBe('diagram_not_taken');
    expect(warnings[0]?.[1]).toContain(`Line 3: a diagram (${named}) is shown as its text.`);
    expect(warnings[0]?.[1]).toContain('mermaid.live');
  });
});
