import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorInvitationDeps } from '#cli/operator.ts';
import { createInvitation } from '#features/accounts/manage-invitations.ts';
import { apiContracts } from '#front/api/contracts.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { BRAND_FONT } from '#test/support/samples/fonts.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';

/** The endpoint tables of section 4 of the public contract, row by row. */
const TABLE = `
GET /me
GET /entitlements
POST /renders
GET /renders
GET /renders/:id
DELETE /renders/:id
GET /templates
GET /templates/:id
GET /timelines
POST /timelines
GET /timelines/:id
PUT /timelines/:id
DELETE /timelines/:id
GET /timelines/:id/slides
POST /timelines/:id/slides
PUT /timelines/:id/slides/:sid
DELETE /timelines/:id/slides/:sid
PATCH /timelines/:id/slides/reorder
POST /timelines/:id/slides/:sid/images
DELETE /timelines/:id/slides/:sid/images
GET /timelines/:id/slides/:sid/audio
POST /timelines/:id/slides/:sid/audio
POST /webhooks
GET /webhooks
GET /webhooks/:id
DELETE /webhooks/:id
POST /webhooks/:id/test
`;
/** What the service has beyond them. */
const BEYOND = `
GET /openapi.json
GET /docs
GET /docs/:file
GET /console
GET /console/:file
GET /llms.txt
GET /.well-known/oauth-protected-resource
POST /mcp
GET /health
GET /account
GET /account/keys
POST /account/keys
PUT /account/keys/:id
DELETE /account/keys/:id
POST /invitations/accept
GET /voices
GET /icons
POST /templates/from
POST /speech/preview
GET /timelines/:id/slides/:sid/preview
GET /timelines/:id/check
GET /timelines/:id/contact-sheet
POST /timelines/import
POST /uploads
GET /imports
GET /imports/:id
GET /imports/:id/report.html
GET /uploads
POST /batches
GET /batches
GET /batches/:id
GET /batches/:id/renders
GET /batches/:id/results.csv
DELETE /batches/:id
POST /templates
PUT /templates/:id
DELETE /templates/:id
POST /templates/:id/logo
DELETE /templates/:id/logo
POST /fonts
GET /fonts
DELETE /fonts/:id
POST /timelines/:id/background-audio
DELETE /timelines/:id/background-audio
GET /webhooks/:id/deliveries
POST /webhooks/:id/deliveries/:did/redeliver
POST /webhooks/:id/deliveries/replay
POST /webhooks/:id/enable
POST /webhooks/:id/rotate-secret
PUT /webhooks/:id
DELETE /renders/:id/files
GET /renders/:id/transcript
GET /renders/:id/deliveries
POST /renders/:id/deliveries/:did/redeliver
`;

const rowsOf = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.replace(/:(\w+)/g, '{$1}'))
    .sort();
const routeOf = ({ method, path }: Pick<OperationContract, 'method' | 'path'>): string => `${method} ${path}`;

/** Every `http` event of serverless.yml, without the version in front of its path. */
function deployedRoutes(): string[] {
  const text = readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8');
  const events = text.matchAll(/\bhttp: (?:'(\w+) (\/[^']*)'|(\w+) (\/\S*))/g);
  return [...events].map(([, method, path, plainMethod, plainPath]) => {
    const whole = path ?? plainPath ?? '';
    return `${method ?? plainMethod} ${whole.replace(/^\/v1(?=\/)/, '')}`;
  });
}

describe('the routes', () => {
  it('of the public contract are all there, and beyond them only those that are named here', () => {
    expect(apiContracts.map(routeOf).sort()).toEqual([...rowsOf(TABLE), ...rowsOf(BEYOND)].sort());
  });

  it('are deployed as the contracts have them, and every path answers methods that it does not have', () => {
    const routes = deployedRoutes();
    const any = routes.filter((route) => route.startsWith('ANY ')).map((route) => route.slice('ANY '.length));
    expect(routes.filter((route) => !route.startsWith('ANY ')).sort()).toEqual(apiContracts.map(routeOf).sort());
    const paths = [...new Set(apiContracts.map(({ path }) => path)), '/', '/{proxy+}'];
    expect(any.sort()).toEqual(paths.sort());
  });
});

interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

const service = sharedService();
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let timeline: { id: string; slides: { id: string }[] };
const slideId = (index: number) => timeline.slides[index]?.id ?? '';
const inSlide = (index: number) => ({ id: timeline.id, sid: slideId(index) });

/** For each operation what a client sends that is answered with 200; in the order in which they are tried. */
const GOOD: Record<string, () => Promise<Sent> | Sent> = {
  getHealth: () => ({}),
  getOpenApi: () => ({}),
  getDocs: () => ({}),
  getDocsFile: () => ({ params: { file: 'swagger-ui.css' } }),
  getConsole: () => ({}),
  getConsoleFile: () => ({ params: { file: 'console.css' } }),
  getLlmsText: () => ({}),
  getProtectedResource: () => ({}),
  callTools: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }),
  getMe: () => ({}),
  getEntitlements: () => ({}),
  getAccount: () => ({}),
  listKeys: () => ({ query: 'limit=1' }),
  createKey: () => ({ body: { name: 'Reader', scope: 'read' } }),
  updateKey: async () => ({ params: { id: await newKey() }, body: { name: 'Renamed' } }),
  deleteKey: async () => ({ params: { id: await newKey() } }),
  acceptInvitation: async () => ({ body: { token: await newInvitation() } }),
  listVoices: () => ({ query: 'language=de' }),
  listIcons: () => ({ query: 'q=rocket' }),
  previewSpeech: () => ({ body: { text: 'It costs $5.' } }),
  listTemplates: () => ({}),
  getTemplate: () => ({ params: { id: 'plain' } }),
  createTemplate: () => ({ body: { name: 'Own', base: 'minimal', colors: { accent: '#0A7D5A' } } }),
  createTemplateFrom: async () => ({ body: { image: { upload_id: await uploadedLogo() } } }),
  updateTemplate: async () => ({ params: { id: await newTemplate() }, body: { footer: 'Own' } }),
  uploadTemplateLogo: async () => ({
    params: { id: await newTemplate() },
    body: { content_type: 'image/png', size_bytes: 68 },
  }),
  uploadFont: () => ({ body: { content_type: 'font/ttf', size_bytes: 68 } }),
  listFonts: () => ({}),
  deleteFont: async () => ({ params: { id: await newFont() } }),
  deleteTemplateLogo: async () => ({ params: { id: await newTemplate() } }),
  deleteTemplate: async () => ({ params: { id: await newTemplate() } }),
  createTimeline: () => ({
    body: { title: 'Table', format: 'landscape', resolution: '480p', slides: [{ title: 'a' }] },
  }),
  listTimelines: () => ({ query: 'limit=1' }),
  getTimeline: () => ({ params: { id: timeline.id } }),
  updateTimeline: () => ({ params: { id: timeline.id }, body: { title: 'Changed' } }),
  listSlides: () => ({ params: { id: timeline.id } }),
  createSlide: () => ({ params: { id: timeline.id }, body: { title: 'more' } }),
  updateSlide: () => ({ params: inSlide(0), body: { title: 'A' } }),
  reorderSlides: async () => {
    const { slides } = await client.ok<typeof timeline>('GET', `/timelines/${timeline.id}`);
    return { params: { id: timeline.id }, body: { slide_ids: slides.map(({ id }) => id).reverse() } };
  },
  previewSlide: () => ({ params: inSlide(0), query: 'width=160' }),
  uploadSlideImage: () => ({ params: inSlide(0), body: { content_type: 'image/png', size_bytes: 68 } }),
  deleteSlideImage: () => ({ params: inSlide(0) }),
  getContactSheet: () => ({ params: { id: timeline.id }, query: 'width=200' }),
  checkTimeline: () => ({ params: { id: timeline.id }, query: 'resolution=480p' }),
  importTimeline: () => ({ body: { content_type: 'application/pdf', size_bytes: 68 } }),
  announceUpload: () => ({ body: { content_type: 'image/png', size_bytes: 68 } }),
  createBatch: () => ({ body: { timeline_id: timeline.id, rows: [{}], narration: 'none' } }),
  listBatches: () => ({}),
  getBatch: async () => ({ params: { id: await newBatch() } }),
  listBatchRenders: async () => ({ params: { id: await newBatch() } }),
  getBatchResults: async () => ({ params: { id: await newBatch(5) } }),
  cancelBatch: async () => ({ params: { id: await newBatch(100) } }),
  listImports: () => ({ query: 'limit=1&created_after=2026-01-01T00:00:00Z' }),
  listUploads: () => ({ query: 'limit=1' }),
  getImport: async () => ({ params: { id: await newImport() } }),
  getImportReport: async () => ({ params: { id: await newImport() } }),
  uploadBackgroundAudio: () => ({ params: { id: timeline.id }, body: { content_type: 'audio/mpeg', size_bytes: 68 } }),
  deleteBackgroundAudio: () => ({ params: { id: timeline.id } }),
  generateSlideAudio: () => ({ params: inSlide(0), body: { format: 'wav' } }),
  getSlideAudio: () => ({ params: inSlide(0) }),
  createRender: () => ({ body: { timeline_id: timeline.id, output: { resolution: '480p' } } }),
  listRenders: () => ({ query: `timeline_id=${timeline.id}&status=queued` }),
  getRender: async () => ({ params: { id: (await newRender()).id } }),
  cancelRender: async () => ({ params: { id: (await longRender()).id } }),
  deleteRenderFiles: async () => ({ params: { id: await canceledRender() } }),
  getTranscript: async () => ({ params: { id: await completedRender() } }),
  listRenderDeliveries: async () => ({ params: { id: (await newRender()).id } }),
  redeliverOfRender: async () => ({ params: await deliveryOfRender() }),
  createWebhook: () => ({ body: { url: receiver.url, events: ['render.failed'] } }),
  listWebhooks: () => ({}),
  getWebhook: async () => ({ params: { id: (await newWebhook()).id } }),
  testWebhook: async () => ({ params: { id: (await newWebhook()).id }, body: { event: 'render.completed' } }),
  listDeliveries: async () => ({ params: { id: (await deliveryOf()).id } }),
  redeliver: async () => ({ params: await deliveryOf() }),
  replayDeliveries: async () => ({
    params: { id: (await newWebhook()).id },
    body: { since: '2026-03-04T05:06:07+01:00' },
  }),
  updateWebhook: async () => ({ params: { id: (await newWebhook()).id }, body: { description: 'Other' } }),
  enableWebhook: async () => ({ params: { id: (await newWebhook()).id } }),
  rotateWebhookSecret: async () => ({ params: { id: (await newWebhook()).id } }),
  deleteWebhook: async () => ({ params: { id: (await newWebhook()).id } }),
  deleteSlide: () => ({ params: inSlide(1) }),
  deleteTimeline: () => ({ params: { id: timeline.id } }),
};

/** A render that any machine works on for many seconds: one that is at its end can no longer be canceled. */
async function longRender(): Promise<{ id: string }> {
  const timeline = {
    title: 'x',
    resolution: '480p',
    transition: { type: 'zoom', duration_seconds: 2 },
    slides: Array.from({ length: 40 }, (_, i) => ({ title: `Slide ${i}`, bullet_points: ['one'] })),
  };
  const { id } = await client.ok<{ id: string }>('POST', '/timelines', timeline);
  return client.ok('POST', '/renders', { timeline_id: id, output: { fps: 60 } });
}
/** A batch that is not at its end for a while when it has many rows: the first one runs alone. */
async function newBatch(count = 1): Promise<string> {
  const rows = Array.from({ length: count }, () => ({}));
  const body = { timeline_id: timeline.id, rows, narration: 'none' };
  const { id } = await client.ok<{ id: string }>('POST', '/batches', body);
  return id;
}

async function newKey(): Promise<string> {
  const { id } = await client.ok<{ id: string }>('POST', '/account/keys', { name: 'One' });
  return id;
}
async function newInvitation(): Promise<string> {
  const details = { plan: 'free', name: 'Guest', email: '' } as const;
  return (await createInvitation(operatorInvitationDeps(service.stack.environment), details, 60)).token;
}

async function newImport(): Promise<string> {
  const response = await fetch(`${service.stack.baseUrl}/timelines/import`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, 'content-type': 'application/pdf' },
    body: '%PDF-1.7',
  });
  return ((await response.json()) as { id: string }).id;
}
async function newFont(): Promise<string> {
  const response = await fetch(`${service.stack.baseUrl}/fonts`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, 'content-type': 'font/woff2' },
    body: readFileSync(BRAND_FONT),
  });
  return ((await response.json()) as { id: string }).id;
}
const uploadedLogo = async (): Promise<string> => {
  const picture = sharp({ create: { width: 90, height: 90, channels: 3, background: '#0a7d5a' } });
  return uploadFile(client, '/uploads', 'image/png', await picture.png().toBuffer());
};
const newTemplate = async (): Promise<string> => {
  const { id } = await client.ok<{ id: string }>('POST', '/templates', { name: 'Own', base: 'plain' });
  return id;
};
const newRender = () => client.ok<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
async function completedRender(): Promise<string> {
  const { id } = await newRender();
  await until(
    () => client.ok<{ status: string }>('GET', `/renders/${id}`),
    ({ status }) => status === 'completed',
    120,
  );
  return id;
}
async function canceledRender(): Promise<string> {
  const { id } = await newRender();
  // One that has ended meanwhile is as good.
  await client.call('DELETE', `/renders/${id}`);
  return id;
}
const newWebhook = () =>
  client.ok<{ id: string }>('POST', '/webhooks', { url: receiver.url, events: ['render.failed'] });
async function deliveryOf(): Promise<{ id: string; did: string }> {
  const { id } = await newWebhook();
  const tested = await client.ok<{ delivery: { id: string } }>('POST', `/webhooks/${id}/test`, {
    event: 'render.failed',
  });
  return { id, did: tested.delivery.id };
}

async function deliveryOfRender(): Promise<{ id: string; did: string }> {
  const body = { timeline_id: timeline.id, webhook_url: `${receiver.url}?of=render` };
  const { id } = await client.ok<{ id: string }>('POST', '/renders', body);
  const { data } = await until(
    () => client.ok<{ data: { id: string }[] }>('GET', `/renders/${id}/deliveries`),
    (list) => list.data.length > 0,
    60,
  );
  return { id, did: data[0]?.id ?? '' };
}

function pathOf(contract: OperationContract, { params = {}, query }: Sent): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return query === undefined ? path : `${path}?${query}`;
}

/** A request that must fail, made from the contract and a good one, and the code that it must have. */
function badRequest(contract: OperationContract, good: Sent): { sent: Sent; code: ErrorCode } {
  const absent = contract.errors.find((code) => code.endsWith('_not_found'));
  if (contract.params && absent)
    return { sent: { ...good, params: { id: 'xx_0', sid: 'xx_0', did: 'xx_0', file: 'none' } }, code: absent };
  if (contract.errors.includes('invalid_cursor'))
    return { sent: { ...good, query: 'cursor=bm8' }, code: 'invalid_cursor' };
  return { sent: { ...good, body: {} }, code: 'validation_failed' };
}

function expectError(answer: { status: number; body: ErrorBody }, code: ErrorCode): void {
  expect(answer.body.error).toMatchObject({
    code,
    type: API_ERRORS[code][0],
    request_id: expect.stringMatching(/^req_/),
  });
  expect(answer.status).toBe(API_ERRORS[code][1]);
}

beforeAll(async () => {
  receiver = await startReceiver();
  client = await service.account('max');
  timeline = await client.ok('POST', '/timelines', {
    title: 'Contract',
    resolution: '480p',
    slides: [{ title: 'a', speaker_notes: 'Hello there.' }, { title: 'b' }],
  });
});
afterAll(async () => {
  await receiver?.stop();
});

describe('every operation', () => {
  it('is tried here', () => {
    expect(Object.keys(GOOD).sort()).toEqual(apiContracts.map(({ operation }) => operation).sort());
  });

  const ordered = Object.keys(GOOD).flatMap((name) => apiContracts.find(({ operation }) => operation === name) ?? []);
  it.each(ordered.map((contract): [string, OperationContract] => [contract.operation, contract]))(
    '%s succeeds and fails as its contract says',
    async (name, contract) => {
      const good = (await GOOD[name]?.()) ?? {};

      // A failure first: the success may be the end of what it is about.
      if (contract.open === undefined) {
        const bare = await service.anonymous<ErrorBody>(contract.method, pathOf(contract, good), good.body);
        expectError(bare, 'credentials_missing');
        if (contract.params || contract.query || contract.body) {
          const { sent, code } = badRequest(contract, good);
          expectError(await client.call(contract.method, pathOf(contract, sent), sent.body), code);
        }
      } else {
        const answer = await service.anonymous<ErrorBody>('PATCH', pathOf(contract, good));
        expectError(answer, 'method_not_allowed');
      }

      const changes = contract.method !== 'GET' && contract.open === undefined;
      if (changes) {
        // The tag names another state than the present one, or the operation takes no condition: nothing is changed.
        const refused = await client.call<ErrorBody>(contract.method, pathOf(contract, good), good.body, {
          'if-match': '"of-another-state"',
        });
        expectError(refused, contract.conditional ? 'precondition_failed' : 'validation_failed');
        expect(refused.body.error).toMatchObject({ param: 'if-match' });
      }

      const response = await fetch(`${service.stack.baseUrl}${pathOf(contract, good)}`, {
        method: contract.method,
        headers: {
          ...(contract.open ? {} : { 'x-api-key': client.apiKey }),
          ...(good.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(contract.conditional ? { 'if-match': '*' } : {}),
        },
        ...(good.body === undefined ? {} : { body: JSON.stringify(good.body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status, bytes.toString().slice(0, 500)).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      const isTagged = contract.open === undefined && contract.media === undefined && contract.method === 'GET';
      if (isTagged) expect(response.headers.get('etag')).toMatch(/^"[\w.-]+"$/);
      if (contract.media === undefined) {
        const json: unknown = JSON.parse(bytes.toString());
        // Parsing leaves out what the contract does not name: nothing may be left out.
        expect(contract.answer.parse(json)).toEqual(json);
      } else expect(bytes.length).toBeGreaterThan(100);
    },
  );
});
