import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { type MetricRecord, metricRecordInLine } from '#stack/metric-record-line.ts';
import { readLog } from '#test/support/service/read-log.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import {
  type Answer,
  type Client,
  type ErrorBody,
  ended,
  type Service,
  until,
} from '#test/support/service/start-service.ts';

const CANARY = `canary${randomBytes(8).toString('hex')}`;
/** Presigned addresses, signing secrets, API keys and tokens, of any account. */
const SECRETS = [/X-Amz-Signature=/i, /whsec_[A-Za-z0-9+/]{8}/, /svc_(live|test)_[A-Za-z0-9]{16}/, /\beyJ[\w-]+\.eyJ/];

const milliseconds = z.int().min(0);
const IMPORT_LINE = z.looseObject({
  message: z.string(),
  details: z.looseObject({
    reading_cpu_ms: milliseconds,
    drawing_cpu_ms: milliseconds,
    decode_ms: milliseconds,
    store_ms: z.int().min(1),
  }),
});

let service: Service;
let client: Client;
let receiver: ReturnType<typeof createServer>;

async function records(): Promise<MetricRecord[]> {
  return (await readLog(service)).split('\n').flatMap((line) => metricRecordInLine(line) ?? []);
}

beforeAll(async () => {
  service = await sharedService();
  client = await service.account('pro');
  // It refuses at first, with words that end in the delivery's excerpt.
  let count = 0;
  receiver = createServer((request, response) => {
    request.resume();
    count += 1;
    response.writeHead(count === 1 ? 500 : 200).end(CANARY);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

describe('the log of a service that was used in every way', () => {
  const answers: { answer: Answer<unknown>; operation: string; code?: string }[] = [];
  let renderIds: string[];
  let importId: string;

  const note = async <Body>(operation: string, answer: Promise<Answer<Body>>): Promise<Body> => {
    const got = await answer;
    const code = (got.body as Partial<ErrorBody>).error?.code;
    answers.push({ answer: got, operation, ...(code === undefined ? {} : { code }) });
    return got.body;
  };

  beforeAll(async () => {
    const { port } = receiver.address() as AddressInfo;
    const own = { 'idempotency-key': CANARY, 'user-agent': CANARY, 'x-custom': CANARY };
    const words = `The ${CANARY} rises.`;
    const hook = await note(
      'createWebhook',
      client.call<{ id: string }>('POST', '/webhooks', {
        url: `http://127.0.0.1:${port}/${CANARY}?token=${CANARY}`,
        events: ['render.completed', 'render.failed'],
        description: CANARY,
      }),
    );
    await note('testWebhook', client.call('POST', `/webhooks/${hook.id}/test`, { event: 'render.completed' }));
    const timeline = await note(
      'createTimeline',
      client.call<{ id: string; slides: { id: string }[] }>(
        'POST',
        '/timelines',
        {
          title: CANARY,
          metadata: { [CANARY]: CANARY },
          lexicon: [{ word: CANARY, say_as: CANARY }].slice(0, 0),
          slides: [{ title: CANARY, bullet_points: [CANARY], speaker_notes: words }],
        },
        own,
      ),
    );
    const slide = `/timelines/${timeline.id}/slides/${timeline.slides[0]?.id}`;
    const image = { 'content-type': 'image/png' };
    await note('createTimeline', client.call('POST', '/timelines', { title: 'x', [CANARY]: CANARY }));
    await note('createTimeline', client.call('POST', '/timelines', `{"${CANARY}`));
    await note('getTimeline', client.call('GET', `/timelines/tl_${CANARY}`));
    await note('listTimelines', client.call('GET', `/timelines?cursor=${CANARY}`));
    await note('uploadSlideImage', client.call('POST', `${slide}/images`, CANARY, image));
    await note('uploadSlideImage', client.call('POST', `${slide}/images`, { url: `http://10.0.0.1/${CANARY}` }));
    await note('generateSlideAudio', client.call('POST', `${slide}/audio`, CANARY, { 'content-type': 'audio/wav' }));
    await note('previewSlide', service.anonymous('GET', `${slide}/preview`, undefined, { 'x-api-key': CANARY }));
    await note('getMe', service.anonymous('GET', '/me', undefined, { authorization: `Bearer ${CANARY}.${CANARY}.x` }));
    const good = await note(
      'createRender',
      client.call<{ id: string }>('POST', '/renders', {
        timeline_id: timeline.id,
        output: { resolution: '480p' },
        metadata: { [CANARY]: CANARY },
        webhook_url: `http://127.0.0.1:${port}/${CANARY}/own`,
      }),
    );
    // A voice that has no sound for the words: the render fails.
    const mute = await note(
      'createTimeline',
      client.call<{ id: string }>('POST', '/timelines', {
        title: CANARY,
        language: 'ar',
        slides: [{ title: CANARY, speaker_notes: `ǂǂǂ` }],
      }),
    );
    const bad = await note(
      'createRender',
      client.call<{ id: string }>('POST', '/renders', { timeline_id: mute.id, output: { resolution: '480p' } }),
    );
    const deck = { 'content-type': 'text/markdown' };
    const imported = await note(
      'importTimeline',
      client.call<{ id: string }>('POST', '/timelines/import', `# ${CANARY}\n\n---\n\n# Two`, deck),
    );
    importId = imported.id;
    await until(
      () => client.ok<{ status: string }>('GET', `/imports/${importId}`),
      ({ status }) => status === 'completed',
      60,
    );
    renderIds = [good.id, bad.id];
    await Promise.all(renderIds.map((id) => ended(client, id)));
    // The receiver refused the first delivery: the second attempt comes after five seconds.
    await until(
      () => client.ok<{ data: { status: string }[] }>('GET', `/webhooks/${hook.id}/deliveries`),
      ({ data }) => data.length >= 2 && data.every(({ status }) => status !== 'pending'),
      40,
    );
  });

  it('has one record for each request, with its operation, account, status and code', async () => {
    const all = await records();
    for (const { answer, operation, code } of answers) {
      const found = all.filter(({ request_id }) => request_id === answer.headers.get('x-request-id'));
      expect(found, operation).toHaveLength(1);
      expect(found[0]).toMatchObject({ operation, status: String(answer.status), ...(code ? { code } : {}) });
    }
    expect(answers.filter(({ code }) => code !== undefined).length).toBeGreaterThan(7);
  });

  it('has a record for each piece of work of a render, from its task to its delivery', async () => {
    // The log names work when it is over, which a client may see before.
    await until(
      async () => {
        const all = await records();
        const ended = all.flatMap(({ message, render_id }) => (message === 'render ended' ? String(render_id) : []));
        const stages = new Set(
          all.flatMap(({ render_id, stage }) => (render_id === renderIds[0] ? String(stage) : [])),
        );
        const isWorkOfClient = ({ account_id, message }: MetricRecord) =>
          account_id === client.accountId && message === 'work';
        return {
          notEnded: renderIds.filter((id) => !ended.includes(id)),
          missing: ['renders', 'narration', 'dispatch', 'deliveries'].filter((stage) => !stages.has(stage)),
          // Two renders, two narrations, and at least one dispatch and two deliveries of the first render.
          lacksWork: all.filter(isWorkOfClient).length < 7,
          lacksFailedTry: !all.some(({ message, outcome }) => message === 'delivery try' && outcome === '5xx'),
          lacksSpeech: !all.some(
            ({ message, SpokenCharacters }) => message === 'speech' && Number(SpokenCharacters) > 0,
          ),
        };
      },
      ({ notEnded, missing, ...lacks }) =>
        notEnded.length + missing.length === 0 && !Object.values(lacks).some(Boolean),
      10,
    );
  });

  it('has one line of where the time of an import went', async () => {
    const lines = async () =>
      (await readLog(service)).split('\n').filter((line) => line.includes(importId) && line.includes('reading_cpu_ms'));
    const [line = '', ...more] = await until(lines, ({ length }) => length > 0, 10);
    expect(more).toEqual([]);
    expect(parseJson(IMPORT_LINE, line.slice(line.indexOf('{')))).toMatchObject({
      message: 'import',
      details: { import_id: importId, account_id: client.accountId, kind: 'markdown', pictures: 0 },
    });
  });

  it('has no text of a client, no secret and no presigned address', async () => {
    const text = await readLog(service);
    const lines = text.split('\n');
    expect(lines.filter((line) => line.includes(CANARY) || SECRETS.some((secret) => secret.test(line)))).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
    // A library that wants attention says so for each record: a line more of every request.
    expect(lines.filter((line) => line.includes('EMF key'))).toEqual([]);
  });
});
