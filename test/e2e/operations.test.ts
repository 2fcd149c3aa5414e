import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { SlideAudioAnswer } from '#features/narration/audio-view.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { commitEvent } from '#test/support/chaos/commit-event.ts';
import { startReceiver, verify } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Answer, type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';
import { withTable } from '#test/support/service/with-table.ts';

interface TimelineBody {
  id: string;
  slides: SlideAnswer[];
}
interface List<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

const service = sharedService();
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  client = await service.account('max');
});
afterAll(async () => {
  await receiver?.stop();
});

function expectError({ status, body }: Answer<ErrorBody>, code: ErrorCode, param?: string): void {
  expect(body.error.code).toBe(code);
  expect(status).toBe(API_ERRORS[code][1]);
  if (param !== undefined) expect(body.error.param).toBe(param);
}

const deck = (slides: object[], of = client): Promise<TimelineBody> =>
  of.ok('POST', '/timelines', { title: 'Operations', resolution: '480p', slides });
const first = ({ id, slides }: TimelineBody): string => `/timelines/${id}/slides/${slides[0]?.id}`;

/** Sends a body as it is and reads the answer. */
async function send<Body>(path: string, body: NonNullable<RequestInit['body']>, type?: string): Promise<Answer<Body>> {
  const response = await fetch(`${service.stack.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, ...(type === undefined ? {} : { 'content-type': type }) },
    body,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** Pictures with every byte value in them; transparent, so that they are kept without loss. */
const WIDTH = 64;
const HEIGHT = 48;
async function noise(): Promise<{ pixels: Buffer; png: Uint8Array<ArrayBuffer> }> {
  const pixels = randomBytes(WIDTH * HEIGHT * 4);
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = i % 8 === 3 ? 255 : 128;
  const png = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer();
  return { pixels, png: Uint8Array.from(png) };
}
async function pixelsAt(url: string | undefined): Promise<Buffer> {
  const response = await fetch(url ?? '');
  return sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer();
}

describe('an image', () => {
  it('sent as raw bytes arrives without the change of a single one', async () => {
    const path = first(await deck([{ title: 'a' }]));
    const { pixels, png } = await noise();

    const { status, body } = await send<SlideAnswer>(`${path}/images`, png, 'image/png');

    expect(status).toBe(200);
    expect(body.image).toMatchObject({ width: WIDTH, height: HEIGHT, content_type: 'image/png', fit: 'cover' });
    expect((await pixelsAt(body.image?.url ?? undefined)).equals(pixels)).toBe(true);
  });

  it('sent in a form arrives as it was, with its options', async () => {
    const path = first(await deck([{ title: 'a' }]));
    const { pixels, png } = await noise();
    const form = new FormData();
    form.set('fit', 'contain');
    form.set('focus', '0.25,1');
    form.set('alt', 'Grains — all of them');
    form.set('image', new Blob([png], { type: 'image/png' }), 'noise.png');

    const { status, body } = await send<SlideAnswer>(`${path}/images`, form);

    expect(status).toBe(200);
    expect(body.image).toMatchObject({ fit: 'contain', focus: { x: 0.25, y: 1 }, alt: 'Grains — all of them' });
    expect((await pixelsAt(body.image?.url ?? undefined)).equals(pixels)).toBe(true);
    const removed = await client.ok<SlideAnswer>('DELETE', `${path}/images`);
    expect(removed.image).toBeNull();
    expect((await client.ok<SlideAnswer>('DELETE', `${path}/images`)).image).toBeNull();
  });

  it('is announced, put and completed', async () => {
    const path = first(await deck([{ title: 'a' }]));
    const { pixels, png } = await noise();
    const announced = { content_type: 'image/png', size_bytes: png.length };
    const { upload } = await client.ok<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
      'POST',
      `${path}/images`,
      announced,
    );
    expectError(await client.call('POST', `${path}/images`, { upload_id: upload.id }), 'image_invalid', 'upload_id');
    const { 'content-type': type = '' } = upload.headers;
    const put = await fetch(upload.url, { method: 'PUT', headers: { 'content-type': type }, body: png });
    expect(put.status).toBe(200);

    const { image } = await client.ok<SlideAnswer>('POST', `${path}/images`, { upload_id: upload.id });

    expect((await pixelsAt(image?.url ?? undefined)).equals(pixels)).toBe(true);
    expectError(await client.call('POST', `${path}/images`, { upload_id: upload.id }), 'upload_not_found');
  });

  it('that is not one, too large, or in no place of ours is refused', async () => {
    const path = `${first(await deck([{ title: 'a' }]))}/images`;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expectError(await send(path, svg, 'image/svg+xml'), 'image_invalid');
    expectError(await send(path, svg, 'image/png'), 'image_invalid');
    expectError(await send(path, Buffer.alloc(4 * 2 ** 20 + 1, 1), 'image/png'), 'image_too_large');
    expectError(await send(path, 'x', 'text/plain'), 'unsupported_media_type');
    expectError(await send(path, 'no form at all', 'multipart/form-data; boundary=x'), 'validation_failed');
    const large = new FormData();
    large.set('image', new Blob([new Uint8Array(4 * 2 ** 20 + 1)]), 'large.png');
    expectError(await send(path, large), 'image_too_large');
    const elsewhere = new FormData();
    elsewhere.set('picture', new Blob([new Uint8Array(9)]), 'a.png');
    expectError(await send(path, elsewhere), 'unknown_field', 'picture');
    const lonely = new FormData();
    lonely.set('alt', 'nothing to see');
    expectError(await send(path, lonely), 'validation_failed', 'image');
    const wrong = new FormData();
    wrong.set('image', new Blob([new Uint8Array(9)]), 'a.png');
    wrong.set('focus', 'left');
    expectError(await send(path, wrong), 'validation_failed', 'focus');
    expectError(
      await client.call('POST', path, { content_type: 'image/png', size_bytes: 25 * 2 ** 20 + 1 }),
      'image_too_large',
    );
    for (const url of [
      'http://127.0.0.1/a.png',
      'https://localhost/a.png',
      'https://169.254.169.254/latest',
      'https://[::1]/a.png',
      'https://0x7f.1/a.png',
      'file:///etc/passwd',
      'nonsense',
    ])
      expectError(await client.call('POST', path, { url }), 'url_forbidden', 'url');
  });
});

describe('the previews of a template', () => {
  interface TemplateBody {
    id: string;
    layouts: string[];
    formats: string[];
    previews: { format: string; layout: string; url: string; width: number; height: number }[];
  }
  const expectPicture = async ({ url, width, height }: TemplateBody['previews'][number]): Promise<void> => {
    // As an <img> would: without credentials.
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { format, ...size } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, size.width, size.height]).toEqual(['png', width, height]);
  };

  it('show every layout in every format, each at an address that gives a PNG of the size that is said', async () => {
    const { layouts, formats, previews } = await client.ok<TemplateBody>('GET', '/templates/plain');
    const shown = new Set(previews.map(({ format, layout }) => `${format} ${layout}`));
    const all = formats.flatMap((format) =>
      layouts.filter((name) => name !== 'auto').map((name) => `${format} ${name}`),
    );
    expect([...shown].sort()).toEqual(all.sort());
    for (const preview of previews) await expectPicture(preview);
  });

  it('are a few of each in a list', async () => {
    const { data } = await client.ok<List<TemplateBody>>('GET', '/templates?limit=2');
    expect(data).toHaveLength(2);
    for (const { previews } of data) {
      expect(previews.map(({ format, layout }) => [format, layout])).toEqual([
        ['landscape', 'title'],
        ['landscape', 'bullets'],
        ['landscape', 'image_right'],
      ]);
      for (const preview of previews) await expectPicture(preview);
    }
  });
});

describe('the preview of a slide', () => {
  it.each([
    ['landscape', undefined, 1280, 720],
    ['portrait', 200, 200, 356],
    ['square', 16, 16, 16],
  ])('in %s is a PNG of the width asked for', async (format, width, expectedWidth, expectedHeight) => {
    const timeline = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'x',
      format,
      slides: [{ title: 'A' }],
    });
    const query = width === undefined ? '' : `?width=${width}`;
    const response = await fetch(`${service.stack.baseUrl}${first(timeline)}/preview${query}`, {
      headers: { 'x-api-key': client.apiKey },
    });
    expect(response.headers.get('content-type')).toBe('image/png');
    const { format: kind, ...size } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([kind, size.width, size.height]).toEqual(['png', expectedWidth, expectedHeight]);
  });

  it('shows its image, and another one as soon as that takes its place', async () => {
    const path = first(await deck([{ title: '', layout: 'image_full' }]));
    for (const background of ['#c80000', '#0000c8', '#c80000'] as const) {
      const image = { width: 64, height: 36, channels: 3, background } as const;
      await send(`${path}/images`, Uint8Array.from(await sharp({ create: image }).png().toBuffer()), 'image/png');
      const response = await fetch(`${service.stack.baseUrl}${path}/preview?width=64`, {
        headers: { 'x-api-key': client.apiKey },
      });
      const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
      expect(dominant.r > 128 ? 'red' : 'blue').toBe(background === '#c80000' ? 'red' : 'blue');
    }
  });

  it('beyond what can be drawn is refused', async () => {
    const timeline = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'x',
      format: 'portrait',
      slides: [{}],
    });
    for (const width of ['15', '3841', '3000', 'x', '1.5'])
      expectError(
        await client.call('GET', `${first(timeline)}/preview?width=${width}`),
        'validation_failed',
        'query.width',
      );
  });
});

describe('the narration of a slide', () => {
  const ready = (path: string): Promise<SlideAudioAnswer> =>
    until(
      () => client.ok<SlideAudioAnswer>('GET', `${path}/audio`),
      ({ status }) => status === 'ready' || status === 'failed',
      60,
    );

  it.each([
    ['mp3', 'audio/mpeg', /^(ID3|\xff[\xf2\xf3\xfa\xfb])/],
    ['ogg', 'audio/ogg', /^OggS/],
    ['wav', 'audio/wav', /^RIFF/],
  ])('is made as %s', async (format, type, head) => {
    const path = first(await deck([{ title: 'a', speaker_notes: `Good morning. This one is ${format}.` }]));
    expect(await client.ok('GET', `${path}/audio`)).toMatchObject({ status: 'none', url: null, sentences: [] });

    const asked = await client.ok<SlideAudioAnswer>('POST', `${path}/audio`, { format, speed: 1.25 });
    expect(asked).toMatchObject({ status: 'queued', stale: false, url: null, voice: 'heart', language: 'en', format });

    const made = await ready(path);
    expect(made).toMatchObject({ status: 'ready', engine: 'natural', source: 'generated', speed: 1.25, error: null });
    expect(made.sentences.map(({ text }) => text)).toEqual(['Good morning.', `This one is ${format}.`]);
    expect(made.duration_seconds).toBeGreaterThan(1);
    const file = await fetch(made.url ?? '');
    expect(file.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4)).toMatch(head);
  });

  it('goes stale with its notes and stays with its slide', async () => {
    const timeline = await deck([{ title: 'a', speaker_notes: 'One.' }, { title: 'b' }]);
    const path = first(timeline);
    await client.ok('POST', `${path}/audio`);
    await ready(path);
    const [a, b] = timeline.slides;
    const reordered = await client.ok<{ data: SlideAnswer[] }>('PATCH', `/timelines/${timeline.id}/slides/reorder`, {
      slide_ids: [b?.id, a?.id],
    });
    expect(reordered.data.map(({ audio }) => audio.status)).toEqual(['none', 'ready']);

    const changed = await client.ok<SlideAnswer>('PUT', path, { speaker_notes: 'Two.' });

    expect(changed.audio).toMatchObject({ status: 'ready', stale: true });
    expect(await client.ok('GET', `${path}/audio`)).toMatchObject({ status: 'ready', stale: true });
  });

  it('that cannot be made is refused', async () => {
    const path = `${first(await deck([{ title: 'a' }]))}/audio`;
    expectError(await client.call('POST', path), 'no_speaker_notes');
    expectError(await client.call('POST', path, { text: '…' }), 'validation_failed', 'text');
    expectError(await client.call('POST', path, { text: 'a', voice: 'nobody' }), 'validation_failed', 'voice');
    expectError(await client.call('POST', path, { text: 'a', language: 'tlh' }), 'validation_failed', 'language');
    expectError(await client.call('POST', path, { text: 'a', speed: 2.5 }), 'validation_failed', 'speed');
    expectError(await client.call('POST', path, { text: 'a', tempo: 1 }), 'unknown_field', 'tempo');
    expectError(await client.call('POST', path, { url: 'https://10.0.0.1/a.mp3' }), 'url_forbidden', 'url');
    expectError(await send(path, Buffer.from('ID3'), 'audio/mpeg'), 'audio_invalid', 'audio');
    expect(await client.ok('GET', path)).toMatchObject({ status: 'none' });
  });

  it('is used by a render that has the same words in the same voice', async () => {
    const mine = await service.account('pro');
    const timeline = await deck([{ title: 'a', speaker_notes: 'Once said, never said again.' }], mine);
    await mine.ok('POST', `${first(timeline)}/audio`, {});
    await until(
      () => mine.ok<SlideAudioAnswer>('GET', `${first(timeline)}/audio`),
      ({ status }) => status === 'ready',
      60,
    );
    const { id } = await mine.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id, narration: 'existing' });
    expect(await ended(mine, id)).toMatchObject({ status: 'completed', error: null });
    const { usage } = await mine.ok<{ usage: { narration_characters: number } }>('GET', '/entitlements');
    expect(usage.narration_characters).toBe('Once said, never said again.'.length);
  });
});

describe('what is said', () => {
  const BAD = '<speak>Hello, <audio/></speak>';
  const lexicon = [{ word: 'SQL', say: 'sequel' }];

  it('is checked wherever it comes in, and the place of a fault is named', async () => {
    const timeline = await deck([{ title: 'a', speaker_notes: '<speak>Use <emphasis>SQL</emphasis>.</speak>' }]);
    const slides = [{ title: 'a' }, { title: 'b', speaker_notes: BAD }];
    const refused: [method: string, path: string, body: object, param: string][] = [
      ['POST', '/timelines', { title: 'a', slides }, 'slides[1].speaker_notes'],
      ['PUT', `/timelines/${timeline.id}`, { slides }, 'slides[1].speaker_notes'],
      ['POST', `/timelines/${timeline.id}/slides`, { title: 'a', speaker_notes: BAD }, 'speaker_notes'],
      ['PUT', first(timeline), { speaker_notes: BAD }, 'speaker_notes'],
      ['POST', `${first(timeline)}/audio`, { text: BAD }, 'text'],
    ];
    for (const [method, path, body, param] of refused) {
      const answer = await client.call<ErrorBody>(method, path, body);
      expectError(answer, 'validation_failed', param);
      expect(answer.body.error.message).toContain('line 1, column 15: <audio> is not a supported tag');
    }
  });

  it('has the pronunciations of its timeline, which come and go', async () => {
    type Lexical = TimelineBody & { lexicon: object[] };
    const timeline = await client.ok<Lexical>('POST', '/timelines', { title: 'a', lexicon, slides: [{ title: 'a' }] });
    expect(timeline.lexicon).toEqual(lexicon);
    const path = `/timelines/${timeline.id}`;
    await client.ok('PUT', path, { title: 'b' });
    expect((await client.ok<Lexical>('GET', path)).lexicon).toEqual(lexicon);
    await client.ok('PUT', path, { lexicon: [] });
    expect((await client.ok<Lexical>('GET', path)).lexicon).toEqual([]);
    expectError(
      await client.call('PUT', path, { lexicon: [...lexicon, ...lexicon] }),
      'validation_failed',
      'lexicon[1].word',
    );
  });
});

describe('voices', () => {
  it('are listed page by page, all of them once', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List<{ id: string }> = await client.ok(
        'GET',
        `/voices?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    const spanish = await client.ok<List<{ language: string }>>('GET', '/voices?language=es-MX');
    expect(spanish.data.map(({ language }) => language)).toEqual(['es', 'es-419']);
  });

  it('have samples, made for the first who asks, that are speech', async () => {
    type Sampled = List<{ sample: { text: string; url: string } | null }>;
    const { data } = await until(
      () => client.ok<Sampled>('GET', '/voices?language=es-MX'),
      (list) => list.data.every(({ sample }) => sample !== null),
      60,
    );
    for (const { sample } of data) {
      expect(sample?.text).toContain('mi voz');
      const answer = await fetch(sample?.url ?? '');
      expect(answer.headers.get('content-type')).toBe('audio/mpeg');
      // Three seconds at 96 kbit/s are 36 kB.
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(15_000);
    }
  });
});

interface DeliveryBody {
  id: string;
  event: string;
  event_id: string;
  status: string;
  tries: object[];
}

describe('a webhook', () => {
  const register = (url = receiver.url): Promise<{ id: string; signing_secret: string }> =>
    client.ok('POST', '/webhooks', { url, events: ['render.completed'] });
  const got = (eventId: string) => receiver.received.filter(({ event_id }) => event_id === eventId);

  it.each(['render.completed', 'render.failed', 'render.progress'])('can be tried out with %s', async (event) => {
    const { id, signing_secret } = await register();

    const { delivery } = await client.ok<{ delivery: DeliveryBody & { response_status: number; duration_ms: number } }>(
      'POST',
      `/webhooks/${id}/test`,
      { event },
    );

    expect(delivery).toMatchObject({ status: 'succeeded', response_status: 200, duration_ms: expect.any(Number) });
    const [received] = got(delivery.event_id);
    if (!received) throw new Error('nothing was received');
    expect(received.event).toBe(event);
    verify(received, signing_secret);
    const { data } = await client.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries`);
    expect(data).toEqual([
      expect.objectContaining({ id: delivery.id, event, status: 'succeeded', tries: [expect.any(Object)] }),
    ]);
  });

  it('that does not answer is reported at once, and why', async () => {
    const { id } = await register('http://127.0.0.1:9/hook');
    const { delivery } = await client.ok<{ delivery: DeliveryBody }>('POST', `/webhooks/${id}/test`, {
      event: 'render.failed',
    });
    const error = 'The connection was refused.';
    expect(delivery).toMatchObject({ status: 'failed', response_status: null, error });
    const { data } = await client.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries`);
    expect(data).toMatchObject([{ id: delivery.id, tries: [{ error }] }]);
  });

  it('lists its deliveries by status and event, in its own pages', async () => {
    const { id } = await register();
    const other = await register();
    for (const event of ['render.failed', 'render.completed', 'render.failed'])
      await client.ok('POST', `/webhooks/${id}/test`, { event });
    const list = (query: string) => client.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries?${query}`);

    const failures = await list('event=render.failed&limit=1');
    expect(failures.data.map(({ event }) => event)).toEqual(['render.failed']);
    const rest = await list(`event=render.failed&limit=1&cursor=${failures.next_cursor}`);
    expect([...failures.data, ...rest.data].map(({ id: did }) => did)).toHaveLength(2);
    expect(rest.data[0]?.id).not.toBe(failures.data[0]?.id);
    expect((await list('status=failed')).data).toEqual([]);
    for (const path of [
      `/webhooks/${id}/deliveries?cursor=${failures.next_cursor}`,
      `/webhooks/${other.id}/deliveries?event=render.failed&cursor=${failures.next_cursor}`,
    ])
      expectError(await client.call('GET', path), 'invalid_cursor');
  });

  it('gets a delivery again under its event id', async () => {
    const { id } = await register();
    const { delivery } = await client.ok<{ delivery: DeliveryBody }>('POST', `/webhooks/${id}/test`, {
      event: 'render.completed',
    });

    const again = await client.ok<DeliveryBody>('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`);

    expect(again).toMatchObject({ id: delivery.id, status: 'pending' });
    const done = await until(
      () => client.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries`),
      ({ data }) => data[0]?.status === 'succeeded',
      20,
    );
    expect(done.data[0]?.tries).toHaveLength(2);
    expect(got(delivery.event_id)).toHaveLength(2);
    expectError(await client.call('POST', `/webhooks/${id}/deliveries/dl_none/redeliver`), 'delivery_not_found');
    const stranger = await service.account('pro');
    expectError(
      await stranger.call('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`),
      'webhook_not_found',
    );
  });

  it('that is not a webhook, but the address of a render, has its deliveries listed with the render, and sent again', async () => {
    // An account without webhooks, which would get the event as well.
    const own = await service.account('pro');
    const { id: timeline_id } = await deck([{ title: 'Own address', duration_seconds: 1 }], own);
    const body = { timeline_id, webhook_url: `${receiver.url}?of=render` };
    const { id, webhook_signing_secret } = await own.ok<{ id: string; webhook_signing_secret: string }>(
      'POST',
      '/renders',
      body,
    );
    const list = (query = '') =>
      own.ok<List<DeliveryBody & { webhook_id: string | null }>>('GET', `/renders/${id}/deliveries${query}`);
    const isDone = ({ data }: { data: DeliveryBody[] }) => data[0]?.status === 'succeeded';
    const { data } = await until(() => list('?event=render.completed'), isDone, 60);
    expect(data).toEqual([
      expect.objectContaining({ webhook_id: null, event: 'render.completed', tries: [expect.any(Object)] }),
    ]);
    const [{ id: did = '', event_id = '' } = {}] = data;
    expect((await list('?status=failed')).data).toEqual([]);
    expect((await list('?limit=1')).data).toHaveLength(1);

    const again = `/renders/${id}/deliveries/${did}/redeliver`;
    expect(await own.ok('POST', again)).toMatchObject({ id: did, webhook_id: null, status: 'pending' });
    const done = await until(() => list('?event=render.completed'), isDone, 20);
    expect(done.data[0]?.tries).toHaveLength(2);
    expect(got(event_id)).toHaveLength(2);
    for (const received of got(event_id)) verify(received, webhook_signing_secret);

    expectError(await own.call('POST', `/renders/${id}/deliveries/dl_none/redeliver`), 'delivery_not_found');
    const stranger = await service.account('pro');
    expectError(await stranger.call('GET', `/renders/${id}/deliveries`), 'render_not_found');
    expectError(await stranger.call('POST', again), 'render_not_found');
  });

  it('gets what failed again when it is asked for, and after 410 only once it is enabled', async () => {
    let status = 500;
    const down = await startReceiver(() => status);
    try {
      const own = await service.account('pro');
      const body = { url: down.url, events: ['render.failed'] };
      const { id } = await own.ok<{ id: string }>('POST', '/webhooks', body);
      const since = new Date(Date.now() - 60_000).toISOString();
      const replay = (cursor?: string) =>
        own.call<ErrorBody>('POST', `/webhooks/${id}/deliveries/replay`, { since, cursor });
      const failed = () => own.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries?status=failed`);
      const seen = () => own.ok<{ status: string; disabled_reason: string | null }>('GET', `/webhooks/${id}`);
      await own.ok('POST', `/webhooks/${id}/test`, { event: 'render.failed' });
      expect((await failed()).data).toHaveLength(1);
      expect((await replay()).body).toEqual({ replayed: 0, has_more: false, next_cursor: null });

      status = 410;
      for (let events = 1; events <= 2; events++) {
        await withTable(service, (table) => commitEvent(table, own.accountId));
        const disabled = await until(seen, (webhook) => webhook.status === 'disabled', 20);
        expect(disabled.disabled_reason).toContain('410');
        expectError(await replay(), 'webhook_disabled');
        await until(failed, ({ data }) => data.length === 1 + events, 20);
        for (let again = 0; again < 2; again++)
          expect(await own.ok('POST', `/webhooks/${id}/enable`)).toMatchObject({
            id,
            status: 'active',
            disabled_reason: null,
          });
      }

      status = 200;
      expectError(await replay('x'), 'invalid_cursor');
      expect((await replay()).body).toEqual({ replayed: 2, has_more: false, next_cursor: null });
      await until(
        () => own.ok<List<DeliveryBody>>('GET', `/webhooks/${id}/deliveries?status=succeeded`),
        ({ data }) => data.length === 2,
        20,
      );
      expect((await replay()).body).toEqual({ replayed: 0, has_more: false, next_cursor: null });
    } finally {
      await down.stop();
    }
  });

  it('whose secret was rotated is signed with the old one and the new one', async () => {
    const { id, signing_secret } = await register();

    const rotated = await client.ok<{ signing_secret: string; previous_secret_expires_at: string }>(
      'POST',
      `/webhooks/${id}/rotate-secret`,
    );

    expect(rotated.signing_secret).not.toBe(signing_secret);
    expect(Date.parse(rotated.previous_secret_expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { delivery } = await client.ok<{ delivery: DeliveryBody }>('POST', `/webhooks/${id}/test`, {
      event: 'render.completed',
    });
    const [received] = got(delivery.event_id);
    if (!received) throw new Error('nothing was received');
    verify(received, signing_secret);
    verify(received, rotated.signing_secret);
    expect(received.headers['x-service-signature']?.match(/v1=/g)).toHaveLength(2);
    const read = JSON.stringify(await client.ok('GET', `/webhooks/${id}`));
    for (const secret of [signing_secret, rotated.signing_secret]) expect(read).not.toContain(secret.slice(6));
  });
});

describe('entitlements', () => {
  interface Entitlements {
    limits: object;
    usage: { renders: number; render_seconds: number; running_renders: number; queued_renders: number };
  }

  it('are those of the plan, with what was used of them; no more renders run at once than the plan allows', async () => {
    const mine = await service.account('pro');
    const look = () => mine.ok<Entitlements>('GET', '/entitlements');
    expect(await look()).toMatchObject({
      plan: 'pro',
      api_access: true,
      limits: ENTITLEMENTS.pro,
      usage: { renders: 0, render_seconds: 0, narration_characters: 0, running_renders: 0, queued_renders: 0 },
    });
    const { id } = await deck([{ title: 'a', duration_seconds: 1.5 }], mine);
    const made: RenderAnswer[] = [];
    for (let i = 0; i < 7; i++)
      made.push(await mine.ok<RenderAnswer>('POST', '/renders', { timeline_id: id, output: { resolution: '480p' } }));
    const positions: (number | null)[] = [];
    const last = made.at(-1)?.id;
    const placeOfLast = async () => (await mine.ok<RenderAnswer>('GET', `/renders/${last}`)).queue_position;
    let looks = 0;
    await until(
      async () => {
        // In turn: both at every check would be more requests than the plan allows.
        looks += 1;
        if (looks % 2 === 0) {
          positions.push(await placeOfLast());
          return undefined;
        }
        const { usage } = await look();
        expect(usage.running_renders).toBeLessThanOrEqual(3);
        return usage.running_renders + usage.queued_renders;
      },
      (unfinished) => unfinished === 0,
      120,
    );
    expect(await placeOfLast()).toBeNull();
    const places = positions.filter((place) => place !== null);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect((await look()).usage).toMatchObject({ renders: 7, render_seconds: 7 * 1.5 });
    const list = await mine.ok<List<RenderAnswer>>('GET', `/renders?status=completed&timeline_id=${id}`);
    expect(list.data.map((render) => render.id).sort()).toEqual(made.map((render) => render.id).sort());
    expect((await mine.ok<List<RenderAnswer>>('GET', '/renders?status=failed')).data).toEqual([]);
  });

  it('refuse a video that is too long whatever is said in it', async () => {
    const mine = await service.account('pro');
    const { id } = await deck(Array(7).fill({ title: 'a', duration_seconds: 300 }), mine);
    expectError(await mine.call('POST', '/renders', { timeline_id: id }), 'entitlement_required', 'timeline_id');
  });
});
