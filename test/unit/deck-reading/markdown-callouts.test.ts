import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { CALLOUT_LINE_SYNTAX, parseCalloutLine } from '#engine/video/drawing/callouts/callout-line.ts';

const FILES = { find: (path: string) => path, text: async () => '' };
const deckOf = (...comments: string[]) =>
  readMarkdownDeck(['# Export', '', '- One', '- Two', '', ...comments].join('\n'), { maxSlides: 100, files: FILES });

describe('callouts of Markdown', () => {
  it('are comments of their slide, one for each', async () => {
    const { slides, warnings } = await deckOf(
      '<!-- callout: box 80 86 15 8.5 from show 1 to 4.5 "Export" -->',
      '<!-- callout: blur 10 20 60 10 -->',
    );
    expect(slides[0]?.content.callouts).toEqual([
      {
        ...{ kind: 'box', area: { x: 0.8, y: 0.86, width: 0.15, height: 0.085 } },
        ...{ at: { show: 1 }, until: { seconds: 4.5 }, text: 'Export' },
      },
      { kind: 'blur', area: { x: 0.1, y: 0.2, width: 0.6, height: 0.1 } },
    ]);
    expect(slides[0]?.content.speaker_notes).toBe('');
    expect(warnings.filter(({ code }) => code === 'setting_not_taken')).toEqual([]);
  });

  it('that cannot be read are named with their lines, and the others stay', async () => {
    const { slides, warnings } = await deckOf(
      '<!-- callout: star 1 2 3 4 -->',
      '<!-- callout: box 1 2 3 4 -->',
      '<!-- callout: box 1 2 3 -->',
    );
    expect(slides[0]?.content.callouts).toHaveLength(1);
    const lines = warnings.flatMap(({ code, message }) => (code === 'setting_not_taken' ? [message] : []));
    expect(lines.map((line) => /^Line (\d+): a callout is written as /.exec(line)?.[1])).toEqual(['6', '8']);
  });

  it('are at most eight of a slide', async () => {
    const { slides, warnings } = await deckOf(...Array<string>(9).fill('<!-- callout: box 1 2 3 4 -->'));
    expect(slides[0]?.content.callouts).toHaveLength(8);
    expect(warnings.some(({ message }) => message.includes('at most 8 callouts'))).toBe(true);
  });

  it.each([
    `box 1 2 3 4 "${'x'.repeat(61)}"`,
    'box 1 2 3 4 from 301',
    'box 1 2 3 4 from show 0',
    'box 1 2 3 4 to sentence 1001',
    'box 1 2 3 4 #12345',
    'box 1 2 3 4 now',
    `box 1 2 3 4 ${'"a" '.repeat(200)}`,
  ])('are not read from %s', (line) => expect(parseCalloutLine(line)).toBeUndefined());

  it('are read from the form that hints show, filled in', () => {
    const [form = ''] = CALLOUT_LINE_SYNTAX.split(', with');
    const filled = form.replace('kind left top width height', 'box 1 2 3 4');
    expect(parseCalloutLine(filled)).toMatchObject({ at: { seconds: 3.5 }, until: { show: 2 }, text: 'label' });
  });
});
