import { describe, expect, it } from 'vitest';
import {
  DECK_WARNING_CODES,
  type DeckWarning,
  type DeckWarningCode,
  effectOfDeckWarning,
} from '#engine/deck-reading/deck-warning.ts';
import type { ReportedSlide } from '#features/imports/import.ts';
import { selectReportWarnings, verdictOfImportedSlide, verdictsOfReport } from '#features/imports/verdict.ts';

const slide = (source: number, over: Partial<ReportedSlide> = {}): ReportedSlide => ({
  ...{
    source,
    slide_id: `sl_${source}`,
    look: 'original',
    reason: null,
    pictures: 0,
    clicks: 0,
    advance_seconds: null,
  },
  ...over,
});
const line = (at: number | null, code: DeckWarningCode, message: string = code): DeckWarning => ({
  slide: at,
  code,
  message,
});
const PPTX = { kind: 'pptx' } as const;

describe('the verdict about a slide of a deck', () => {
  it.each([
    ['of which nothing is said', [], 'whole'],
    ['with another font', ['font_replaced'], 'approximate'],
    ['without its video', ['video_not_taken', 'font_replaced'], 'lost'],
    ['with a name in braces', ['variable_unknown_in_text'], 'whole'],
  ] as const)('%s: %s is %s', (_, codes, verdict) => {
    const judged = verdictOfImportedSlide(
      slide(1),
      codes.map((code) => line(1, code)),
      PPTX,
    );
    expect(judged).toEqual({
      ...{ verdict, maker: 'deck' },
      lost: codes.filter((code) => effectOfDeckWarning(code) === 'lost'),
      approximate: codes.filter((code) => effectOfDeckWarning(code) === 'approximate'),
    });
  });

  it('that is left out is lost, unless it is hidden', () => {
    const out = slide(1, { slide_id: null, look: null });
    expect(verdictOfImportedSlide(out, [], PPTX)).toMatchObject({
      verdict: 'lost',
      maker: 'none',
      lost: ['The slide was left out.'],
    });
    expect(verdictOfImportedSlide(out, [line(1, 'slide_hidden')], PPTX)).toMatchObject({ verdict: null, lost: [] });
  });

  it('that is a picture of itself is approximate when it was animated; redrawn, its points may come one by one', () => {
    const lines = (look: 'original' | 'redesign') =>
      verdictOfImportedSlide(slide(1, { look, clicks: 2 }), [], PPTX).approximate.map((line) =>
        /animations/.test(line),
      );
    expect([lines('original'), lines('redesign')]).toEqual([[true], [false]]);
    const told = [line(1, 'animation_not_taken', 'The page in the PDF shows all of the slide.')];
    expect(verdictOfImportedSlide(slide(1, { clicks: 2 }), told, PPTX).approximate).toEqual([told[0]?.message]);
    const still = [line(1, 'picture_still', 'A picture moves in the deck (GIF).')];
    expect(verdictOfImportedSlide(slide(1, { clicks: 2 }), still, PPTX).approximate).toEqual([
      still[0]?.message,
      expect.stringContaining('animations'),
    ]);
  });

  it('that is drawn in the template is approximate, unless the deck has no separate look', () => {
    const redrawn = slide(1, { look: 'redesign' });
    expect(verdictOfImportedSlide(redrawn, [], PPTX).verdict).toBe('approximate');
    expect(verdictOfImportedSlide(redrawn, [], { kind: 'markdown' })).toMatchObject({
      verdict: 'whole',
      maker: 'redesign',
    });
  });

  it.each([
    [{ kind: 'pdf' }, 'pdf'],
    [{ kind: 'pptx', pdf_key: 'imports/deck.pdf' }, 'pdf'],
    [{ kind: 'pptx' }, 'deck'],
  ] as const)('of %j names %s as what draws it', (made, maker) => {
    expect(verdictOfImportedSlide(slide(1), [], made).maker).toBe(maker);
  });
});

it('the sum of a report counts a slide once, however many it became, and no hidden one', () => {
  const hidden = slide(4, { slide_id: null, look: null });
  const { summary, slides } = verdictsOfReport(
    {
      slides: [slide(1), slide(2), slide(2, { slide_id: 'sl_2b' }), slide(3), hidden],
      warnings: [
        line(2, 'chart_not_taken'),
        line(3, 'font_replaced'),
        line(4, 'slide_hidden'),
        line(null, 'deck_silent'),
      ],
    },
    PPTX,
  );
  expect(summary).toEqual({ whole: 1, approximate: 1, lost: 1 });
  expect(slides.map(({ verdict }) => verdict)).toEqual(['whole', 'lost', 'lost', 'approximate', null]);
});

it('no slide becomes whole because its line had no room', () => {
  const lines = [
    ...[1, 1, 1, 1].map((at) => line(at, 'font_replaced')),
    line(2, 'font_replaced'),
    line(2, 'chart_not_taken'),
    line(3, 'font_replaced'),
  ];
  const kept = selectReportWarnings(lines, 4);
  expect(kept.map(({ slide: at, code }) => [at, code])).toEqual([
    [1, 'font_replaced'],
    [1, 'font_replaced'],
    [2, 'chart_not_taken'],
    [3, 'font_replaced'],
  ]);
  expect(selectReportWarnings(lines, 7)).toEqual(lines);
});

it('every code of a report has an effect', () => {
  expect(new Set(DECK_WARNING_CODES.map(effectOfDeckWarning))).toEqual(new Set(['lost', 'approximate', 'none']));
});
