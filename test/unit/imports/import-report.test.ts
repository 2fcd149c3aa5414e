import { beforeEach, describe, expect, it } from 'vitest';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { Import, ReportedSlide } from '#features/imports/import.ts';
import {
  dropReportPicturesOverBytes,
  type ImportReportDeps,
  importReportPage,
} from '#features/imports/import-report.ts';
import {
  originalSlidePicturesKey,
  packOriginalSlidePictures,
  parseOriginalSlidePictures,
} from '#features/imports/original-slide-pictures.ts';
import { importReportPageHtml, type ReportPageSlide } from '#features/imports/report-page.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const { account_id } = principal;
const webp = (text: string): string => `data:image/webp;base64,${Buffer.from(text).toString('base64')}`;

const reported = (source: number, over: Partial<ReportedSlide> = {}): ReportedSlide => ({
  ...{ source, slide_id: null, look: null, reason: null, pictures: 0, clicks: 0, advance_seconds: null },
  ...over,
});
const importOf = (slides: ReportedSlide[], warnings: DeckWarning[] = [], over: Partial<Import> = {}): Import => ({
  ...{ id: 'imp_1', account_id, plan: 'pro', status: 'completed', progress: 100, timeline_id: 'tl_1', kind: 'pptx' },
  ...{ options: { look: 'auto', pdf_text: 'none' }, name: 'talk.pptx', size_bytes: 1, deck_key: 'deck', attempt: 1 },
  ...{ enqueued_at: '2026-03-04T05:06:07Z', created_at: '2026-03-04T05:06:07Z' },
  report: { slides_imported: 1, slides_skipped: 1, pictures_found: 0, pictures_taken: 0, slides, warnings },
  ...over,
});

let files: Map<string, Uint8Array>;
let made: Import;
let deps: ImportReportDeps;

beforeEach(() => {
  files = new Map();
  deps = {
    imports: { find: async () => made },
    store: memoryTimelineStore(),
    templates: { find: async () => undefined },
    readFile: async () => new Uint8Array(),
    painter: async () => ({ paintPng: async ({ title }) => Buffer.from(`today ${title}`) }),
    tiles: { read: async (key) => files.get(key), write: async (key, bytes) => void files.set(key, bytes) },
    elapsed: () => 0,
    readIf: async (key) => files.get(key),
    shrinkPicture: async (bytes) => bytes,
  };
});

const kept = async (pictures: Readonly<Record<number, string>>): Promise<void> => {
  const taken = Object.entries(pictures).map(
    ([page, path]) => [Number(page), { path, width: 1, height: 1, content_type: 'image/png' as const }] as const,
  );
  const packed = await packOriginalSlidePictures(
    { before: new Map(taken), bytesOf: async ({ path }) => Buffer.from(path) },
    async (bytes) => bytes,
  );
  files.set(originalSlidePicturesKey(made), packed ?? new Uint8Array());
};
const timelineWith = async (...titles: string[]): Promise<string[]> => {
  const slides = titles.map((title) => sampleSlide({ title }));
  await deps.store.insert({ timeline: sampleTimeline(slides, { account_id, id: 'tl_1' }), slides }, { timelines: 9 });
  return slides.map(({ id }) => id);
};

describe('the page about an import', () => {
  it('shows each slide in the deck and as it is today, with what is missing, and the sum on top', async () => {
    const [id = ''] = await timelineWith('Plans');
    made = importOf(
      [reported(1, { slide_id: id, look: 'redesign', reason: 'it is too large' }), reported(2)],
      [
        { slide: 1, code: 'chart_not_taken', message: 'A chart was left out.' },
        { slide: 2, code: 'slide_hidden', message: 'The slide is hidden.' },
        { slide: null, code: 'deck_silent', message: 'The video will be silent.' },
      ],
    );
    await kept({ 1: 'was' });
    const page = await importReportPage(deps, principal, 'imp_1');
    expect(page).toContain('1 slide: 1 with something lost');
    expect(page).toContain('Lost: A chart was left out.');
    expect(page).toContain('drawn in the template: it is too large');
    expect(page).toContain('The slide is hidden.');
    expect(page).toContain('The video will be silent.');
    expect([page.includes(webp('was')), page.includes(webp('today Plans'))]).toEqual([true, true]);
    expect(page).toContain('The slide is not in the video.');
    expect(page).toContain('<a class="lost" href="#slide-1">1</a>');
  });

  it('says which slide speaks with its recording, and counts it as whole', async () => {
    const [id = ''] = await timelineWith('Spoken');
    made = importOf([reported(1, { slide_id: id, look: 'original', recording: { clips: 2, seconds: 14.2 } })]);
    const page = await importReportPage(deps, principal, 'imp_1');
    expect(page).toContain('<li>The slide speaks with its recorded narration (2 clips, 14.2 s).</li>');
    expect(page).toContain('1 slide: 1 whole');
  });

  it('names the template that was made of the theme of the deck, as a text', async () => {
    made = importOf([]);
    const brand = { template_id: 'tpl_1', name: '<b>Ours', reused: false, logo: true, fonts: [] };
    made = { ...made, report: { ...(made.report ?? expect.fail('no report')), brand } };
    const page = await importReportPage(deps, principal, 'imp_1');
    expect(page).toContain('<li>Template &#34;&#60;b&#62;Ours&#34; from the colours and logo of the deck.</li>');
  });

  it('says why a picture is not there', async () => {
    await timelineWith('Another');
    made = importOf([reported(1, { slide_id: 'sl_gone', look: 'redesign' })]);
    const page = await importReportPage(deps, principal, 'imp_1');
    expect(page).toContain('The slide of the deck could not be drawn here.');
    expect(page).toContain('The slide is no longer in the timeline.');
    made = { ...made, kind: 'markdown' };
    expect(await importReportPage(deps, principal, 'imp_1')).toContain(
      'Decks of this kind have no look: they are text.',
    );
  });

  it('says that the timeline was deleted, with the pictures of the deck', async () => {
    made = importOf([reported(1, { slide_id: 'sl_1', look: 'redesign' })]);
    await kept({ 1: 'was' });
    const page = await importReportPage(deps, principal, 'imp_1');
    expect(page.split('The timeline was deleted, and its pictures with it.')).toHaveLength(3);
    expect(page).not.toContain('<img');
  });

  it('is there for an import that has not ended, and for one that failed', async () => {
    made = importOf([], [], { status: 'processing', report: undefined });
    expect(await importReportPage(deps, principal, 'imp_1')).toContain('The import has not ended.');
    made = { ...made, status: 'failed', error: { code: 'import_invalid', message: 'The file is damaged.' } };
    expect(await importReportPage(deps, principal, 'imp_1')).toContain('The import failed: The file is damaged.');
  });

  it('has no element and no address of a text of the deck, runs nothing and loads nothing', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='a'>`;
    const [id = ''] = await timelineWith(hostile);
    made = importOf(
      [reported(1, { slide_id: id, look: 'redesign', reason: hostile })],
      [{ slide: 1, code: 'font_replaced', message: hostile }],
      { name: hostile },
    );
    const page = await importReportPage(deps, principal, 'imp_1');
    const elements = new Set([...page.matchAll(/<(\w+)/g)].map(([, name]) => name));
    expect(elements.has('script')).toBe(false);
    // Nothing of a text starts or ends an element or an attribute.
    expect(page).not.toContain(`'a'`);
    expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to = '']) => to)).toEqual([
      '#slide-1',
      webp(`today ${hostile}`),
    ]);
    expect(page).toMatch(/content-security-policy" content="default-src 'none'; img-src data:; style-src 'sha256-/);
  });

  it('leaves out pictures of whole slides first where all are too many bytes', () => {
    const slide = (source: number, verdict: 'whole' | 'lost'): ReportPageSlide => ({
      ...{ source, reason: null, verdict, maker: 'deck', lost: [], approximate: [], title: '', notes: [] },
      before: { webp: new Uint8Array(50) },
      after: { webp: new Uint8Array(50) },
    });
    const shown = dropReportPicturesOverBytes([slide(1, 'whole'), slide(2, 'whole'), slide(3, 'lost')], 200);
    expect(shown.map(({ after }) => 'webp' in after)).toEqual([true, false, true]);
  });

  it('says of no slide without pictures that they were too large', () => {
    const bare: ReportPageSlide = {
      ...{
        source: 1,
        reason: null,
        verdict: 'whole',
        maker: 'redesign',
        lost: [],
        approximate: [],
        title: '',
        notes: [],
      },
      ...{ before: { none: 'It is text.' }, after: { none: 'It is gone.' } },
    };
    const large: ReportPageSlide = { ...bare, source: 2, verdict: 'lost', after: { webp: new Uint8Array(50) } };
    expect(dropReportPicturesOverBytes([bare, large], 20)).toEqual([
      bare,
      { ...large, after: { none: 'Left out, because the page would be too large.' } },
    ]);
  });

  it('is one without pictures where those of another version lie', () => {
    expect(parseOriginalSlidePictures(Buffer.from('{"version":2}')).size).toBe(0);
    expect(parseOriginalSlidePictures(undefined).size).toBe(0);
    expect(
      importReportPageHtml({ made: importOf([]), title: '', summary: null, slides: [], warnings: [] }),
    ).not.toContain('<img');
  });
});
