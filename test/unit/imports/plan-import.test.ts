import { describe, expect, it } from 'vitest';
import type { DeckPicture } from '#engine/deck-reading/deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { Import } from '#features/imports/import.ts';
import { nearestAspectRatio, planImport } from '#features/imports/plan-import.ts';
import { planImportWithinTimelineLimit } from '#features/imports/plan-import-within-timeline-limit.ts';
import { drawnContentOfSlide } from '#features/timelines/shown-slide.ts';
import { newId } from '#kernel/shared/ids.ts';
import { boxAt, makePptx, pictureShape } from '#test/support/decks/pptx.ts';
import { START } from '#test/support/samples/entities.ts';

const IMPORT: Import = {
  ...{ id: newId('import'), account_id: newId('account'), plan: 'max', status: 'processing', progress: 0, attempt: 1 },
  ...{ timeline_id: newId('timeline'), options: { look: 'auto', pdf_text: 'none' }, kind: 'markdown', name: 'deck.md' },
  ...{ size_bytes: 1, deck_key: 'd', created_at: START.toISOString(), enqueued_at: START.toISOString() },
};

it.each([
  [16, 9, 'landscape'],
  [13.333, 7.5, 'landscape'],
  [4, 3, 'classic'],
  [9_144_000, 6_858_000, 'classic'],
  [362.835, 272.126, 'classic'],
  [792, 612, 'classic'],
  [1, 1, 'square'],
  [9, 16, 'portrait'],
  [4, 5, 'feed'],
  [16, 10, 'landscape'],
  [297, 210, 'landscape'],
  [3, 4, 'landscape'],
])('a page of %d:%d becomes %s', (width, height, format) => {
  expect(nearestAspectRatio({ width, height })).toBe(format);
});

describe('the picture of an imported slide', () => {
  const stored = (is_figure?: true) => ({
    ...{ key: 'k', sha256: 's', width: 800, height: 600, content_type: 'image/png' as const, size_bytes: 1 },
    ...(is_figure ? { is_figure } : {}),
  });
  const planned = (image: Partial<DeckPicture>, layout: 'image_full' | 'image_right', is_figure?: true) => {
    const { slides } = planImport(
      IMPORT,
      {
        ...{ kind: 'markdown', title: 'T', language: null, sides: null, settings: {}, pages: 1, warnings: [] },
        slides: [
          {
            ...{ source_page: 1, look: 'redesign', pictures: 1, clicks: 0 },
            content: { title: 'T', bullet_points: [], speaker_notes: '', layout, build: 'none' },
            image: { source: { from: 'path', path: 'p' }, alt: '', ...image },
          },
        ],
      },
      { pictures: new Map([[0, new Map([['p', stored(is_figure)]])]]), recordings: new Map() },
      START,
    ).loaded;
    return [slides[0]?.image?.fit, slides[0]?.layout];
  };

  it('is one of several, each with its caption and what was measured in it', () => {
    const picture = (path: string) => ({ source: { from: 'path' as const, path }, alt: '', caption: path });
    const { loaded, report } = planImport(
      IMPORT,
      {
        ...{ kind: 'html', title: 'T', language: null, sides: null, settings: {}, pages: 1, warnings: [] },
        slides: [
          {
            ...{ source_page: 1, look: 'redesign', pictures: 3, clicks: 0 },
            content: { title: 'T', bullet_points: [], speaker_notes: '', layout: 'auto', build: 'none' },
            image: picture('p'),
            images: [picture('q'), picture('r')],
          },
        ],
      },
      {
        pictures: new Map([
          [
            0,
            new Map([
              ['p', stored()],
              ['q', stored(true)],
              ['r', stored()],
            ]),
          ],
        ]),
        recordings: new Map(),
      },
      START,
    );
    const [slide] = loaded.slides;
    expect(slide?.pictures?.map(({ of, index, image }) => [of, index, image?.fit, image?.caption])).toEqual([
      ['images', 0, 'contain', 'q'],
      ['images', 1, 'cover', 'r'],
    ]);
    expect(report.pictures_taken).toBe(3);
  });

  it('has states with their words, and with the seconds after which one comes by itself', () => {
    const state = { source: { from: 'path', path: 'p' }, text: 'word '.repeat(100) } as const;
    const { slides } = planImport(
      IMPORT,
      {
        ...{ kind: 'pptx', title: 'T', language: null, sides: null, settings: {}, pages: 1, warnings: [] },
        slides: [
          {
            ...{ source_page: 1, look: 'original', pictures: 1, clicks: 1 },
            content: { title: 'T', bullet_points: [], speaker_notes: '', layout: 'page', build: 'none' },
            image: { source: { from: 'path', path: 'p' }, alt: '' },
            builds: [state, { ...state, after: 2.5 }, { ...state, after: 5000 }],
          },
        ],
      },
      { pictures: new Map([[0, new Map([['p', stored(true)]])]]), recordings: new Map() },
      START,
    ).loaded;
    expect(slides[0]?.builds?.map(({ after, text }) => [after, text.length <= 300])).toEqual([
      [undefined, true],
      [2.5, true],
      [300, true],
    ]);
  });

  it('is whole where it has text, and nothing is written over it', () => {
    expect(planned({}, 'image_right', true)).toEqual(['contain', 'image_right']);
    expect(planned({}, 'image_right')).toEqual(['cover', 'image_right']);
    expect(planned({ isBehind: true }, 'image_full', true)).toEqual(['contain', 'auto']);
    expect(planned({ isBehind: true }, 'image_full')).toEqual(['cover', 'image_full']);
  });

  it('is as its deck asks for', () => {
    expect(planned({ fit: 'cover' }, 'image_right', true)).toEqual(['cover', 'image_right']);
    expect(planned({}, 'image_full', true)).toEqual(['contain', 'image_full']);
  });
});

it('a slide of a PPTX that is one picture shows that picture, and nothing else', async () => {
  const bytes = makePptx({
    slides: [
      { shapes: pictureShape(5, 'rId1', boxAt(0, 0, 1000, 950)), relations: { rId1: ['image', 'media/a.png'] } },
    ],
    parts: { 'ppt/media/a.png': 'png' },
  });
  const { deck } = await readPptx(bytes, { maxSlides: 9 });
  const picture = { key: 'k', sha256: 's', width: 800, height: 760, content_type: 'image/png' as const, size_bytes: 1 };
  const pictures = new Map([[0, new Map([['ppt/media/a.png', picture]])]]);
  const { slides } = planImport({ ...IMPORT, kind: 'pptx' }, deck, { pictures, recordings: new Map() }, START).loaded;
  const [slide = expect.fail('no slide')] = slides;
  expect(slide).toMatchObject({ layout: 'page', image: { kind: 'page' } });
  expect(drawnContentOfSlide(slide).image).toMatchObject({ key: 'k', is_page: true, fit: 'contain' });
});

it('reports each page of a file that is a state of a slide', () => {
  const state = (path: string) => ({ source: { from: 'path', path }, text: '' }) as const;
  const content = { title: '', bullet_points: [], speaker_notes: '', layout: 'page', build: 'none' } as const;
  const facts = { look: 'original', pictures: 1, clicks: 0 } as const;
  const { loaded, report } = planImport(
    { ...IMPORT, kind: 'pdf' },
    {
      ...{ kind: 'pdf', title: 'T', language: null, sides: null, settings: {}, pages: 4, warnings: [] },
      slides: [
        {
          ...{ source_page: 1, pages: 3, ...facts, clicks: 2, content: { ...content, bullet_points: [] } },
          builds: [state('a'), state('b'), state('c')],
        },
        { source_page: 4, ...facts, content: { ...content, bullet_points: [] } },
      ],
    },
    { pictures: new Map(), recordings: new Map() },
    START,
  );
  const [steps, last] = loaded.slides.map(({ id }) => id);
  expect(report.slides.map(({ source, slide_id }) => [source, slide_id])).toEqual([
    [1, steps],
    [2, steps],
    [3, steps],
    [4, last],
  ]);
  expect([report.slides_imported, report.slides_skipped]).toEqual([2, 0]);
});

it('refuses a timeline that is too large rather than leave out pages that are states of a slide', () => {
  const state = { source: { from: 'path', path: 'p' }, text: 'words' } as const;
  const picture = { key: 'k', sha256: 's', width: 800, height: 600, content_type: 'image/png', size_bytes: 1 } as const;
  const planned = (pages?: number) =>
    planImportWithinTimelineLimit(
      { ...IMPORT, kind: 'pdf' },
      {
        ...{ kind: 'pdf', title: 'T', language: null, sides: null, settings: {}, pages: 3 },
        warnings: [{ slide: 1, code: 'objects_leave', message: 'They are shown before.' }],
        slides: [
          {
            ...{ source_page: 1, look: 'original', pictures: 1, clicks: 2, ...(pages ? { pages } : {}) },
            content: { title: '', bullet_points: [], speaker_notes: '', layout: 'page', build: 'none' },
            image: { source: state.source, alt: '' },
            builds: [state, state, state],
          },
        ],
      },
      { pictures: new Map([[0, new Map([['p', picture]])]]), recordings: new Map() },
      { timeline_bytes: 9000 },
      START,
    );
  expect(planned().loaded.slides[0]?.builds).toBeUndefined();
  expect(planned().report.warnings).toContainEqual({
    ...{ slide: 1, code: 'drawing_lost' },
    message: expect.stringMatching(/^Objects leave the slide .* missing in the video/),
  });
  expect(() => planned(3)).toThrow(/would count/);
});
