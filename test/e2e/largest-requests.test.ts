import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import { entitlementsAnswerSchema } from '#features/accounts/contract.ts';
import { ENTITLEMENTS, type PlanLimits } from '#features/accounts/entitlements.ts';
import { createFirstSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { slideBytes } from '#features/timelines/timeline-bytes.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { isWhole } from '#test/support/depth.ts';
import { BRAND_FONT } from '#test/support/samples/fonts.ts';
import { largestSlide } from '#test/support/samples/largest-slide.ts';
import { copyFonts } from '#test/support/service/copy-fonts.ts';
import {
  addHeldRenders,
  addHoldings,
  addOpenBatches,
  addRequests,
  addUsage,
  addWaitingImports,
} from '#test/support/service/set-counters.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Answer, type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';

/** API Gateway ends a request after this time, in milliseconds. */
const MOST_MS = 29_000;
/** A refusal that needs no work comes within this time, in milliseconds, also from a machine that is busy with other tests. */
const AT_ONCE_MS = 10_000;
/** One for which all rows of the largest batch are checked first. */
const CHECKED_MS = 20_000;

const service = sharedService();
const { max, pro } = ENTITLEMENTS;

/** An answer, which came in time. */
async function timed<Body>(answering: Promise<Answer<Body>>, most = MOST_MS): Promise<Answer<Body>> {
  const began = performance.now();
  const answer = await answering;
  expect(performance.now() - began, 'milliseconds until the answer').toBeLessThan(most);
  return answer;
}

/** The body of a request that was taken in time. */
async function taken<Body>(client: Client, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await timed(client.call<Body>(method, path, body));
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
  return answer.body;
}

/** The refusal of a request within `most` milliseconds, with the code that is documented. */
async function refused(
  code: ErrorCode,
  answering: Promise<Answer<ErrorBody>>,
  most = AT_ONCE_MS,
): Promise<ErrorBody['error']> {
  const { status, body } = await timed(answering, most);
  expect([status, body.error?.code], JSON.stringify(body).slice(0, 500)).toEqual([API_ERRORS[code][1], code]);
  return body.error;
}

const times = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => value(index));

interface Made {
  id: string;
}
const newTimeline = (client: Client, over: object = {}) =>
  taken<Made & { slides: Made[] }>(client, 'POST', '/timelines', {
    title: 'Limits',
    resolution: '480p',
    slides: [{ title: 'One' }],
    ...over,
  });

/** The seconds of the longest slide. */
const LONGEST_SLIDE = 300;
/** A timeline whose video has this length, in seconds. */
const timelineOf = (client: Client, seconds: number) => {
  const whole = times(Math.floor(seconds / LONGEST_SLIDE), () => LONGEST_SLIDE);
  const rest = seconds % LONGEST_SLIDE === 0 ? [] : [seconds % LONGEST_SLIDE];
  const slides = [...whole, ...rest].map((duration_seconds) => ({ title: 'Long', duration_seconds }));
  return newTimeline(client, { transition: { type: 'none' }, slides });
};

/** Renders silently, which needs no other time than that of the slides. */
const render = <Body = Made>(client: Client, timeline_id: string, output: object = { fps: 24 }) =>
  client.call<Body>('POST', '/renders', { timeline_id, narration: 'none', output });
const cancel = (client: Client, { id }: Made) => client.ok('DELETE', `/renders/${id}`);

/** Sends a file as the body of a request. */
async function sendFile(
  client: Client,
  path: string,
  type: string,
  body: string | Buffer<ArrayBuffer>,
): Promise<Answer<Made & ErrorBody>> {
  const headers = { 'x-api-key': client.apiKey, 'content-type': type };
  const answer = await fetch(`${service.stack.baseUrl}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Made & ErrorBody };
}

const shown = async (client: Client) => entitlementsAnswerSchema.parse(await client.ok('GET', '/entitlements'));

/** The last request of a minute is answered, and the next one is refused. */
async function expectRateLimit(send: () => Promise<Answer<ErrorBody>>, limitedBy: string): Promise<void> {
  const last = await timed(send());
  expect(last.status).not.toBe(API_ERRORS.rate_limited[1]);
  expect(last.headers.get('ratelimit')).toContain(`"${limitedBy}";r=0`);
  const next = await timed(send());
  // Where a minute ended between the two, that was the last one of the next minute.
  const { status, body, headers } = next.status === API_ERRORS.rate_limited[1] ? next : await timed(send());
  expect([status, body.error.code]).toEqual([API_ERRORS.rate_limited[1], 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** For each limit: how it is reached, and what refuses one step more. */
const REACHED: { [Name in keyof PlanLimits]: { how: string; reach: () => Promise<void> } } = {
  requests_per_minute: {
    how: 'the last request of a minute, whose others are entered as sent, and one more',
    async reach() {
      const client = await service.account('max');
      await addRequests(service, client.accountId, { requests: max.requests_per_minute - 1 });
      await expectRateLimit(() => client.call('GET', '/me'), 'requests');
    },
  },
  render_creations_per_minute: {
    how: 'the last order of a render in a minute, and one more; of a timeline that is not there, so that only the limit is at work',
    async reach() {
      const client = await service.account('max');
      await addRequests(service, client.accountId, { render_creations: max.render_creations_per_minute - 1 });
      await expectRateLimit(() => render(client, 'tl_none'), 'render_creations');
    },
  },
  running_renders: {
    how: 'the last render that may run, beside others that are entered as running, and one that waits behind as many',
    async reach() {
      const client = await service.account('pro');
      const { id } = await newTimeline(client);
      const order = async () => (await timed(render(client, id))).body;
      await ended(client, (await order()).id);
      await addHeldRenders(service, client.accountId, { running: pro.running_renders - 1 });
      expect((await ended(client, (await order()).id)).status).toBe('completed');
      await addHeldRenders(service, client.accountId, { running: pro.running_renders });
      const waiting = await order();
      expect(await client.ok('GET', `/renders/${waiting.id}`)).toMatchObject({ status: 'queued', queue_position: 1 });
      const { usage } = await shown(client);
      expect([usage.running_renders, usage.queued_renders]).toEqual([pro.running_renders, 1]);
      await cancel(client, waiting);
    },
  },
  queued_renders: {
    how: 'the last render that may wait, behind others that are entered as ordered, and one more',
    async reach() {
      const client = await service.account('max');
      const { id } = await newTimeline(client);
      await ended(client, (await render(client, id)).body.id);
      const held = { running: max.running_renders, waiting: max.queued_renders - 1 };
      await addHeldRenders(service, client.accountId, held);
      const { status, body } = await timed(render(client, id));
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await shown(client)).usage.queued_renders).toBe(max.queued_renders);
      await refused('too_many_renders', render<ErrorBody>(client, id));
      await cancel(client, body);
    },
  },
  slides_per_timeline: {
    how: 'a timeline with as many slides, and one more by each way to add one',
    async reach() {
      const client = await service.account('max');
      const slides = times(max.slides_per_timeline, (index) => ({ title: `Slide ${index}` }));
      const { id } = await newTimeline(client, { slides });
      const made = await taken<Made & { slides: Made[] }>(client, 'GET', `/timelines/${id}`);
      expect(made.slides).toHaveLength(max.slides_per_timeline);
      const slide_ids = made.slides.map((slide) => slide.id).reverse();
      await taken(client, 'PATCH', `/timelines/${id}/slides/reorder`, { slide_ids });
      await taken(client, 'PUT', `/timelines/${id}`, { slides });
      await taken(client, 'GET', `/timelines/${id}/check`);
      const more = [...slides, { title: 'more' }];
      await refused('entitlement_required', client.call('POST', `/timelines/${id}/slides`, { title: 'more' }));
      await refused('validation_failed', client.call('PUT', `/timelines/${id}`, { slides: more }));
      await refused('validation_failed', client.call('POST', '/timelines', { title: 'More', slides: more }));
      const small = await service.account('pro');
      await newTimeline(small, { slides: slides.slice(0, pro.slides_per_timeline) });
      const beyond = { title: 'More', slides: slides.slice(0, pro.slides_per_timeline + 1) };
      await refused('entitlement_required', small.call('POST', '/timelines', beyond));
    },
  },
  timeline_bytes: {
    how: 'the largest slides, the last one shortened until the timeline has no byte more room',
    async reach() {
      const client = await service.account('max');
      const large = largestSlide('a');
      const bytes = slideBytes(createFirstSlideRevision('tl_01JAAAAAAAAAAAAAAAAAAAAAAA', large, new Date(0)));
      // One fewer than fit, in two requests, because a body has less room than a timeline.
      const count = Math.floor(max.timeline_bytes / bytes) - 1;
      const { id, slides: first } = await newTimeline(client, { slides: times(Math.floor(count / 2), () => large) });
      const more = times(count - first.length, () => large);
      await taken(client, 'PUT', `/timelines/${id}`, {
        slides: [...first.map((slide) => ({ id: slide.id })), ...more],
      });
      const path = `/timelines/${id}/slides`;
      const excessOf = ({ message }: ErrorBody['error']) => Number(/bytes, (\d+) more than/.exec(message)?.[1]);
      // Large slides until none has room, then small ones: what is left is less than notes may have.
      let last: Made | undefined;
      for (const slide of [large, { title: 'Small' }]) {
        for (;;) {
          const { status, body } = await timed(client.call<Made & ErrorBody>('POST', path, slide));
          if (status === API_ERRORS.timeline_too_large[1]) break;
          expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
          last = body;
        }
      }
      const speak = <Body>(speaker_notes: string) => client.call<Body>('PUT', `${path}/${last?.id}`, { speaker_notes });
      const tooLong = await refused('timeline_too_large', speak<ErrorBody>('a'.repeat(5000)));
      const fitting = 'a'.repeat(5000 - excessOf(tooLong));
      expect((await timed(speak(fitting))).status).toBe(200);
      expect(excessOf(await refused('timeline_too_large', speak<ErrorBody>(`${fitting}a`)))).toBe(1);
      await taken(client, 'GET', `/timelines/${id}`);
      await taken(client, 'PUT', `/timelines/${id}`, { title: 'Large!' });
      await taken(client, 'GET', `/timelines/${id}/check`);
    },
  },
  video_seconds: {
    how: 'a video of as many seconds, and one of a second more',
    async reach() {
      const client = await service.account('max');
      const { id } = await timelineOf(client, max.video_seconds);
      const { status, body } = await timed(render(client, id));
      expect(status, JSON.stringify(body)).toBe(200);
      await cancel(client, body);
      const { id: longer } = await timelineOf(client, max.video_seconds + 1);
      await refused('entitlement_required', render(client, longer));
    },
  },
  resolution: {
    how: 'the largest of each plan; the next one is refused',
    async reach() {
      for (const [plan, limits] of Object.entries(ENTITLEMENTS)) {
        const client = await service.account(plan === 'max' ? 'max' : 'pro');
        const { id } = await newTimeline(client);
        const { status, body } = await timed(render(client, id, { resolution: limits.resolution }));
        expect(status, JSON.stringify(body)).toBe(200);
        await client.call('DELETE', `/renders/${body.id}`);
        const next = RESOLUTION_NAMES[RESOLUTION_NAMES.indexOf(limits.resolution) + 1];
        const code = next === undefined ? 'validation_failed' : 'entitlement_required';
        await refused(code, render(client, id, { resolution: next ?? '4320p' }));
      }
    },
  },
  codecs: {
    how: 'each codec of each plan that the encoder has; all others are refused',
    async reach() {
      for (const plan of ['pro', 'max'] as const) {
        const client = await service.account(plan);
        const { id } = await newTimeline(client);
        const offered: readonly string[] = (await shown(client)).limits.codecs;
        for (const codec of max.codecs) {
          const order = () => render<Made & ErrorBody>(client, id, { codec });
          if (!ENTITLEMENTS[plan].codecs.includes(codec)) await refused('entitlement_required', order());
          else if (!offered.includes(codec)) await refused('unsupported_codec', order());
          else {
            const { status, body } = await timed(order());
            expect(status, JSON.stringify(body)).toBe(200);
            await client.call('DELETE', `/renders/${body.id}`);
          }
        }
        await refused('validation_failed', render(client, id, { codec: 'mpeg2' }));
      }
    },
  },
  fps: {
    how: 'the most frames of each plan; the next rate is refused',
    async reach() {
      for (const [plan, next, code] of [
        ['pro', 50, 'entitlement_required'],
        ['max', 120, 'validation_failed'],
      ] as const) {
        const client = await service.account(plan);
        const { id } = await newTimeline(client);
        const { status, body } = await timed(render(client, id, { fps: ENTITLEMENTS[plan].fps }));
        expect(status, JSON.stringify(body)).toBe(200);
        await client.call('DELETE', `/renders/${body.id}`);
        await refused(code, render(client, id, { fps: next }));
      }
    },
  },
  render_seconds_per_month: {
    how: 'a batch whose rows reserve the whole month; a render of one slide is refused',
    async reach() {
      const client = await service.account('max');
      const { id } = await timelineOf(client, max.video_seconds);
      const rows = times(max.render_seconds_per_month / max.video_seconds, () => ({}));
      const batch = { timeline_id: id, narration: 'none', rows };
      await refused('quota_exceeded', client.call('POST', '/batches', { ...batch, rows: [...rows, {}] }));
      const made = await taken<Made>(client, 'POST', '/batches', batch);
      const { id: short } = await newTimeline(client);
      await refused('quota_exceeded', render(client, short));
      await taken(client, 'DELETE', `/batches/${made.id}`);
    },
  },
  narration_characters_per_month: {
    how: 'speech for the last characters of a month whose others are entered as used, because they take hours to speak',
    async reach() {
      const client = await service.account('max');
      const text = 'Hello there.';
      const { id } = await newTimeline(client, { slides: [{ title: 'Spoken' }, { title: 'More' }] });
      const { slides } = await client.ok<{ slides: Made[] }>('GET', `/timelines/${id}`);
      const speak = <Body>(slide: number, said: string) =>
        client.call<Body>('POST', `/timelines/${id}/slides/${slides[slide]?.id}/audio`, { text: said });
      const left = max.narration_characters_per_month - text.length;
      await addUsage(service, client.accountId, { narration_characters: left });
      await refused('quota_exceeded', speak<ErrorBody>(0, 'Hello you there.'));
      expect((await timed(speak(0, text))).status).toBe(200);
      // The same slide may say something else instead of that.
      await refused('quota_exceeded', speak<ErrorBody>(1, 'a'));
    },
  },
  timelines: {
    how: 'the last timeline; the others are entered as made, because they take a quarter of an hour at the limit of requests',
    async reach() {
      const client = await service.account('max');
      await addHoldings(service, client.accountId, { timelines: max.timelines - 1 });
      await newTimeline(client);
      const error = await refused('entitlement_required', client.call('POST', '/timelines', { title: 'More' }));
      expect(error.param).toBe('timelines');
    },
  },
  own_templates: {
    how: 'the last template, beside others that are entered as there, and one more',
    async reach() {
      const client = await service.account('max');
      await addHoldings(service, client.accountId, { own_templates: max.own_templates - 1 });
      const create = <Body>(name: string) => client.call<Body>('POST', '/templates', { name, base: 'plain' });
      expect((await timed(create('Own'))).status).toBe(200);
      const error = await refused('entitlement_required', create<ErrorBody>('More'));
      expect(error.param).toBe('own_templates');
    },
  },
  own_fonts: {
    how: 'the last font file; others are copies of the first, because each takes a second to prove',
    async reach() {
      const client = await service.account('max');
      const upload = () => sendFile(client, '/fonts', 'font/woff2', readFileSync(BRAND_FONT));
      const takeOne = async () => {
        const { status, body } = await timed(upload());
        expect(status, JSON.stringify(body)).toBe(200);
      };
      await takeOne();
      await copyFonts(service, client.accountId, max.own_fonts - 2);
      await takeOne();
      const error = await refused('entitlement_required', upload());
      expect(error.param).toBe('own_fonts');
      const { data } = await taken<{ data: Made[] }>(client, 'GET', '/fonts?limit=100');
      expect(data).toHaveLength(max.own_fonts);
    },
  },
  stored_bytes: {
    how: 'a file for the last bytes; the others are entered as stored',
    async reach() {
      const client = await service.account('max');
      const upload = () => sendFile(client, '/fonts', 'font/woff2', readFileSync(BRAND_FONT));
      expect((await timed(upload())).status).toBe(200);
      // The account has what the file is stored as, which need not be what was sent.
      const { stored_bytes } = (await shown(client)).usage;
      await addHoldings(service, client.accountId, { stored_bytes: max.stored_bytes - 2 * stored_bytes });
      expect((await timed(upload())).status).toBe(200);
      expect((await shown(client)).usage.stored_bytes).toBe(max.stored_bytes);
      const error = await refused('entitlement_required', upload());
      expect(error.param).toBe('stored_bytes');
    },
  },
  imports_waiting: {
    how: 'the last import; the others are entered as waiting, because a real one may end before the next begins',
    async reach() {
      const client = await service.account('max');
      const send = () => sendFile(client, '/timelines/import', 'text/markdown', '# One\n\n- point\n');
      const waiting = times(max.imports_waiting, (index) => `imp_waiting${index}`);
      await addWaitingImports(service, client.accountId, waiting.slice(1));
      const { status, body } = await timed(send());
      expect(status, JSON.stringify(body)).toBe(200);
      await until(
        () => client.ok<{ status: string }>('GET', `/imports/${body.id}`),
        (seen) => seen.status === 'completed',
        60,
      );
      await addWaitingImports(service, client.accountId, waiting);
      await refused('too_many_imports', send());
    },
  },
  open_batches: {
    how: 'the last batch, beside others that are entered as open, and one more',
    async reach() {
      const client = await service.account('max');
      const { id } = await timelineOf(client, 3600);
      const batch = { timeline_id: id, narration: 'none', rows: [{}] };
      // Its row waits behind renders that have their places: a batch that is over is not open.
      await addHeldRenders(service, client.accountId, { running: max.running_renders });
      const first = await taken<Made>(client, 'POST', '/batches', batch);
      await addOpenBatches(service, client.accountId, max.open_batches - 2);
      const last = await taken<Made>(client, 'POST', '/batches', batch);
      await refused('too_many_batches', client.call('POST', '/batches', batch));
      for (const one of [first, last]) await taken(client, 'DELETE', `/batches/${one.id}`);
    },
  },
  batch_rows: {
    how: 'a batch of as many rows of as many slides as there may be, each with long notes that name a variable, and one row more',
    async reach() {
      const client = await service.account('max');
      const { id } = await newTimeline(client, {
        variables: { name: null },
        slides: times(max.slides_per_timeline, () => ({
          title: 'Hello {{name}}',
          speaker_notes: `Hello {{name}}. ${'Words. '.repeat(80)}`,
          duration_seconds: 1,
          cut_speech: true,
        })),
      });
      const rows = times(max.batch_rows, (index) => ({
        variables: { name: `Ada ${index}` },
        external_id: `row-${index}`,
      }));
      const batch = { timeline_id: id, narration: 'none', rows };
      await refused('validation_failed', client.call('POST', '/batches', { ...batch, rows: [...rows, rows[0]] }));
      // All rows are checked, and more seconds than a month has are refused for it.
      await refused('quota_exceeded', client.call('POST', '/batches', batch), CHECKED_MS);
      const made = await taken<Made>(client, 'POST', '/batches', { ...batch, rows: rows.slice(0, 700) });
      await taken(client, 'DELETE', `/batches/${made.id}`);
      const { id: short } = await newTimeline(client, {
        variables: { name: null },
        slides: [{ title: 'Hello {{name}}', speaker_notes: 'Hello {{name}}.' }],
      });
      const all = await taken<Made>(client, 'POST', '/batches', { timeline_id: short, rows });
      await taken(client, 'DELETE', `/batches/${all.id}`);
      const small = await service.account('pro');
      const { id: other } = await newTimeline(small);
      const beyond = { timeline_id: other, narration: 'none', rows: times(pro.batch_rows + 1, () => ({})) };
      await refused('entitlement_required', small.call('POST', '/batches', beyond));
    },
  },
  output_retention_days: {
    how: 'the end of a render is that many days after its order; no request can ask for more',
    async reach() {
      for (const plan of ['pro', 'max'] as const) {
        const client = await service.account(plan);
        const { id } = await newTimeline(client);
        const { body } = await timed(render<{ created_at: string; expires_at: string }>(client, id));
        const days = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000;
        expect(days).toBe(ENTITLEMENTS[plan].output_retention_days);
      }
    },
  },
};

/**
 * Limits whose largest files and requests take seconds: the largest timeline in a dozen requests, of which `largest-fields.test.ts` makes one in a
 * single one; files up to the last byte of an account; a font that is proved.
 */
const LONGEST = ['timeline_bytes', 'stored_bytes', 'own_fonts'];

describe('every limit of the plans', () => {
  it.each(['pro', 'max'] as const)('that GET /entitlements answers for %s is tried here', async (plan) => {
    const { limits } = await shown(await service.account(plan));
    expect(Object.keys(limits).sort()).toEqual(Object.keys(REACHED).sort());
    // It names the codecs that the encoder has.
    const codecs = ENTITLEMENTS[plan].codecs.filter((codec) => limits.codecs.includes(codec));
    expect(codecs.length).toBeGreaterThan(1);
    expect(limits).toEqual({ ...ENTITLEMENTS[plan], codecs });
  });

  const tried = Object.entries(REACHED).filter(([name]) => isWhole || !LONGEST.includes(name));
  it.each(tried.map(([name, { how, reach }]) => [name, how, reach] as const))('%s: %s', (_name, _how, reach) =>
    reach(),
  );
});
