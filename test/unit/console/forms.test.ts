import { describe, expect, it } from 'vitest';
import { narrationTextOf } from '#engine/speech/script/narration-text.ts';
import { estimatedSlideSeconds } from '#features/timelines/duration.ts';
import { DEFAULT_NARRATION_PAUSES } from '#features/timelines/narration-pauses.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { ApiError } from '#front/client/api-error.ts';
import {
  parseCopiedCells,
  rowStepOfKey,
  withColumnAdded,
  withColumnRemoved,
  withPastedCells,
  withRowRemoved,
} from '#front/console/app/grid-cells.ts';
import { importSummaryText, notesOfImportReport } from '#front/console/app/import-notes.ts';
import { shortcutOf } from '#front/console/app/shortcut-keys.ts';
import { editConflictsOfSlide, isSameJson, slideContentForRequest } from '#front/console/app/slide-content.ts';
import {
  slideDisplaySeconds,
  slideIndexAtTime,
  slideSpeechText,
  slideStartTimesAndEnd,
} from '#front/console/app/slide-timing.ts';
import {
  areAllFaultsAboutFields,
  errorMessageForField,
  fieldPathInWords,
  toShownError,
} from '#front/console/app/to-shown-error.ts';
import { NARRATION_SOURCES } from '#kernel/shared/narration-source.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

const refusal = (errors: { param: string; message: string }[]) =>
  new ApiError(
    { method: 'PUT', path: '/x' },
    400,
    JSON.stringify({
      error: { type: 'x', code: 'validation_failed', message: errors[0]?.message, param: errors[0]?.param, errors },
    }),
    null,
  );

describe('a refusal in the console', () => {
  it('is shown at its field, with the part of the field', () => {
    const error = refusal([
      { param: 'bullet_points', message: 'Use at most 12 entries.' },
      { param: 'chart.series[1].name', message: 'Use at most 60 characters.' },
    ]);
    expect(errorMessageForField(error, 'bullet_points')).toBe('Use at most 12 entries.');
    expect(errorMessageForField(error, 'chart')).toBe('Series, entry 2, name: Use at most 60 characters.');
    expect(errorMessageForField(error, 'title')).toBeUndefined();
    expect([
      areAllFaultsAboutFields(error, ['bullet_points', 'chart']),
      areAllFaultsAboutFields(error, ['chart']),
    ]).toEqual([true, false]);
    expect(toShownError(error).faults.map(({ message }) => message)).toEqual([
      'Use at most 12 entries.',
      'Use at most 60 characters.',
    ]);
  });

  it('names fields in words', () => {
    expect(fieldPathInWords('slides[0].bullet_points[2]')).toBe('Slide 1, bullet points, entry 3');
    expect(fieldPathInWords('webhook_url')).toBe('Webhook url');
  });
});

describe('two editors of one slide', () => {
  const before = sampleSlide({ title: 'A', speaker_notes: 'x' });

  it('conflict where both changed a field to something else, and nowhere else', () => {
    const body = { title: 'Mine', speaker_notes: 'same' };
    const theirs = sampleSlide({ title: 'Theirs', speaker_notes: 'same', bullet_points: ['new'] });
    expect(editConflictsOfSlide(slideContentForRequest(before), theirs, body)).toEqual(['title']);
    expect(
      editConflictsOfSlide(
        slideContentForRequest(before),
        sampleSlide({ title: 'A', speaker_notes: 'x', bullet_points: ['new'] }),
        body,
      ),
    ).toEqual([]);
  });

  it('see the same data as the same, in whichever order its fields are', () => {
    expect(isSameJson({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true);
    expect(isSameJson([1, 2], [2, 1])).toBe(false);
  });
});

describe('a grid of cells', () => {
  const cells = [
    ['a', 'b'],
    ['1', '2'],
  ];

  it.each([
    [{ key: 'Enter' }, 1],
    [{ key: 'Enter', shiftKey: true }, -1],
    [{ key: 'ArrowUp' }, -1],
    [{ key: 'ArrowDown' }, 1],
    [{ key: 'ArrowLeft' }, undefined],
    // These keys belong to the input method.
    [{ key: 'Enter', isComposing: true }, undefined],
    [{ key: 'ArrowDown', isComposing: true }, undefined],
  ])('is left by %j for the row %s further', (keys, step) => {
    expect(rowStepOfKey({ shiftKey: false, isComposing: false, ...keys })).toBe(step);
  });

  it('takes the cells of a spreadsheet from a place on, within its limits', () => {
    expect(parseCopiedCells('x')).toBeUndefined();
    expect(parseCopiedCells('x\ty\r\nz\t\r\n')).toEqual([
      ['x', 'y'],
      ['z', ''],
    ]);
    const over = [
      ['x', 'y'],
      ['z', 'w'],
    ];
    expect(withPastedCells(cells, over, { row: 1, column: 1 }, { rows: 3, columns: 3 })).toEqual([
      ['a', 'b', ''],
      ['1', 'x', 'y'],
      ['', 'z', 'w'],
    ]);
    expect(withPastedCells(cells, over, { row: 1, column: 1 }, { rows: 2, columns: 2 })).toEqual([
      ['a', 'b'],
      ['1', 'x'],
    ]);
  });

  it('gains and loses rows and columns', () => {
    expect(withColumnAdded(cells, 'c')[0]).toEqual(['a', 'b', 'c']);
    expect(withColumnRemoved(cells, 0)).toEqual([['b'], ['2']]);
    expect(withRowRemoved(cells, 1)).toEqual([['a', 'b']]);
  });
});

describe('the report of an import', () => {
  const report = {
    ...{ slides_imported: 2, slides_skipped: 1, pictures_found: 2, pictures_taken: 1 },
    summary: { whole: 1, approximate: 0, lost: 1 },
    brand: null,
    slides: [
      {
        source: 1,
        slide_id: 'sl_1',
        look: 'redesign' as const,
        reason: null,
        pictures: 0,
        clicks: 0,
        states: 1,
        advance_seconds: null,
        recording: null,
        ...{
          verdict: 'lost' as const,
          maker: 'redesign' as const,
          lost: ['Two points were left out.'],
          approximate: [],
        },
      },
      {
        ...{
          source: 2,
          slide_id: null,
          look: null,
          reason: 'it is hidden',
          pictures: 0,
          clicks: 0,
          states: 1,
          advance_seconds: null,
          recording: null,
        },
        ...{ verdict: null, maker: 'none' as const, lost: [], approximate: [] },
      },
      {
        source: 3,
        slide_id: 'sl_2',
        look: 'original' as const,
        reason: 'one picture covers it',
        pictures: 1,
        clicks: 0,
        states: 1,
        advance_seconds: null,
        recording: { clips: 2, seconds: 4.5 },
        ...{ verdict: 'whole' as const, maker: 'deck' as const, lost: [], approximate: [] },
      },
      {
        ...{ source: 3, slide_id: 'sl_3', look: 'redesign' as const, reason: null, pictures: 0, clicks: 0, states: 1 },
        ...{ advance_seconds: null, recording: null },
        ...{ verdict: 'whole' as const, maker: 'deck' as const, lost: [], approximate: [] },
      },
    ],
    warnings: [
      { slide: 1, code: 'points_cut' as const, message: 'Two points were left out.' },
      { slide: null, code: 'font_replaced' as const, message: 'The font was replaced.' },
    ],
  };

  it('has its notes slide by slide, and those of the whole deck apart', () => {
    expect(notesOfImportReport(report)).toEqual({
      deck: ['The font was replaced.'],
      slides: [
        { source: 1, slideId: 'sl_1', notes: ['Two points were left out.'] },
        { source: 2, slideId: null, notes: ['Left out: it is hidden'] },
        {
          ...{ source: 3, slideId: 'sl_2' },
          notes: [
            'Shown as a picture of the original slide: one picture covers it',
            'The slide speaks with its recorded narration (2 clips, 4.5 s).',
          ],
        },
      ],
    });
  });

  it('is summed up in a sentence', () => {
    const source = { kind: 'pptx' as const, name: 'review.pptx', pages: 3, size_bytes: 1 };
    expect(importSummaryText({ report, source })).toBe(
      '2 slides imported from review.pptx, 1 slide left out, 1 of 2 pictures taken, 1 whole, 1 with something lost.',
    );
  });
});

describe('the preview of a video', () => {
  it.each([
    sampleSlide({ title: 'Short' }),
    sampleSlide({ title: 'x'.repeat(150), bullet_points: ['y'.repeat(80)] }),
    sampleSlide({ speaker_notes: 'A sentence that is said in some seconds by a voice.' }),
    sampleSlide({ duration_seconds: 9, speaker_notes: 'Short.' }),
    sampleSlide({ title: 'Listing', layout: 'code', bullet_points: ['A line that is not spoken. '.repeat(9)] }),
    sampleSlide({
      title: 'Plans',
      items: [
        {
          title: 'Pro',
          text: 'Spoken words of an item. '.repeat(9),
          date: '2026',
          figure: null,
          icon: null,
          image: null,
          highlight: false,
        },
      ],
    }),
  ])('shows each slide for the time that the service expects', (slide) => {
    const stored = { ...slide, duration_seconds: slide.duration_seconds ?? undefined } as unknown as Slide;
    const known = { ...stored, audio: undefined, code: undefined, table: undefined, chart: undefined };
    expect(slideSpeechText(slide, { narration_source: 'slide' })).toBe(narrationTextOf(stored, 'slide'));
    for (const narration_source of NARRATION_SOURCES) {
      const settings = { ...DEFAULT_NARRATION_PAUSES, narration_source, speed: 1.5 };
      expect(slideDisplaySeconds(slide, settings)).toBeCloseTo(estimatedSlideSeconds(known, settings), 0);
    }
    const settings = { ...DEFAULT_NARRATION_PAUSES, narration_source: 'notes' as const, speed: 1 };
    expect(slideDisplaySeconds(slide, settings)).toBeCloseTo(estimatedSlideSeconds(known, settings), 1);
  });

  it('knows the slide of a time', () => {
    const slides = [4, 6].map((duration_seconds) => sampleSlide({ duration_seconds }));
    const starts = slideStartTimesAndEnd(slides, { ...DEFAULT_NARRATION_PAUSES, narration_source: 'notes', speed: 1 });
    expect(starts).toEqual([0, 4, 10]);
    expect([0, 3.9, 4, 10, 99].map((seconds) => slideIndexAtTime(starts, seconds))).toEqual([0, 0, 1, 1, 1]);
  });
});

describe('a press of keys', () => {
  const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
    ...{ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
    ...held,
  });

  it.each([
    [press('z', { ctrlKey: true }), false, 'undo'],
    [press('Z', { ctrlKey: true, shiftKey: true }), false, 'redo'],
    [press('y', { ctrlKey: true }), false, 'redo'],
    [press('z', { metaKey: true }), true, 'undo'],
    [press('z', { ctrlKey: true }), true, undefined],
    [press('?', { shiftKey: true }), false, 'help'],
    [press('p'), false, 'play'],
    [press('p', { ctrlKey: true }), false, undefined],
    [press('x'), false, undefined],
  ])('%j (on a Mac: %s) is %s', (event, isMac, name) => expect(shortcutOf(event, isMac)).toBe(name));
});
