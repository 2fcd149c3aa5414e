import { expect, it } from 'vitest';
import { type CompletedImport, importReportLines } from '#cli/import-deck-and-wait.ts';

const judged = (source: number, over: Partial<CompletedImport['report']['slides'][number]> = {}) => ({
  ...{ source, slide_id: `sl_${source}`, look: 'original' as const, reason: null, pictures: 0, clicks: 0, states: 1 },
  ...{
    advance_seconds: null,
    recording: null,
    verdict: 'whole' as const,
    maker: 'deck' as const,
    lost: [],
    approximate: [],
  },
  ...over,
});

it('the report of an import says once what applies to many slides, in the order of the deck', () => {
  const other = { verdict: 'approximate' as const, approximate: ['Another font is shown.'] };
  const report = {
    ...{ slides_imported: 4, slides_skipped: 1, pictures_found: 2, pictures_taken: 1 },
    summary: { whole: 0, approximate: 2, lost: 1 },
    brand: {
      ...{ template_id: 'tpl_1', name: 'Review', reused: false, logo: true },
      fonts: [{ part: 'heading' as const, deck: 'Calibri', template: 'Inter' }],
    },
    slides: [
      judged(1, other),
      judged(2, { verdict: 'lost', lost: ['A video was left out.'] }),
      judged(3, other),
      judged(3, { ...other, slide_id: 'sl_3b' }),
      judged(4, { slide_id: null, look: null, verdict: null, maker: 'none' }),
    ],
    warnings: [
      { slide: null, code: 'deck_silent' as const, message: 'The video will be silent.' },
      { slide: 1, code: 'font_replaced' as const, message: 'Another font is shown.' },
      { slide: 2, code: 'video_not_taken' as const, message: 'A video was left out.' },
      { slide: 3, code: 'font_replaced' as const, message: 'Another font is shown.' },
      { slide: 4, code: 'slide_hidden' as const, message: 'The slide is hidden.' },
    ],
  };
  expect(importReportLines({ report } as CompletedImport)).toEqual([
    'Imported 4 slides, 1 left out, 1 of 2 pictures: 0 whole, 2 approximate, 1 with something lost',
    'Template "Review" from the colours, fonts and logo of the deck (Inter for Calibri).',
    'Deck: The video will be silent.',
    'Slides 1, 3: approximate: Another font is shown.',
    'Slide 2: lost: A video was left out.',
    'Slide 3: became 2 slides: it contains more than one slide can show.',
    'Slide 4: The slide is hidden.',
  ]);
});

it('the report of an import says which slides speak with their recordings', () => {
  const report: CompletedImport['report'] = {
    ...{ slides_imported: 3, slides_skipped: 0, pictures_found: 0, pictures_taken: 0, brand: null, warnings: [] },
    summary: { whole: 3, approximate: 0, lost: 0 },
    slides: [
      judged(1, { recording: { clips: 1, seconds: 12.3 } }),
      judged(2),
      judged(3, { recording: { clips: 2, seconds: 4 } }),
    ],
  };
  expect(importReportLines({ report } as CompletedImport)).toEqual([
    'Imported 3 slides: 3 whole, 0 approximate, 0 with something lost',
    'Slide 1: The slide speaks with its recorded narration (12.3 s).',
    'Slide 3: The slide speaks with its recorded narration (2 clips, 4 s).',
  ]);
});
