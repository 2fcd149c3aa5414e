import { describe, expect, it } from 'vitest';
import { formatCalloutLines, parseCalloutFormLines } from '#front/console/app/callout-lines.ts';

const moment = { seconds: null, show: null, sentence: null };
const area = { x: 0.8, y: 0.86, width: 0.15, height: 0.085 };
const none = { at: null, until: null, text: null, color: null };

describe('callouts as lines', () => {
  it('are read as they are written', () => {
    const callouts = [
      { ...none, kind: 'box' as const, area },
      {
        ...{ kind: 'arrow' as const, area, color: '#1e7f5c', text: 'Say "yes" \\ here' },
        ...{ at: { ...moment, show: 2 }, until: { ...moment, seconds: 7.25 } },
      },
      { ...none, kind: 'zoom' as const, area, at: { ...moment, sentence: 3 } },
    ];
    const text = formatCalloutLines(callouts);
    expect(text).toBe(
      [
        'box 80 86 15 8.5',
        'arrow 80 86 15 8.5 from show 2 to 7.25 #1e7f5c "Say \\"yes\\" \\\\ here"',
        'zoom 80 86 15 8.5 from sentence 3',
      ].join('\n'),
    );
    expect(parseCalloutFormLines(text)).toEqual({
      callouts: [
        { kind: 'box', area },
        {
          ...{ kind: 'arrow', area, at: { show: 2 }, until: { seconds: 7.25 } },
          ...{ color: '#1e7f5c', text: 'Say "yes" \\ here' },
        },
        { kind: 'zoom', area, at: { sentence: 3 } },
      ],
    });
  });

  it('are none where there is no line', () => {
    expect(formatCalloutLines(null)).toBe('');
    expect(parseCalloutFormLines(' \n')).toEqual({ callouts: null });
  });

  it.each([
    'star 1 2 3 4',
    'box 1 2 3',
    'box 1 2 3 101',
    'box 1 2 0 4',
    'box 1 2 3 4 at 3',
    'box 1 2 3 4 "open',
    'box',
  ])('are refused with the number of their line: %s', (line) => {
    expect(parseCalloutFormLines(`box 1 2 3 4\n${line}`)).toMatchObject({ fault: expect.stringContaining('Line 2 ') });
  });

  it('are at most eight', () => {
    const lines = Array<string>(9).fill('box 1 2 3 4').join('\n');
    expect(parseCalloutFormLines(lines)).toMatchObject({ fault: expect.stringContaining('8') });
  });
});
