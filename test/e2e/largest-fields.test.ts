import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DECK_KINDS, mediaTypesOfDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { errorCodesOf } from '#front/api/openapi/error-answers.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { MAX_LAMBDA_PAYLOAD_BYTES } from '#stack/workers/payload-limit.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { docxParagraph, makeDocx } from '#test/support/decks/docx.ts';
import { makeOdp, page } from '#test/support/decks/odp.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { makePptx } from '#test/support/decks/pptx.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { fittedBody } from '#test/support/requests/fitted-body.ts';
import { requestMaker, VARIABLES } from '#test/support/requests/requests.ts';
import {
  boundsByShape,
  boundsIn,
  FORM_TYPE,
  JSON_TYPE,
  type Parts,
  reachedIn,
  SHAPES,
  type Shape,
  shapeName,
} from '#test/support/requests/shapes.ts';
import { BRAND_FONT } from '#test/support/samples/fonts.ts';
import { addHeldRenders, addRequests } from '#test/support/service/set-counters.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client } from '#test/support/service/start-service.ts';

/** API Gateway ends a request after this time, in milliseconds. */
const MOST_MS = 29_000;
/** The largest body that reaches a function: base64 makes 6 MB of it, next to the rest of the request. */
const MOST_BODY_BYTES = 4_400_000;

interface Outcome {
  status: number;
  /** `taken`: it was not a refusal. */
  code: string;
  message: string | undefined;
}
interface Made {
  id: string;
}

const service = sharedService();
let client: Client;
let make: ReturnType<typeof requestMaker>;
/** Files that are taken, by the media type, the operation, or the field of a form. */
let files: Readonly<Record<string, File>>;
const reached = new Set<string>();

beforeAll(async () => {
  client = await service.account('max');
  await addRequests(service, client.accountId, { requests: -10_000, render_creations: -10_000 });
  const timelineOf = (slides: object[]) =>
    client.ok<Made & { slides: Made[] }>('POST', '/timelines', {
      title: 'Bounds',
      resolution: '480p',
      variables: VARIABLES,
      slides,
    });
  const [name] = Object.keys(VARIABLES);
  const timeline = await timelineOf([{ title: 'Hello', speaker_notes: `Hello {{${name}}}.` }]);
  const titles = Array.from({ length: ENTITLEMENTS.max.slides_per_timeline }, (_, index) => ({
    title: `No. ${index}`,
  }));
  const big = await timelineOf(titles);
  const edited = await timelineOf([{ title: 'Edited' }]);
  const worked = await timelineOf([{ title: 'Worked on', speaker_notes: 'Hello.' }]);
  const music = new File([new Uint8Array(wavTone({}))], 'tone.wav', { type: 'audio/wav' });
  const laid = async (path: string, file: File): Promise<void> => {
    const headers = { 'x-api-key': client.apiKey, 'content-type': file.type };
    expect((await fetch(`${service.stack.baseUrl}${path}`, { method: 'POST', headers, body: file })).status).toBe(200);
  };
  await laid(`/timelines/${edited.id}/background-audio`, music);
  const template = await client.ok<Made>('POST', '/templates', { name: 'Own', base: 'plain' });
  const url = 'https://receiver.example/hook';
  const webhook = await client.ok<Made>('POST', '/webhooks', { url, events: ['render.completed'] });
  const order = { timeline_id: timeline.id, narration: 'none' };
  const batch = await client.ok<Made>('POST', '/batches', { ...order, rows: [{}] });
  await client.call('DELETE', `/batches/${batch.id}`);
  // What is ordered waits behind ten renders: orders are tried here, not work.
  await addHeldRenders(service, client.accountId, { running: ENTITLEMENTS.max.running_renders });
  const render = await client.ok<Made>('POST', '/renders', order);
  const ids: Readonly<Record<string, string>> = {
    templates: template.id,
    webhooks: webhook.id,
    batches: batch.id,
    renders: render.id,
  };
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const announced = { content_type: 'image/png', size_bytes: image.length };
  const { upload } = await client.ok<{ upload: Made & { url: string } }>('POST', '/uploads', announced);
  const put = await fetch(upload.url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: image });
  expect(put.status).toBe(200);
  /** What changes slides has its own timelines: others would find slides that they name gone, or asking for an image. */
  const timelineFor = ({ method, path, operation }: Shape['contract']): typeof timeline => {
    if (operation === 'updateTimeline') return edited;
    if (operation === 'reorderSlides') return big;
    return method !== 'GET' && /\/slides(\/\{sid\}(\/images)?)?$/.test(path) ? worked : timeline;
  };
  make = requestMaker({
    timeline_id: timeline.id,
    upload_id: upload.id,
    slide_ids: big.slides.map(({ id }) => id).reverse(),
    path: ({ contract }) => {
      const { id, slides } = timelineFor(contract);
      const [, list = ''] = contract.path.split('/');
      return { id: list === 'timelines' ? id : (ids[list] ?? 'none'), sid: slides[0]?.id ?? '', did: 'dl_none' };
    },
  });
  const picture = new File([image], 'image.png', { type: 'image/png' });
  await laid(`/timelines/${worked.id}/slides/${worked.slides[0]?.id}/images`, picture);
  const docx = new Uint8Array(makeDocx({ body: docxParagraph('A', 'berschrift1') }));
  const odp = new Uint8Array(makeOdp({ pages: page('') }));
  const pptx = new Uint8Array(makePptx({ slides: [{}] }));
  files = {
    image: picture,
    ...Object.fromEntries(mediaTypesOfDeckKind('pptx').map((type) => [type, new File([pptx], 'deck.pptx', { type })])),
    ...Object.fromEntries(mediaTypesOfDeckKind('odp').map((type) => [type, new File([odp], 'deck.odp', { type })])),
    ...Object.fromEntries(mediaTypesOfDeckKind('docx').map((type) => [type, new File([docx], 'deck.docx', { type })])),
    'application/pdf': new File([new Uint8Array(makePdf([{}]))], 'deck.pdf', { type: 'application/pdf' }),
    audio: music,
    font: new File([readFileSync(BRAND_FONT)], 'font.woff2', { type: 'font/woff2' }),
    importTimeline: new File(['# One\n'], 'deck.md', { type: 'text/markdown' }),
    createBatch: new File(['external_id\none\n'], 'rows.csv', { type: 'text/csv' }),
  };
});

/** The body of a request, and its type where fetch does not tell it. */
function bodyOf({ contract, media }: Shape, body: unknown): { body?: string | FormData | File; type?: string } {
  if (body === undefined || media === undefined) return {};
  if (media === JSON_TYPE) return { body: JSON.stringify(body), type: JSON_TYPE };
  const { operation, upload } = contract;
  const file = files[media] ?? files[operation] ?? files[upload?.field ?? ''];
  if (!file) throw new Error(`There is no file for ${operation}.`);
  if (media !== FORM_TYPE) return { body: file, type: media.endsWith('/*') ? file.type : media };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object))
    if (name !== upload?.field && name !== upload?.second_field) form.set(name, String(value));
  form.set(upload?.field ?? '', file, file.name);
  return { body: form };
}

/** Taken back: an account may have few of these, and the pictures of the largest timeline would be fetched for minutes. */
const TAKEN_BACK: Readonly<Record<string, string>> = {
  createBatch: '/batches',
  createTimeline: '/timelines',
  createWebhook: '/webhooks',
};

/** Sends a request. What it answers came in time, is small enough, has a status below 500, and is documented. */
async function send(shape: Shape, parts: Parts): Promise<Outcome> {
  const { contract } = shape;
  const values = parts as Record<string, Record<string, string> | undefined>;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.path?.[name] ?? ''));
  const query = new URLSearchParams(values.query);
  const { body, type } = bodyOf(shape, parts.body);
  const began = performance.now();
  const answer = await fetch(`${service.stack.baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: contract.method,
    headers: { 'x-api-key': client.apiKey, ...(type === undefined ? {} : { 'content-type': type }), ...values.header },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const took = performance.now() - began;
  const shown = `${contract.method} ${path.slice(0, 100)}: ${answer.status} ${bytes.toString().slice(0, 400)}`;
  expect(answer.status, shown).toBeLessThan(500);
  expect(took, `milliseconds of ${shown}`).toBeLessThan(MOST_MS);
  expect(bytes.length, `bytes of ${shown}`).toBeLessThan(MAX_LAMBDA_PAYLOAD_BYTES);
  const json: Partial<Made> & { error?: { code: string; message: string } } =
    answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(bytes.toString()) : {};
  const codes: ReadonlyMap<number, readonly string[]> = errorCodesOf(contract);
  if (answer.status !== 200) expect(codes.get(answer.status), shown).toContain(json.error?.code);
  for (const id of reachedIn(shape, parts)) reached.add(id);
  const list = TAKEN_BACK[contract.operation];
  if (answer.status === 200 && list !== undefined) await client.ok('DELETE', `${list}/${json.id}`);
  // A plan allows few imports at a time.
  if (json.id?.startsWith('imp_'))
    await vi.waitFor(
      async () => {
        const { status } = (await client.ok('GET', `/imports/${json.id}`)) as { status: string };
        expect(['completed', 'failed']).toContain(status);
      },
      { timeout: 60_000, interval: 200 },
    );
  return { status: answer.status, code: json.error?.code ?? 'taken', message: json.error?.message };
}

type Refusals = readonly (readonly [where: RegExp, code: RegExp])[];
const expectedAt = (refusals: Refusals, where: string): RegExp =>
  refusals.find(([place]) => place.test(where))?.[1] ?? /^taken$/;

/** What cannot be taken when one bound is reached and all else is the smallest, and what it is refused with. */
const REFUSED_ALONE: Refusals = [
  // An id of 64 characters is the id of nothing; so is one that was not made.
  [/ path\.\w+ maxLength$/, /_not_found$/],
  [/^(CreateRenderBody|CreateBatchBody|CreateBatchForm|POST \/batches query)\.timeline_id /, /^timeline_not_found$/],
  [/Uploaded\.|FromUpload\.upload_id /, /^upload_not_found$/],
  // A host that does not exist.
  [/AtUrl\.|^TemplateFrom(Page|Logo)\./, /_invalid$/],
  // Options that are the first of their kind next to an upload that was not made.
  [/^(ImportLook|PdfText|BrandUse) enum$/, /^upload_not_found$/],
  [/^SlideReplacement\.id /, /^(slide_not_found|validation_failed)$/],
  [/^ReorderSlidesBody\.slide_ids\[\] /, /^slide_set_mismatch$/],
  [/\.(template_id|font_id|voice) maxLength$/, /^validation_failed$/],
  [/\.speakers(\{name\})? |SpeakerInput\./, /^validation_failed$/],
  // Captions that are not drawn have no look.
  [/^CaptionStyleInput\./, /^validation_failed$/],
  [/^Caption(Preset|Position) enum$/, /^validation_failed$/],
  // It is also the size of a presenter.
  [/^CaptionSize enum$/, /^(taken|validation_failed)$/],
  // A scale ends above its start, and has the value and what divides it.
  [/^ChartRangeInput\.|^ChartInput\.thresholds/, /^(taken|validation_failed)$/],
  [/^SlideItemInput\.icon maxLength$/, /^icon_unknown$/],
  [/^AcceptInvitationBody\./, /^invitation_not_found$/],
  [/^UpdateKeyBody\./, /^key_not_found$/],
  // There is no further picture whose options could change.
  [/^ImageFit enum$/, /^(taken|validation_failed)$/],
  [/^SlidePictureChange\./, /^validation_failed$/],
  // Nor has an item a picture whose focus could change.
  [/^ImageFocusInput\./, /^(taken|validation_failed)$/],
  // Nor is there a video.
  [/^SlideVideoChange\./, /^validation_failed$/],
  // Nor has an existing timeline or slide a video to copy.
  [/FromCopy\./, /^validation_failed$/],
  [
    /^SlideVideoTrimInput\.|^(VideoPlays|VideoPlace|PresenterPlace|PresenterShape) enum$/,
    /^(taken|validation_failed)$/,
  ],
  [/^VideoToCopy\.timeline_id /, /^timeline_not_found$/],
  [/^VideoToCopy\.slide_id /, /^slide_not_found$/],
  // Nor an intro.
  [/^TimelineVideoChange\./, /^validation_failed$/],
  // Nor is there a presenter.
  [/^PresenterChange\./, /^validation_failed$/],
  [/^TranscriptFormat enum$/, /^transcript_not_found$/],
  [/\.version maximum$/, /^version_conflict$/],
  [/\.version minimum$/, /^(version_conflict|taken)$/],
  // The limit of a kind of file, the last slide, and the codecs of the encoder are not bounds of the description.
  [/\.size_bytes maximum$/, /_too_large$/],
  [/^CreateSlideBody\.position maximum$|^SlideRange\.(from|to) maximum$/, /^validation_failed$/],
  [/^Codec enum$/, /^unsupported_codec$/],
  [/^NarrationMode enum$/, /^narration_missing$/],
  [/\.extras maxLength$/, /^validation_failed$/],
  // A query has it as JSON.
  [/( query|Form)\.caption_style maxLength$/, /^validation_failed$/],
  // States come with an import: a slide that was made has none.
  [/SlideStateTime\.|\.builds /, /^validation_failed$/],
];

/** What cannot be taken when all bounds are reached: what it names is not there. */
const REFUSED_TOGETHER: Refusals = [
  [/^(upload\w+|importTimeline) application\/json 1$|^generateSlideAudio application\/json 2$/, /^upload_not_found$/],
  [/^(upload\w+|importTimeline) application\/json 2$|^generateSlideAudio application\/json 3$/, /_invalid$/],
  [/^createTemplateFrom/, /^(upload_not_found|\w+_invalid)$/],
  [/^redeliver/, /^delivery_not_found$/],
  [/^acceptInvitation/, /^invitation_not_found$/],
  [/^updateKey/, /^key_not_found$/],
  // Its render has just been asked for.
  [/^getTranscript/, /^transcript_not_found$/],
  [/^createBatch (text|multipart)/, /^validation_failed$/],
  // Its slides have no states.
  [/^update(Slide|Timeline) application\/json/, /^validation_failed$/],
];

describe('every bound of the description, alone', () => {
  const tried = boundsByShape().flatMap(({ shape, bounds }, number) => {
    // Counted over all shapes: most have a few bounds, the first of which is the id in the path.
    const some = bounds.filter((_, at) => isTried(number + at, 22));
    return some.length > 0 ? [[shapeName(shape), some.length, shape, some] as const] : [];
  });
  it.each(tried)('%s: %i bounds', async (_name, _count, shape, bounds) => {
    const wrong: string[] = [];
    // Changes of one timeline that meet are made again, which is not what is tried here.
    const atOnce = shape.contract.method === 'PUT' ? 1 : 4;
    await forEachConcurrent(bounds, atOnce, async (bound) => {
      const { status, code, message } = await send(shape, make.alone(shape, bound));
      const expected = expectedAt(REFUSED_ALONE, bound.id);
      if (!expected.test(code)) wrong.push(`${bound.id}: ${status} ${code} ${message}, not ${expected}`);
    });
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });

  it.runIf(isWhole)('is reached', () => {
    const all = new Set(SHAPES.flatMap(boundsIn).map(({ id }) => id));
    expect([...all].filter((id) => !reached.has(id))).toEqual([]);
  });
});

/** The same timeline as of `createTimeline`. It takes some ten seconds to make. */
const LIKE_OTHERS = ['updateTimeline application/json', 'createRender application/json'];
/** Media types of decks that have the reader, and here the file, of another one. */
const READ_ALIKE = new Set<string>(DECK_KINDS.flatMap((kind) => mediaTypesOfDeckKind(kind).slice(1)));

describe('all bounds of a request together', () => {
  // An operation that deletes has nothing but ids.
  const shapes = SHAPES.filter((shape) => boundsIn(shape).length > 1 && shape.contract.method !== 'DELETE');
  // Every body of JSON is tried; of the ways to send the same one, and of files and queries, every second.
  const tried = shapes.filter(
    (shape, at) =>
      ((shape.branch === undefined && shape.media === JSON_TYPE) || isTried(at, 2)) &&
      (isWhole || !(LIKE_OTHERS.includes(shapeName(shape)) || READ_ALIKE.has(shape.media ?? ''))),
  );
  it.each(tried.map((shape) => [shapeName(shape), shape] as const))('%s', async (name, shape) => {
    const { body: schema } = shape.contract;
    const most = { body: MOST_BODY_BYTES, timeline: ENTITLEMENTS.max.timeline_bytes };
    for (const character of isWhole ? ['a', '\u{20BB7}'] : ['\u{20BB7}']) {
      const parts = make.together(shape, character);
      const fitted =
        shape.media === JSON_TYPE && schema ? { ...parts, body: fittedBody(parts.body, schema, most) } : parts;
      // Connections that ended while the body was made are noticed first.
      await turn();
      const { status, code, message } = await send(shape, fitted);
      expect(code, `${character}: ${status} ${message}`).toMatch(expectedAt(REFUSED_TOGETHER, name));
    }
  });
});
