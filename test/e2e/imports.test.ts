import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MAX_DECK_PROCESS_MEMORY_BYTES } from '#app/sandbox/deck-process.ts';
import type { importAnswerSchema } from '#features/imports/contract.ts';
import type { SlideAudioAnswer } from '#features/narration/audio-view.ts';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { newId } from '#kernel/shared/ids.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { effect, timing } from '#test/support/decks/animation.ts';
import { docxItem, docxParagraph, docxPicture, makeDocx } from '#test/support/decks/docx.ts';
import { HOSTILE_DECKS } from '#test/support/decks/hostile.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';
import { DARK_MAP, ON_LAYOUT, themeParts } from '#test/support/decks/themed.ts';
import { watchDeckReaders } from '#test/support/decks/watch-deck-readers.ts';
import { makeZip } from '#test/support/decks/zip.ts';
import { isTried } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Answer, type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

type ImportBody = z.output<typeof importAnswerSchema>;
interface TimelineBody {
  id: string;
  title: string;
  format: string;
  language: string;
  template_id: string;
  slides: SlideAnswer[];
}

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const service = sharedService();
let client: Client;
let deck: Buffer;
let picture: Buffer;

// Each test has the requests of a minute for itself: all together they would be more than the plan allows.
beforeEach(async () => {
  client = await service.account('pro');
});

beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2060c0' } })
    .png()
    .toBuffer();
  deck = makePptx({
    title: 'Imported plans',
    slides: [
      { shapes: textShape(2, 'ctrTitle', ['Plans']) + textShape(3, 'subTitle', ['For everyone']), notes: ['Welcome.'] },
      { shapes: textShape(2, 'title', ['Hidden']), isHidden: true },
      {
        shapes:
          textShape(2, 'title', ['A picture']) +
          textShape(3, 'obj', ['One', 'Two']) +
          pictureShape(5, 'rId1', boxAt(0, 300, 400, 400), 'Blue'),
        relations: { rId1: ['image', 'media/a.png'] },
        notes: ['See the picture.'],
      },
    ],
    parts: { 'ppt/media/a.png': picture },
  });
});

/** A deck with a theme and a logo on its master. */
const themed = (title: string): Buffer =>
  makePptx({
    sides: [12_192_000, 6_858_000],
    slides: [{ shapes: textShape(2, 'title', [title]) + textShape(3, 'obj', ['One']), relations: ON_LAYOUT }],
    parts: themeParts({
      colors: { dk2: '102040', accent1: 'FF8000' },
      map: { ...DARK_MAP, bg1: 'dk2' },
      fonts: ['Georgia', 'Calibri'],
      master: pictureShape(9, 'rIdP', boxAt(300_000, 200_000, 1_600_000, 1_200_000)),
      picture,
    }),
  });

async function send<Body>(
  body: NonNullable<RequestInit['body']>,
  {
    query = '',
    type,
    headers = {},
    of = client,
  }: { query?: string; type?: string; headers?: Record<string, string>; of?: Client } = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${service.stack.baseUrl}/timelines/import${query}`, {
    method: 'POST',
    headers: { 'x-api-key': of.apiKey, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body,
  });

  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
const bytes = (file: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(file);
const form = (parts: Record<string, string | Buffer>): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'string') made.append(name, value);
    else made.append(name, new Blob([bytes(value)]), `${name}.bin`);
  return made;
};
const ended = (id: string, of = client): Promise<ImportBody> =>
  until(
    () => of.ok<ImportBody>('GET', `/imports/${id}`),
    ({ status }) => status === 'completed' || status === 'failed',
    60,
  );
const timelineOf = ({ timeline_id, error }: ImportBody): Promise<TimelineBody> => {
  expect(error).toBeNull();
  return client.ok('GET', `/timelines/${timeline_id}`);
};
const storedBytes = async (of = client): Promise<number> =>
  (await of.ok<{ usage: { stored_bytes: number } }>('GET', '/entitlements')).usage.stored_bytes;

/** The colour in the middle of a picture. */
async function middleOf(url: string | undefined): Promise<number[]> {
  const response = await fetch(url ?? '');
  const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('a PPTX with a theme', () => {
  const imported = async (title: string, query = ''): Promise<ImportBody> =>
    ended((await send<ImportBody>(bytes(themed(title)), { type: PPTX, query: `?look=redesign${query}` })).body.id);
  const templates = async () =>
    (await client.ok<{ data: { id: string; kind: string }[] }>('GET', '/templates')).data.flatMap(({ id, kind }) =>
      kind === 'own' ? [id] : [],
    );

  it('becomes a timeline in a template with its colours, fonts and logo, which the next deck has, too', async () => {
    const none = await imported('No brand', '&brand=none');
    expect([await timelineOf(none), none.report?.brand]).toMatchObject([{ template_id: 'plain' }, null]);
    expect(await templates()).toEqual([]);

    const before = await storedBytes();
    const first = await imported('Quarterly review');
    const { template_id } = await timelineOf(first);
    expect(first.report?.brand).toEqual({
      ...{ template_id, name: 'Quarterly review', reused: false, logo: true },
      fonts: [
        { part: 'heading', deck: 'Georgia', template: 'Source Serif 4' },
        { part: 'body', deck: 'Calibri', template: 'Inter' },
      ],
    });
    // A list draws a few previews of each, the template itself those of each layout.
    const { data } = await client.ok<{ data: { id: string; logo: { url: string; size_bytes: number } }[] }>(
      'GET',
      '/templates?limit=100',
    );
    const template = data.find(({ id }) => id === template_id) ?? expect.fail('no template');
    expect(template).toMatchObject({
      ...{ id: expect.stringMatching(/^tpl_/), name: 'Quarterly review', logo_place: 'top_left' },
      colors: { background: '#102040', text: '#ffffff', accent: '#ff8000' },
      fonts: { heading: { family: 'Source Serif 4' }, body: { family: 'Inter' } },
      logo: { width: 40, height: 30 },
    });
    // An opaque picture is kept as JPEG.
    const shown = await middleOf(template.logo.url);
    expect(shown.map((part, at) => Math.abs(part - ([32, 96, 192][at] ?? 0)) <= 2)).toEqual([true, true, true]);
    expect(await storedBytes()).toBe(before + template.logo.size_bytes);

    const second = await imported('Another talk');
    expect(second.report?.brand).toEqual({ ...first.report?.brand, reused: true });
    expect([(await timelineOf(second)).template_id, await templates()]).toEqual([template_id, [template_id]]);
  });
});

describe('a PPTX', () => {
  it('sent as raw bytes becomes a timeline, and the report tells of every slide', async () => {
    const before = await storedBytes();
    const { status, body } = await send<ImportBody>(bytes(deck), {
      type: PPTX,
      query: '?language=de&format=square&look=redesign',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.stringMatching(/^imp_/), timeline_id: null, report: null, error: null });
    expect(body.source).toEqual({ kind: 'pptx', name: null, size_bytes: deck.length, pages: null });

    const made = await ended(body.id);
    const timeline = await timelineOf(made);
    expect(timeline).toMatchObject({ title: 'Plans', format: 'square', language: 'de' });
    expect(timeline.slides.map(({ title, speaker_notes, layout }) => [title, speaker_notes, layout])).toEqual([
      ['Plans', 'Welcome.', 'title'],
      ['A picture', 'See the picture.', 'image_left'],
    ]);
    const [, second] = timeline.slides;
    expect(second?.image).toMatchObject({ alt: 'Blue', fit: 'cover', is_whole_slide: false });
    expect(made.source.pages).toBe(3);
    expect(made.report).toMatchObject({
      ...{ slides_imported: 2, slides_skipped: 1, pictures_found: 1, pictures_taken: 1 },
      slides: [
        { source: 1, slide_id: timeline.slides[0]?.id, look: 'redesign' },
        { source: 2, slide_id: null, look: null },
        { source: 3, slide_id: second?.id, look: 'redesign', pictures: 1 },
      ],
      warnings: [{ slide: 2, code: 'slide_hidden' }],
    });
    const page = await fetch(`${service.stack.baseUrl}/imports/${body.id}/report.html`, {
      headers: { 'x-api-key': client.apiKey },
    });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const html = await page.text();
    expect(html).toContain('2 slides: 2 approximate');
    // Slides of 1000 EMU are too small to be drawn: both are shown as they are in the video alone, and the hidden one is not.
    expect(html.match(/<img /g)).toHaveLength(2);
    expect(html.match(/The slide of the deck could not be drawn here\./g)).toHaveLength(3);
    // Nothing is kept of the file itself.
    expect(await storedBytes()).toBe(before + (second?.image?.size_bytes ?? Number.NaN));
  });

  it('alone comes in its own look, with its texts and notes', async () => {
    const shapes = textShape(2, 'title', ['Plans'], { box: boxAt(360_000, 360_000, 9_000_000, 1_440_000) });
    const file = makePptx({ slides: [{ shapes, notes: ['Welcome.'] }], sides: [12_192_000, 6_858_000] });
    const { body } = await send<ImportBody>(form({ file, resolution: '480p' }));
    const made = await ended(body.id);
    expect(made.report).toMatchObject({ slides: [{ source: 1, look: 'original' }], warnings: [] });
    expect((await timelineOf(made)).slides).toMatchObject([
      {
        title: 'Plans',
        speaker_notes: 'Welcome.',
        layout: 'page',
        image: { fit: 'contain', is_whole_slide: true },
      },
    ]);
  });

  it('keeps its clicks as states of its picture, which can be timed and removed', async () => {
    const boxes = [0, 1].map((at) => boxAt(360_000, 360_000 + at * 2_500_000, 9_000_000, 2_000_000));
    const shapes =
      textShape(2, null, ['First', 'Second'], { box: boxes[0] ?? '' }) +
      textShape(3, null, ['Third'], { box: boxes[1] ?? '' });
    const after = `<p:transition><p:push/></p:transition>${timing(effect('entr', 2, [1, 1]), effect('entr', 3), effect('emph', 3))}`;
    const file = makePptx({
      slides: [{ shapes, notes: ['First. [click] Second. [click] Third. [click] All.'], after }],
      sides: [12_192_000, 6_858_000],
    });
    const before = await storedBytes();
    const { body } = await send<ImportBody>(form({ file, resolution: '480p' }));
    const made = await ended(body.id);
    expect(made.report?.slides).toMatchObject([
      {
        clicks: 3,
        states: 4,
        verdict: 'approximate',
        approximate: ['Not all of its animation is shown: what is emphasized looks as it does without.'],
      },
    ]);
    const [slide = expect.fail('no slide')] = (await timelineOf(made)).slides;
    expect(slide).toMatchObject({ transition: { type: 'slide' }, image: { is_whole_slide: true } });
    expect(slide.builds).toMatchObject([
      { text: '', at: null, image: { content_type: 'image/png', width: 853 } },
      { text: 'Second', at: null },
      { text: 'Third', at: null },
      { text: '', at: null },
    ]);
    const pathOf = (url: string | null | undefined): string => new URL(url ?? '').pathname;
    const paths = (slide.builds ?? []).map(({ image }) => pathOf(image.url));
    // A click that changes nothing has the picture before it, and the last state is the image.
    expect([new Set(paths).size, paths[3], paths[2]]).toEqual([3, paths[2], pathOf(slide.image?.url)]);
    const sizes = new Map((slide.builds ?? []).map(({ image }, at) => [paths[at], image.size_bytes]));
    const ofStates = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(await storedBytes()).toBe(before + ofStates);

    const path = `/timelines/${slide.timeline_id}/slides/${slide.id}`;
    const times = [null, 0.5, null, 2].map((at) => ({ at }));
    const timed = await client.ok<SlideAnswer>('PUT', path, { builds: times });
    expect(timed.builds?.map(({ at }) => at)).toEqual([null, 0.5, null, 2]);
    expect(timed.speaker_notes).toBe(slide.speaker_notes);
    for (const [builds, param] of [
      [[{ at: 1 }], 'builds'],
      [[{ at: 1 }, { at: null }, { at: null }, { at: null }], 'builds[0].at'],
      [[{ at: null }, { at: 2 }, { at: null }, { at: 1 }], 'builds[3].at'],
    ] as const)
      expect((await client.call<ErrorBody>('PUT', path, { builds })).body.error).toMatchObject({
        code: 'validation_failed',
        param,
      });
    const plain = await client.ok<SlideAnswer>('PUT', path, { builds: null });
    expect([plain.builds, pathOf(plain.image?.url)]).toEqual([null, paths[3]]);
    expect(await storedBytes()).toBe(before + (slide.image?.size_bytes ?? Number.NaN));
  });

  it('with its PDF next to it comes as pictures of itself, with its texts and notes', async () => {
    const pdf = makePdf([{ color: [1, 0, 0] }, { color: [0, 0.5, 0] }]);
    const { body } = await send<ImportBody>(form({ file: deck, pdf, look: 'original', title: 'As it was' }));
    const timeline = await timelineOf(await ended(body.id));
    expect(timeline.title).toBe('As it was');
    expect(
      timeline.slides.map(({ title, layout, image }) => [title, layout, image?.fit, image?.is_whole_slide]),
    ).toEqual([
      ['Plans', 'page', 'contain', true],
      ['A picture', 'page', 'contain', true],
    ]);
    const [first, second] = timeline.slides;
    expect(await middleOf(first?.image?.url ?? undefined)).toEqual([255, 0, 0]);
    expect(await middleOf(second?.image?.url ?? undefined)).toEqual([0, 128, 0]);
    // Neither title nor points are written over it.
    const preview = await fetch(
      `${service.stack.baseUrl}/timelines/${timeline.id}/slides/${second?.id}/preview?width=320`,
      {
        headers: { 'x-api-key': client.apiKey },
      },
    );
    const { channels } = await sharp(Buffer.from(await preview.arrayBuffer())).stats();
    expect(channels[0]?.max).toBeLessThan(128);
  });

  it('is refused with a PDF of another deck, and leaves nothing', async () => {
    const before = await storedBytes();
    const { body } = await send<ImportBody>(form({ file: deck, pdf: makePdf([{}]) }));
    const made = await ended(body.id);
    expect(made).toMatchObject({
      status: 'failed',
      timeline_id: null,
      report: null,
      error: { code: 'import_invalid' },
    });
    expect(made.error?.message).toContain('has 1 pages, and the deck 3 slides');
    expect(await storedBytes()).toBe(before);
  });

  it('can be announced, uploaded and completed once', async () => {
    const { upload } = await client.ok<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
      'POST',
      '/timelines/import',
      { content_type: PPTX, size_bytes: deck.length },
    );
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes(deck) });
    expect(put.status).toBe(200);
    const made = await client.ok<ImportBody>('POST', '/timelines/import', { upload_id: upload.id, title: 'Uploaded' });
    expect((await timelineOf(await ended(made.id))).title).toBe('Uploaded');
    const again = await client.call<ErrorBody>('POST', '/timelines/import', { upload_id: upload.id });
    expect(again.body.error.code).toBe('upload_not_found');
  });

  it('is imported once for one idempotency key', async () => {
    const headers = { 'idempotency-key': newId('request') };
    const first = await send<ImportBody>(bytes(deck), { type: PPTX, headers });
    const second = await send<ImportBody>(bytes(deck), { type: PPTX, headers });
    expect(second.body).toEqual(first.body);
    expect((await ended(first.body.id)).status).toBe('completed');
  });
});

describe('a deck that was recorded', () => {
  const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
  const recorded = (title: string, notes: readonly string[], part: string) => ({
    shapes: `${textShape(2, 'title', [title])}${pictureShape(5, 'rIdIcon', '', '', `<a:audioFile r:link="rId1"/><p:extLst><p:ext><p14:media xmlns:p14="${P14}" r:embed="rId1"/></p:ext></p:extLst>`)}`,
    after:
      '<p:timing><p:audio isNarration="1"><p:cMediaNode><p:cTn/><p:tgtEl><p:spTgt spid="5"/></p:tgtEl></p:cMediaNode></p:audio></p:timing>',
    relations: { rId1: ['audio', part] as const },
    notes,
  });

  it('speaks with its recordings; one that is not audio is reported, and a voice speaks its notes', async () => {
    const { body } = await send<ImportBody>(
      bytes(
        makePptx({
          slides: [
            recorded('Recorded', ['One sentence. Another one.'], 'media/a.wav'),
            recorded('Damaged', ['By a voice.'], 'media/b.wav'),
          ],
          parts: { 'ppt/media/a.wav': wavTone({ seconds: 2, sampleRate: 48_000 }), 'ppt/media/b.wav': 'RIFF' },
        }),
      ),
      { type: PPTX, query: '?look=redesign' },
    );
    const made = await ended(body.id);
    const { id, slides } = await timelineOf(made);
    expect(slides.map(({ audio, speaker_notes }) => [audio.status, speaker_notes])).toEqual([
      ['ready', 'One sentence. Another one.'],
      ['none', 'By a voice.'],
    ]);
    expect(made.report?.warnings).toMatchObject([
      { slide: 2, code: 'audio_not_taken', message: expect.stringContaining('A voice speaks the notes.') },
    ]);
    expect(made.report?.slides.map(({ recording }) => recording)).toEqual([{ clips: 1, seconds: 2 }, null]);
    const audio = await client.ok<SlideAudioAnswer>('GET', `/timelines/${id}/slides/${slides[0]?.id}/audio`);
    expect(audio).toMatchObject({
      ...{ source: 'uploaded', duration_seconds: 2, voice: null, stale: false },
      sentences: [{ text: 'One sentence.' }, { text: 'Another one.' }],
    });
    const counted = await storedBytes(client);
    expect(counted).toBeGreaterThan(2 * 96_000);
    await client.ok('DELETE', `/timelines/${id}`);
    expect(await storedBytes(client)).toBeLessThan(counted - 2 * 96_000);
  });
});

describe('a PDF', () => {
  it('becomes a slide for each page, its text the notes where that is asked for', async () => {
    const pdf = makePdf([{ text: 'Hello page', color: [1, 1, 0] }, { color: [0, 0, 1] }]);
    const { body } = await send<ImportBody>(form({ file: pdf, pdf_text: 'notes' }));
    const made = await ended(body.id);
    expect(made.source).toMatchObject({ kind: 'pdf', pages: 2, name: 'file.bin' });
    const timeline = await timelineOf(made);
    expect(timeline).toMatchObject({ title: 'file', format: 'landscape' });
    expect(timeline.slides.map(({ speaker_notes }) => speaker_notes)).toEqual(['Hello page', '']);
    expect(timeline.slides[0]?.image).toMatchObject({ width: 1920, height: 1080 });
    expect(await middleOf(timeline.slides[1]?.image?.url ?? undefined)).toEqual([0, 0, 255]);
  });

  it('that is damaged fails', async () => {
    const { body } = await send<ImportBody>(Buffer.from('%PDF-1.7 nothing'), { type: 'application/pdf' });
    expect(await ended(body.id)).toMatchObject({ status: 'failed', error: { code: 'import_invalid' } });
  });
});

describe('a document of Word', () => {
  it('becomes slides by its headings, with its text as notes and its picture cropped', async () => {
    const file = makeDocx({
      body: [
        ...[docxParagraph('Plans', 'Titel'), docxParagraph('Welcome.'), docxParagraph('A picture', 'berschrift1')],
        ...[docxItem('One'), docxItem('Two'), docxParagraph('See the picture.')],
        docxParagraph(
          `${docxPicture('rId1', 'Blue', '<a:srcRect l="50000"/>')}<w:r><w:footnoteReference w:id="1"/></w:r>`,
        ),
      ].join(''),
      relations: { rId1: ['image', 'media/a.png'] },
      parts: { 'word/media/a.png': picture },
    });
    const { body } = await send<ImportBody>(form({ file }));
    const made = await ended(body.id);
    const { slides, title } = await timelineOf(made);
    expect([title, made.source]).toEqual(['Plans', expect.objectContaining({ kind: 'docx', pages: 2 })]);
    expect(slides).toMatchObject([
      { title: 'Plans', layout: 'title', speaker_notes: 'Welcome.', image: null },
      {
        ...{ title: 'A picture', bullet_points: ['One', 'Two'], speaker_notes: 'See the picture.' },
        image: { width: 20, height: 30, alt: 'Blue', fit: 'contain' },
      },
    ]);
    expect(made.report).toMatchObject({
      summary: { whole: 1, approximate: 0, lost: 1 },
      warnings: [{ slide: 2, code: 'markup_not_taken' }],
    });
  });
});

describe('Markdown', () => {
  const MARP = [
    ...[
      '---',
      'marp: true',
      'theme: gaia',
      'lang: de',
      '---',
      '',
      '# Plans',
      '',
      '## For everyone',
      '',
      '<!-- Welcome. -->',
    ],
    ...['', '---', '', '# List', '', '1. **one**', '2. two', '', '![bg left](img/a.png)', '', '---', '', '# Code', ''],
    ...['```ts', 'const a = 1;', 'const b = 2;', 'const c = 3;', 'const d = 4;', '```', ''],
  ].join('\n');

  it('of Marp, in a zip with its picture, becomes a timeline as its author meant it', async () => {
    const zip = makeZip([
      { name: 'talk/slides.md', bytes: MARP },
      { name: 'talk/README.md', bytes: '# About' },
      { name: 'talk/img/a.png', bytes: picture },
    ]);
    const { body } = await send<ImportBody>(bytes(zip), { type: 'application/zip' });
    const made = await ended(body.id);
    const timeline = await timelineOf(made);
    expect(made.source).toMatchObject({ kind: 'markdown', pages: 3 });
    expect(timeline).toMatchObject({ title: 'Plans', language: 'de', format: 'landscape' });
    expect(timeline.slides).toMatchObject([
      { title: 'Plans', layout: 'title', bullet_points: ['For everyone'], speaker_notes: 'Welcome.' },
      {
        title: 'List',
        layout: 'image_left',
        bullet_points: ['**one**', 'two'],
        bullet_style: 'number',
        markup: 'inline',
      },
      { title: 'Code', code: { language: 'ts', text: 'const a = 1;\nconst b = 2;\nconst c = 3;\nconst d = 4;' } },
    ]);
    expect(timeline.slides[1]?.image).toMatchObject({ width: 40, height: 30, fit: 'cover' });
    expect(made.report).toMatchObject({
      ...{ slides_imported: 3, slides_skipped: 0, pictures_found: 1, pictures_taken: 1 },
      warnings: [{ slide: null, code: 'setting_not_taken' }],
    });
  });

  it('alone says which pictures are missing, which addresses are not fetched, and that the video is silent', async () => {
    const deck = '# A\n\n![](a.png)\n\n---\n\n# B\n\n![](https://127.0.0.1/b.png)\n\n---\n\n- c\n- d\n';
    const { body } = await send<ImportBody>(deck, { type: 'text/markdown', query: '?title=Mine' });
    const made = await ended(body.id);
    const timeline = await timelineOf(made);
    expect(timeline.title).toBe('Mine');
    expect(timeline.slides.map(({ title, image }) => [title, image])).toEqual([
      ['A', null],
      ['B', null],
      ['', null],
    ]);
    expect(made.report?.warnings).toMatchObject([
      { slide: null, code: 'deck_silent' },
      { slide: 1, code: 'picture_missing', message: expect.stringContaining('as a .zip') },
      { slide: 2, code: 'picture_linked', message: expect.stringContaining('could not be fetched') },
    ]);
  });

  it('names its own settings; those of the request win', async () => {
    const deck = '---\nresolution: 480p\ntemplate: nowhere\ntransition: fade\nlexicon: SQL = sequel\n---\n# A';
    const { body } = await send<ImportBody>(deck, { type: 'text/markdown', query: '?template_id=midnight' });
    expect(await timelineOf(await ended(body.id))).toMatchObject({
      ...{ resolution: '480p', template_id: 'midnight', transition: { type: 'fade', duration_seconds: 0.5 } },
      lexicon: [{ word: 'SQL', say: 'sequel' }],
    });
  });

  it('names a template of its account; one that the account does not have is reported', async () => {
    const own = await client.ok<{ id: string }>('POST', '/templates', { name: 'Ours', base: 'plain' });
    const unknown = newId('template');
    const [named, other] = await Promise.all(
      [own.id, unknown].map(async (id) => {
        const { body } = await send<ImportBody>(`---\ntemplate: ${id}\n---\n# A`, { type: 'text/markdown' });
        return ended(body.id);
      }),
    );
    expect(await timelineOf(named ?? expect.fail())).toMatchObject({ template_id: own.id });
    expect(await timelineOf(other ?? expect.fail())).toMatchObject({ template_id: 'plain' });
    expect(other?.report?.warnings.map(({ message }) => message)).toContain(
      `There is no template ${unknown}; plain was taken.`,
    );
  });

  const FAILING: [string, () => Buffer, string][] = [
    ['without slides', () => Buffer.from('\n\n'), 'import_invalid'],
    ['with more slides than the plan allows', () => Buffer.from('# A\n\n'.repeat(10_000)), 'import_too_large'],
    ['with tags too deep in one another', () => Buffer.from('<div>'.repeat(30_000)), 'import_invalid'],
    ['in a zip without any', () => makeZip([{ name: 'a.txt', bytes: 'a' }]), 'import_invalid'],
    [
      'in a zip that says it is a terabyte',
      () =>
        makeZip(
          Array.from({ length: 300 }, (_, at) => ({ name: `m${at}.md`, bytes: '', uncompressedSize: 0xfffffffe })),
        ),
      'import_too_large',
    ],
    [
      'in a zip with a name that leads outside',
      () =>
        makeZip([
          { name: 'a.md', bytes: '# A' },
          { name: '../../etc/x', bytes: 'x' },
        ]),
      'import_invalid',
    ],
  ];
  it.each(FAILING.filter((_, at) => isTried(at, 3)))('%s fails', async (_, file, code) => {
    const { body } = await send<ImportBody>(bytes(file()), { type: 'text/markdown' });
    expect(await ended(body.id)).toMatchObject({ status: 'failed', timeline_id: null, error: { code } });
  });
});

/** Bytes of a body that, in base64, still fit into an event of Lambda; less what else is in one. */
const MOST_OF_A_FUNCTION = 4.5e6;

const TRIED_DECKS = HOSTILE_DECKS.filter((_, at) => isTried(at, 9));

describe('a hostile deck ends in a refusal and leaves nothing:', () => {
  let peak: ReturnType<typeof watchDeckReaders>;
  const files = new Map<string, Buffer>();
  beforeAll(async () => {
    // Before any request: what has up this process lets kept connections end unseen.
    for (const { name, file } of TRIED_DECKS) files.set(name, await file());
    peak = watchDeckReaders();
  });
  /** A connection that ended while it was kept is not an answer: the request is sent once more, under its key. */
  const sendOnce = async (file: Buffer, type: string): Promise<Answer<ImportBody | ErrorBody>> => {
    const options = { type, headers: { 'idempotency-key': newId('request') } };
    const attempt = () => send<ImportBody | ErrorBody>(bytes(file), options);
    return attempt().catch((error: unknown) => {
      if (error instanceof TypeError) return attempt();
      throw error;
    });
  };

  it.each(TRIED_DECKS)('$name', async ({ name, type, codes }) => {
    const before = await storedBytes();
    const { status, body } = await sendOnce(files.get(name) ?? expect.fail(name), type);
    let told: { code: string; message: string } | null;
    if ('id' in body) {
      const made = await ended(body.id);
      expect(made).toMatchObject({ status: 'failed', timeline_id: null, report: null });
      told = made.error;
    } else {
      expect(status).toBeLessThan(500);
      told = body.error;
    }
    // A file that a function cannot be given is refused before anything reads it.
    const isBeyondRequests = (files.get(name)?.length ?? 0) > MOST_OF_A_FUNCTION;
    expect(isBeyondRequests ? ['body_too_large'] : codes).toContain(told?.code);
    // A sentence for people, and not what a parser said.
    expect(told?.message).toMatch(/^[A-Z].*[.]$/s);
    expect(await storedBytes()).toBe(before);
  });

  it('after all of them the next deck is imported, and none had more than its memory', async () => {
    const { body } = await send<ImportBody>('# Well\n\n- and alive', { type: 'text/markdown' });
    expect((await timelineOf(await ended(body.id))).title).toBe('Well');
    expect(peak.stop()).toBeLessThan(MAX_DECK_PROCESS_MEMORY_BYTES);
  });
});

describe('an import is refused', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  it.each<[string, () => Parameters<typeof send>, string]>([
    [
      'of an encrypted file',
      () => [Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), { type: PPTX }],
      'import_encrypted',
    ],
    ['of an old file', () => [ole, { type: PPTX }], 'import_invalid'],
    ['of another type', () => [bytes(deck), { type: 'image/png' }], 'unsupported_media_type'],
    ['with an unknown option', () => [bytes(deck), { type: PPTX, query: '?colour=red' }], 'unknown_field'],
    ['with an unknown field of a form', () => [form({ file: deck, colour: 'red' })], 'unknown_field'],
    ['with an unknown template', () => [form({ file: deck, template_id: 'none' })], 'validation_failed'],
    [
      'of Markdown in its original look, which it does not have',
      () => [form({ file: Buffer.from('# A'), look: 'original' })],
      'look_unavailable',
    ],
    ['with a PDF that is not a PDF', () => [form({ file: deck, pdf: Buffer.from('text') })], 'import_invalid'],
  ])('%s', async (_, request, code) => {
    const { body } = await send<ErrorBody>(...request());
    expect(body.error.code).toBe(code);
  });

  it('for more bytes than a request takes', async () => {
    const { body } = await send<ErrorBody>(Buffer.alloc(4 * 2 ** 20 + 1, '%PDF-'), { type: 'application/pdf' });
    expect(body.error.code).toBe('import_too_large');
  });

  it('for more slides than the plan allows: it fails', async () => {
    const many = makePdf(Array.from({ length: 101 }, () => ({})));
    const { body } = await send<ImportBody>(bytes(many), { type: 'application/pdf' });
    expect(await ended(body.id)).toMatchObject({ status: 'failed', error: { code: 'import_too_large' } });
  });

  it('to other accounts, as if it were not there', async () => {
    const { body } = await send<ImportBody>(bytes(deck), { type: PPTX });
    const other = await service.account('pro');
    expect((await other.call<ErrorBody>('GET', `/imports/${body.id}`)).body.error.code).toBe('import_not_found');
    expect((await ended(body.id)).status).toBe('completed');
  });
});
