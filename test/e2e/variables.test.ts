import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

interface TimelineBody {
  id: string;
  title: string;
  variables: Record<string, string | null>;
  slides: { id: string; title: string }[];
}
interface RenderBody {
  id: string;
  status: string;
  slides_reused: number;
  output: { url: string; captions: { vtt_url: string } };
}

const service = sharedService();
let client: Client;
let timeline: TimelineBody;

const SLIDES = [
  { title: 'Hello {{name}}', speaker_notes: 'Hello {{name}}, {{offer}}.' },
  { title: 'The same for all', speaker_notes: 'And this is said to everyone.' },
];

const make = (body: object) => client.ok<TimelineBody>('POST', '/timelines', { resolution: '480p', ...body });

/** A PNG by its hash. */
async function preview({ id, slides }: TimelineBody, query = ''): Promise<string> {
  const path = `/timelines/${id}/slides/${slides[0]?.id}/preview?width=320${query}`;
  const response = await fetch(`${service.stack.baseUrl}${path}`, { headers: { 'x-api-key': client.apiKey } });
  expect(response.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}
const given = (variables: object) => `&variables=${encodeURIComponent(JSON.stringify(variables))}`;

async function refused(body: object): Promise<{ status: number; error: ErrorBody['error'] }> {
  const answer = await client.call<ErrorBody>('POST', '/renders', { timeline_id: timeline.id, ...body });
  return { status: answer.status, error: answer.body.error };
}

async function render(variables: object): Promise<RenderBody> {
  const { id } = await client.ok<RenderBody>('POST', '/renders', { timeline_id: timeline.id, variables });
  const ended = await until(
    () => client.ok<RenderBody>('GET', `/renders/${id}`),
    ({ status }) => !['queued', 'processing', 'rendering'].includes(status),
    60,
  );
  expect(ended.status).toBe('completed');
  return ended;
}
const textOf = async (url: string) => (await fetch(url)).text();

beforeAll(async () => {
  client = await service.account('max');
  const variables = { name: null, offer: 'welcome' };
  timeline = await make({ title: 'For {{name}}', variables, slides: SLIDES });
});

describe('a timeline with variables', () => {
  it('shows its texts as they were written, and its variables', () => {
    expect(timeline).toMatchObject({ title: 'For {{name}}', variables: { name: null, offer: 'welcome' } });
    expect(timeline.slides[0]?.title).toBe('Hello {{name}}');
  });

  it.each(['constructor', 'valueof', 'tostring'])(
    'draws the value of one named %s, its default, or the text of neither',
    async (name) => {
      const variables = Object.fromEntries([[name, 'Ada']]);
      const [made, literal, other] = await Promise.all([
        make({ title: 'One', variables, slides: [{ title: `For {{${name}}}` }] }),
        make({ title: 'One', slides: [{ title: 'For Ada' }] }),
        make({ title: 'One', slides: [{ title: 'For Grace' }] }),
      ]);
      const grace = Object.fromEntries([[name, 'Grace']]);
      expect(await preview(made)).toBe(await preview(literal));
      expect(await preview(made, given(grace))).toBe(await preview(other));
    },
  );

  it('has its variables replaced as a whole, or taken away', async () => {
    const { id } = await make({ title: 'Changing', variables: { a: '1' } });
    const put = (variables: object) => client.ok<TimelineBody>('PUT', `/timelines/${id}`, { variables });
    expect((await put({ b: null })).variables).toEqual({ b: null });
    expect((await put({})).variables).toEqual({});
  });

  it.each([
    ['variables.Name', { Name: 'x' }],
    ['variables.a', { a: 5 }],
    ['variables.a', { a: 'x'.repeat(1001) }],
    ['variables', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`v${index}`, '']))],
  ])('is refused for %s', async (param, variables) => {
    const { status, body } = await client.call<ErrorBody>('POST', '/timelines', { title: 't', variables });
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('keeps as many variables as are allowed', async () => {
    const variables = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`v${index}`, '😀'.repeat(1000)]));
    expect((await make({ title: 'Full', variables })).variables).toEqual(variables);
  });
});

describe('a preview with variables', () => {
  it('shows what a timeline shows that has the values as its texts', async () => {
    const plain = await make({ title: 'Plain', slides: [{ title: 'Hello Ada' }] });
    const braces = await make({ title: 'Plain', slides: [{ title: 'Hello {{name}}' }] });
    expect(await preview(timeline, given({ name: 'Ada' }))).toBe(await preview(plain));
    expect(await preview(timeline)).toBe(await preview(braces));
  });

  it.each([
    ['query.variables.nobody', 'variable_unknown', given({ nobody: 'x' })],
    ['query.variables', 'validation_failed', '&variables=%7B'],
    ['query.variables', 'validation_failed', '&variables=%5B%5D'],
    ['query.variables.name', 'validation_failed', given({ name: 1 })],
  ])('names %s as what is wrong (%s)', async (param, code, query) => {
    const path = `/timelines/${timeline.id}/slides/${timeline.slides[0]?.id}/preview?width=320${query}`;
    const { status, body } = await client.call<ErrorBody>('GET', path);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });
});

describe('a render with variables', () => {
  it('is refused for names that the timeline does not have, and without values', async () => {
    expect(await refused({ variables: { nmae: 'Ada' } })).toMatchObject({
      status: 400,
      error: { code: 'variable_unknown', param: 'variables.nmae' },
    });
    expect(await refused({})).toMatchObject({
      status: 422,
      error: { code: 'variable_missing', param: 'variables.name' },
    });
    expect(await refused({ variables: { name: 'x'.repeat(200) } })).toMatchObject({
      status: 400,
      error: { code: 'validation_failed', param: 'variables.name' },
    });
  });

  it('says and shows the values, and shares what they do not change', async () => {
    const ada = await render({ name: 'Ada', offer: null });
    expect(await textOf(ada.output.captions.vtt_url)).toContain('Hello Ada, welcome.');
    const film = Buffer.from(await (await fetch(ada.output.url)).arrayBuffer());
    for (const text of ['For Ada', 'Hello Ada']) expect(film.includes(text)).toBe(true);

    const eve = await render({ name: 'Eve', offer: 'good bye' });
    expect(await textOf(eve.output.captions.vtt_url)).toContain('Hello Eve, good bye.');
    expect(eve.slides_reused).toBe(1);
  });
});
