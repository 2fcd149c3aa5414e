import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTried } from '#test/support/depth.ts';
import { BAD_BODIES, BAD_IDS, ODD_HEADERS } from '#test/support/hostile/requests.ts';
import { HOSTILE_STRINGS } from '#test/support/hostile/texts.ts';
import { isBeyondApiGateway, needing } from '#test/support/service/needing.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client } from '#test/support/service/start-service.ts';

const service = sharedService();
let client: Client;

beforeAll(async () => {
  client = await service.account('max');
});

interface RawAnswer {
  status: number;
  text: string;
}

/** A request whose path, headers and body go out as they are. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  body: string | Buffer = '',
): Promise<RawAnswer> {
  const { hostname, port, pathname } = new URL(service.stack.baseUrl);
  const sent = { 'x-api-key': client.apiKey, 'content-length': String(Buffer.byteLength(body)), ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: `${pathname}${path}`, headers: sent }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode ?? 0, text });
    });
    outgoing.on('error', reject).end(body);
  });
}

/** A refusal in the one error shape. */
function expectRefused({ status, text }: RawAnswer, statuses: readonly number[]): void {
  expect(statuses, text.slice(0, 300)).toContain(status);
  const { error } = JSON.parse(text) as { error: object };
  expect(error).toEqual(
    expect.objectContaining({ type: expect.any(String), code: expect.any(String), request_id: expect.any(String) }),
  );
  expect(text.length).toBeLessThan(20_000);
}

const json = { 'content-type': 'application/json' };

it('has at least 60 cases of each kind', () => {
  for (const corpus of [BAD_BODIES, BAD_IDS, ODD_HEADERS, HOSTILE_STRINGS]) {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpus.map(([name]) => name)).size).toBe(corpus.length);
  }
});

describe('a body', () => {
  it.each(BAD_BODIES)('that is bad is refused: %s', async (_, body) => {
    expectRefused(await send('POST', '/timelines', json, body), [400, 413]);
  });
});

describe('an id', () => {
  it.each(BAD_IDS)('that is not an id finds nothing: %s', async (_, id) => {
    expectRefused(await send('GET', `/timelines/${id}`), [400, 404, 405]);
  });
});

describe('headers', () => {
  const doesNoHarm = async (headers: (typeof ODD_HEADERS)[number][1]) => {
    const body = JSON.stringify({ title: 'Headers' });
    const answer = await send('POST', '/timelines', { ...json, ...headers }, body);
    if (answer.status !== 200) expectRefused(answer, [400, 401, 413, 415, 417, 422, 431]);
    else expect(JSON.parse(answer.text)).toMatchObject({ title: 'Headers' });
  };
  for (const [name, headers] of ODD_HEADERS.filter((_, at) => isTried(at, 2))) {
    const tests = isBeyondApiGateway(Object.values(headers).join()) ? needing('large headers') : { it };
    tests.it(`that are odd do no harm: ${name}`, () => doesNoHarm(headers));
  }

  it('changed no prototype and no other account', async () => {
    expect(await client.ok('GET', '/me')).toMatchObject({ id: client.accountId, plan: 'max' });
  });
});

describe('a text', () => {
  it.each(HOSTILE_STRINGS.filter((_, at) => isTried(at, 2)))('is kept as it is, or refused: %s', async (_, text) => {
    const slides = [{ title: text.slice(0, 200), bullet_points: [text], speaker_notes: text }];
    const body = { title: 'Texts', metadata: { text: text.slice(0, 200) }, slides };
    const answer = await client.call<{ id: string; slides: object[]; metadata: object }>('POST', '/timelines', body);
    if (answer.status !== 200) return expect(answer.status).toBe(400);
    expect(answer.body.slides).toMatchObject(slides);
    expect(answer.body.metadata).toEqual(body.metadata);
    const { body: read } = await client.call<{ slides: object[] }>('GET', `/timelines/${answer.body.id}`);
    return expect(read.slides).toMatchObject(slides);
  });
});
