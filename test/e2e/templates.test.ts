import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { fontAnswerSchema } from '#features/fonts/contract.ts';
import type { templateAnswerSchema } from '#features/templates/contract.ts';
import { BRAND_FONT, HEBREW_FONT } from '#test/support/samples/fonts.ts';
import { ABORTING_OUTLINE, smallFont } from '#test/support/samples/small-font.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

type FontBody = z.output<typeof fontAnswerSchema>;
type TemplateBody = z.output<typeof templateAnswerSchema>;
interface TimelineBody {
  id: string;
  template_id: string;
  slide_numbers: boolean | null;
  footer: string | null;
  slides: { id: string }[];
}
interface RenderBody {
  id: string;
  status: string;
  slides_reused: number;
  slides_rendered: number;
  error: unknown;
  output: { video_url: string | null };
}

const service = sharedService();
let client: Client;
let logo: Buffer;

// Each test has the requests of a minute for itself, and the templates that the plan allows.
beforeEach(async () => {
  client = await service.account('pro');
});

beforeAll(async () => {
  logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#e4572e' } })
    .png()
    .toBuffer();
});

const create = (body: object, of = client): Promise<TemplateBody> =>
  of.ok('POST', '/templates', { name: 'Acme', base: 'plain', ...body });
const sendLogo = async (id: string, bytes: Buffer, of = client) => {
  const response = await fetch(`${service.stack.baseUrl}/templates/${id}/logo`, {
    method: 'POST',
    headers: { 'x-api-key': of.apiKey, 'content-type': 'image/png' },
    body: Uint8Array.from(bytes),
  });
  return { status: response.status, body: (await response.json()) as TemplateBody & ErrorBody };
};
const sendFont = async (bytes: Buffer, of = client) => {
  const response = await fetch(`${service.stack.baseUrl}/fonts`, {
    method: 'POST',
    headers: { 'x-api-key': of.apiKey, 'content-type': 'font/woff2' },
    body: Uint8Array.from(bytes),
  });
  return { status: response.status, body: (await response.json()) as FontBody & ErrorBody };
};
const usage = async (of = client) =>
  (await of.ok<{ usage: { own_templates: number; own_fonts: number; stored_bytes: number } }>('GET', '/entitlements'))
    .usage;
const preview = async (timeline: TimelineBody, index = 0): Promise<Buffer> => {
  const response = await fetch(
    `${service.stack.baseUrl}/timelines/${timeline.id}/slides/${timeline.slides[index]?.id}/preview?width=320`,
    { headers: { 'x-api-key': client.apiKey } },
  );
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const colorAt = async (png: Buffer, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
};
async function render(timeline: TimelineBody): Promise<RenderBody> {
  const { id } = await client.ok<RenderBody>('POST', '/renders', {
    timeline_id: timeline.id,
    narration: 'none',
    output: { resolution: '480p' },
  });
  const made = await until(
    () => client.ok<RenderBody>('GET', `/renders/${id}`),
    ({ status }) => status === 'completed' || status === 'failed',
    120,
  );
  expect(made.error).toBeNull();
  return made;
}

describe('a custom template', () => {
  it('is made, listed after the built-in ones, read with its previews, and changed', async () => {
    const made = await create({
      colors: { background: '#0B3D2E', text: '#ffffff' },
      footer: 'Acme',
      slide_numbers: true,
    });
    expect(made).toMatchObject({
      kind: 'own',
      base: 'plain',
      scheme: 'dark',
      colors: { background: '#0b3d2e', text: '#ffffff' },
      fonts: {},
      logo: null,
      logo_place: 'bottom_right',
      logo_on: 'all',
      image_treatment: 'none',
      footer: 'Acme',
      slide_numbers: true,
      version: 1,
    });
    expect(made.id).toMatch(/^tpl_/);

    const { data } = await client.ok<{ data: TemplateBody[] }>('GET', '/templates?limit=100');
    const kinds = data.map(({ kind }) => kind);
    expect(kinds.indexOf('own')).toBe(kinds.lastIndexOf('built_in') + 1);
    expect(data.map(({ id }) => id)).toContain(made.id);

    const whole = await client.ok<TemplateBody>('GET', `/templates/${made.id}`);
    expect(whole.previews.length).toBeGreaterThan(made.previews.length);
    const picture = await fetch(whole.previews[0]?.url ?? '');
    expect(await colorAt(Buffer.from(await picture.arrayBuffer()), 320, 8)).toEqual([0x0b, 0x3d, 0x2e]);

    const changed = await client.ok<TemplateBody>('PUT', `/templates/${made.id}`, { footer: null, version: 1 });
    expect(changed).toMatchObject({ version: 2, footer: null, colors: made.colors, slide_numbers: true });
    const late = await client.call<ErrorBody>('PUT', `/templates/${made.id}`, { name: 'x', version: 1 });
    expect([late.status, late.body.error.code]).toEqual([409, 'version_conflict']);
  });

  it('has the colours of photographs of its base, until it gets its own', async () => {
    const made = await create({ base: 'gazette' });
    expect(made).toMatchObject({ image_treatment: 'duotone' });
    await client.ok('PUT', `/templates/${made.id}`, { image_treatment: 'tint' });
    // A list draws a few previews of each, the template itself those of each layout.
    const { data } = await client.ok<{ data: TemplateBody[] }>('GET', '/templates?limit=100');
    const treatments = new Map(data.map(({ id, image_treatment }) => [id, image_treatment]));
    expect([treatments.get(made.id), treatments.get('plain')]).toEqual(['tint', 'none']);
  });

  it('tells colours that are hard to read, and takes them', async () => {
    const { contrast } = await create({ colors: { background: '#ffffff', text: '#bbbbbb', accent: '#000000' } });
    const of = (front: string, back: string) =>
      contrast?.find(({ pair: [one, other] }) => one === front && other === back);
    expect(of('text', 'background')).toMatchObject({ ratio: 1.91, passes: false });
    expect(of('accent', 'background')).toMatchObject({ ratio: 21, passes: true });
  });

  it('refuses what is not a colour, base or family', async () => {
    for (const body of [
      { colors: { accent: 'red' } },
      { colors: { blue: '#0000ff' } },
      { base: 'nowhere' },
      { fonts: { body: { family: 'Comic Sans' } } },
      { logo_place: 'middle' },
      { image_treatment: 'sepia' },
    ]) {
      const { status } = await client.call('POST', '/templates', { name: 'x', base: 'plain', ...body });
      expect(status, JSON.stringify(body)).toBe(400);
    }
  });

  it('is of its account alone', async () => {
    const { id } = await create({});
    const other = await service.account('pro');
    for (const [method, path, body] of [
      ['GET', `/templates/${id}`, undefined],
      ['PUT', `/templates/${id}`, { name: 'x' }],
      ['DELETE', `/templates/${id}`, undefined],
      ['DELETE', `/templates/${id}/logo`, undefined],
    ] as const) {
      const answer = await other.call<ErrorBody>(method, path, body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'template_not_found']);
    }
    const timeline = await other.call<ErrorBody>('POST', '/timelines', { title: 'x', template_id: id });
    expect([timeline.status, timeline.body.error.param]).toEqual([400, 'template_id']);
    expect((await sendLogo(id, logo, other)).status).toBe(404);
  });

  it('counts against the plan, once for a request that is repeated', async () => {
    const fresh = await service.account('pro');
    const body = { name: 'x', base: 'plain' };
    const headers = { 'idempotency-key': 'one' };
    const first = await fresh.call<TemplateBody>('POST', '/templates', body, headers);
    const again = await fresh.call<TemplateBody>('POST', '/templates', body, headers);
    expect(again.body.id).toBe(first.body.id);
    expect((await usage(fresh)).own_templates).toBe(1);
    for (let i = 1; i < 10; i++) await create({}, fresh);
    const refused = await fresh.call<ErrorBody>('POST', '/templates', body);
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      403,
      'entitlement_required',
      'own_templates',
    ]);
    await fresh.ok('DELETE', `/templates/${first.body.id}`);
    expect((await usage(fresh)).own_templates).toBe(9);
  });

  it('that a timeline uses cannot be deleted, and a built-in one cannot be changed', async () => {
    const { id } = await create({});
    const timeline = await client.ok<TimelineBody>('POST', '/timelines', { title: 'x', template_id: id });
    const used = await client.call<ErrorBody>('DELETE', `/templates/${id}`);
    expect([used.status, used.body.error.code]).toEqual([409, 'template_in_use']);
    await client.ok('PUT', `/timelines/${timeline.id}`, { template_id: 'plain' });
    await client.ok('DELETE', `/templates/${id}`);
    const gone = await client.call<ErrorBody>('PUT', `/timelines/${timeline.id}`, { template_id: id });
    expect(gone.status).toBe(400);

    const second = await create({});
    const deleted = await client.ok<TimelineBody>('POST', '/timelines', { title: 'x', template_id: second.id });
    await client.ok('DELETE', `/timelines/${deleted.id}`);
    await client.ok('DELETE', `/templates/${second.id}`);

    for (const [method, path] of [
      ['PUT', '/templates/plain'],
      ['DELETE', '/templates/plain'],
      ['DELETE', '/templates/plain/logo'],
    ] as const) {
      const answer = await client.call<ErrorBody>(method, path, method === 'PUT' ? { name: 'x' } : undefined);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'template_built_in']);
    }
  });

  it('draws its logo, which counts as stored bytes, until it is removed', async () => {
    const fresh = await create({ logo_place: 'top_left' });
    const before = (await usage()).stored_bytes;
    const { status, body } = await sendLogo(fresh.id, logo);
    expect([status, body.logo?.width, body.version]).toEqual([200, 300, 2]);
    expect((await usage()).stored_bytes).toBe(before + (body.logo?.size_bytes ?? 0));
    const timeline = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'x',
      template_id: fresh.id,
      slides: [{ title: 'Words', bullet_points: ['one', 'two'] }],
    });
    const [x, y] = [28, 9];
    expect(await colorAt(await preview(timeline), x, y)).toEqual([0xe4, 0x57, 0x2e]);
    const damaged = await sendLogo(fresh.id, Buffer.from('no picture'));
    expect(damaged.body.error.code).toBe('image_invalid');
    await client.ok('DELETE', `/templates/${fresh.id}/logo`);
    expect(await colorAt(await preview(timeline), x, y)).not.toEqual([0xe4, 0x57, 0x2e]);
    expect((await usage()).stored_bytes).toBe(before);
  });

  it('is rendered as it was when the render was made; a change draws again what uses it, and nothing else', async () => {
    const { id } = await create({ colors: { accent: '#123456' } });
    const slides = ['One', 'Two'].map((title) => ({ title, duration_seconds: 1 }));
    const own = await client.ok<TimelineBody>('POST', '/timelines', { title: 'Own', template_id: id, slides });
    const plain = await client.ok<TimelineBody>('POST', '/timelines', { title: 'Plain', slides });
    expect(await render(own)).toMatchObject({ status: 'completed', slides_rendered: 2 });
    expect(await render(plain)).toMatchObject({ status: 'completed', slides_rendered: 2 });

    await client.ok('PUT', `/templates/${id}`, { name: 'Another name' });
    expect(await render(own)).toMatchObject({ slides_reused: 2, slides_rendered: 0 });
    await client.ok('PUT', `/templates/${id}`, { colors: { accent: '#654321' } });
    expect(await render(own)).toMatchObject({ slides_reused: 0, slides_rendered: 2 });
    expect(await render(plain)).toMatchObject({ slides_reused: 2, slides_rendered: 0 });
  });

  it('gives its footer and numbers to timelines that say nothing', async () => {
    const { id } = await create({ footer: 'Acme', slide_numbers: true });
    const slides = [{ title: 'One' }, { title: 'Two', bullet_points: ['a', 'b'] }];
    const silent = await client.ok<TimelineBody>('POST', '/timelines', { title: 'x', template_id: id, slides });
    expect([silent.footer, silent.slide_numbers]).toEqual([null, null]);
    const own = { footer: 'Acme', slide_numbers: true };
    const says = await client.ok<TimelineBody>('POST', '/timelines', { title: 'x', template_id: id, slides, ...own });
    const none = { footer: '', slide_numbers: false };
    const denies = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'x',
      template_id: id,
      slides,
      ...none,
    });
    const [silently, saying, denying] = [await preview(silent, 1), await preview(says, 1), await preview(denies, 1)];
    expect(silently.equals(saying)).toBe(true);
    expect(silently.equals(denying)).toBe(false);
  });
});

describe('a custom font', () => {
  it('is read, listed after the built-in ones, counted, and removed', async () => {
    const of = await service.account('pro');
    const { status, body } = await sendFont(readFileSync(BRAND_FONT), of);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ kind: 'own', format: 'woff2', scripts: ['Latn'], embeddable: true });
    const { data } = await of.ok<{ data: FontBody[] }>('GET', '/fonts?limit=100');
    expect(data.at(-1)?.id).toBe(body.id);
    expect(data[0]).toMatchObject({ kind: 'built_in', family: 'Inter' });
    expect(await usage(of)).toMatchObject({ own_fonts: 1, stored_bytes: body.size_bytes });
    await of.ok('DELETE', `/fonts/${body.id}`);
    expect(await usage(of)).toMatchObject({ own_fonts: 0, stored_bytes: 0 });
    const again = await of.call<ErrorBody>('DELETE', `/fonts/${body.id}`);
    expect([again.status, again.body.error.code]).toEqual([404, 'font_not_found']);
  });

  it('is refused when it cannot be read, or forbids that it is embedded', async () => {
    const [damaged, restricted] = [await sendFont(Buffer.from('no font')), await sendFont(smallFont({ rights: 2 }))];
    expect([damaged.status, damaged.body.error.code]).toEqual([422, 'font_invalid']);
    expect([restricted.status, restricted.body.error.code]).toEqual([422, 'font_restricted']);
  });

  it('that ends the engine that draws it is refused, and the service continues', async () => {
    const aborting = smallFont({ outline: ABORTING_OUTLINE });
    const refused = await Promise.all([sendFont(aborting), sendFont(aborting)]);
    for (const { status, body } of refused) expect([status, body.error?.code]).toEqual([422, 'font_invalid']);
    expect((await sendFont(smallFont())).status).toBe(200);
  });

  it('is of its account alone', async () => {
    const { body } = await sendFont(readFileSync(BRAND_FONT));
    const other = await service.account('pro');
    expect((await other.call('DELETE', `/fonts/${body.id}`)).status).toBe(404);
    const stolen = { name: 'x', base: 'plain', fonts: { body: { font_id: body.id } } };
    const refused = await other.call<ErrorBody>('POST', '/templates', stolen);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'fonts.body.font_id']);
  });

  it('sets a video with colours, two fonts and a logo; a change draws again what uses it, and nothing else', async () => {
    const [heading, body] = [await sendFont(readFileSync(BRAND_FONT)), await sendFont(readFileSync(HEBREW_FONT))];
    const made = await create({
      colors: { background: '#fffaf0', accent: '#0a7d5a' },
      fonts: { heading: { font_id: heading.body.id }, body: { font_id: body.body.id } },
    });
    expect(made.fonts?.heading).toEqual({ family: heading.body.family, font_id: heading.body.id });
    await sendLogo(made.id, logo);
    const slides = ['Alpha', 'Beta'].map((title) => ({ title, bullet_points: ['שלום', 'עולם'], duration_seconds: 1 }));
    const branded = await client.ok<TimelineBody>('POST', '/timelines', { title: 'B', template_id: made.id, slides });
    const usual = await client.ok<TimelineBody>('POST', '/timelines', { title: 'U', slides });
    const first = await preview(branded);
    expect((await sharp(first).stats()).isOpaque).toBe(true);
    expect(await render(branded)).toMatchObject({ status: 'completed', slides_rendered: 2 });
    expect(await render(usual)).toMatchObject({ status: 'completed', slides_rendered: 2 });

    const used = await client.call<ErrorBody>('DELETE', `/fonts/${heading.body.id}`);
    expect([used.status, used.body.error.code]).toEqual([409, 'font_in_use']);
    await client.ok('PUT', `/templates/${made.id}`, { fonts: { body: { font_id: body.body.id } } });
    await client.ok('DELETE', `/fonts/${heading.body.id}`);
    expect((await preview(branded)).equals(first)).toBe(false);
    expect(await render(branded)).toMatchObject({ slides_reused: 0, slides_rendered: 2 });
    expect(await render(usual)).toMatchObject({ slides_reused: 2, slides_rendered: 0 });
  });
});
