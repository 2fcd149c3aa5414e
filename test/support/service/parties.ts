import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { Plan } from '#features/accounts/account.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { type IdKind, newId } from '#kernel/shared/ids.ts';
import { openDevelopmentIssuerKeys } from '#stack/open-development-issuer-keys.ts';
import type { TokenMaker } from '../accounts/tokens.ts';
import { BRAND_FONT } from '../samples/fonts.ts';
import type { Service } from './start-service.ts';

/** What the paths of operations name, of one account. */
export type Ids = Record<Exclude<IdKind, 'account' | 'invitation' | 'request' | 'event'>, string>;

export interface Party {
  accountId: string;
  key: string;
  token: string;
  ids: Ids;
}

export const unknownIds = (): Ids => ({
  timeline: newId('timeline'),
  slide: newId('slide'),
  render: newId('render'),
  webhook: newId('webhook'),
  delivery: newId('delivery'),
  upload: newId('upload'),
  import: newId('import'),
  batch: newId('batch'),
  template: newId('template'),
  font: newId('font'),
  key: newId('key'),
});

/** The path of an operation with its parameters filled in. */
export function pathOf({ path }: OperationContract, ids: Ids): string {
  const [, collection = ''] = path.split('/');
  const kinds: Record<string, string> = {
    timelines: ids.timeline,
    renders: ids.render,
    imports: ids.import,
    batches: ids.batch,
    webhooks: ids.webhook,
    templates: ids.template,
    fonts: ids.font,
    account: ids.key,
  };
  return path
    .replace('{id}', kinds[collection] ?? '?')
    .replace('{sid}', ids.slide)
    .replace('{did}', ids.delivery);
}

/** Bodies that are good for existing ids; operations that are not named take none, or an empty object. */
const BODIES: Record<string, (ids: Ids) => object> = {
  createSlide: () => ({ title: 'x' }),
  updateSlide: () => ({ title: 'x' }),
  updateTimeline: () => ({ title: 'x' }),
  reorderSlides: ({ slide }) => ({ slide_ids: [slide] }),
  uploadSlideImage: () => ({ content_type: 'image/png', size_bytes: 100 }),
  uploadBackgroundAudio: () => ({ content_type: 'audio/mpeg', size_bytes: 100 }),
  createRender: ({ timeline }) => ({ timeline_id: timeline }),
  createBatch: ({ timeline }) => ({ timeline_id: timeline, rows: [{}] }),
  importTimeline: () => ({ content_type: 'application/pdf', size_bytes: 100 }),
  createKey: () => ({ name: 'x' }),
  updateKey: () => ({ name: 'x' }),
  acceptInvitation: () => ({ token: 'invite_x' }),
  uploadFont: () => ({ content_type: 'font/ttf', size_bytes: 100 }),
  createTemplate: () => ({ name: 'x', base: 'plain' }),
  createTemplateFrom: () => ({ upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' }),
  updateTemplate: () => ({ name: 'x' }),
  uploadTemplateLogo: () => ({ content_type: 'image/png', size_bytes: 100 }),
  callTools: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  testWebhook: () => ({ event: 'render.completed' }),
  replayDeliveries: () => ({ since: '2026-03-04T05:06:07.000Z' }),
};
export const bodyOf = (operation: OperationContract, ids: Ids): unknown =>
  operation.body === undefined ? undefined : (BODIES[operation.operation]?.(ids) ?? {});

/** A new account with all kinds of credentials and, unless its plan forbids, one of everything. */
export async function makeParty(service: Service, plan: Plan): Promise<Party> {
  const details = { name: plan, email: 'p@example.com', plan } as const;
  const made = await createDevelopmentAccount(service.stack.environment, details);
  const issuer = openDevelopmentIssuerKeys(service.dataDir);
  const token = await issuer.mint(made.account_id, { now: new Date(), expiresIn: 600 });
  const [accountId, key] = [made.account_id, made.api_key];
  if (plan === 'free') return { accountId, key, token, ids: unknownIds() };
  const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await service.anonymous<Body>(method, path, body, { 'x-api-key': key });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const timeline = await ask<{ id: string; slides: { id: string }[] }>('POST', '/timelines', {
    title: 'Theirs',
    resolution: '480p',
    slides: [{ title: 'One', duration_seconds: 1 }],
  });
  const slide = timeline.slides[0]?.id ?? '';
  const { upload } = await ask<{ upload: { id: string } }>('POST', `/timelines/${timeline.id}/slides/${slide}/images`, {
    content_type: 'image/png',
    size_bytes: 100,
  });
  const render = await ask<{ id: string }>('POST', '/renders', { timeline_id: timeline.id, narration: 'none' });
  // It need not be made. Where it is made already, it cannot be canceled, and that is as good.
  await ask('DELETE', `/renders/${render.id}`).catch((error: Error) => {
    if (!error.message.includes('render_not_cancelable')) throw error;
  });
  const batch = await ask<{ id: string }>('POST', '/batches', {
    timeline_id: timeline.id,
    rows: [{}],
    narration: 'none',
  });
  await ask('DELETE', `/batches/${batch.id}`).catch((error: Error) => {
    if (!error.message.includes('batch_not_cancelable')) throw error;
  });
  const webhook = await ask<{ id: string }>('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['render.completed'],
  });
  const template = await ask<{ id: string }>('POST', '/templates', { name: 'Theirs', base: 'plain' });
  // It need not come to anything.
  const imported = await fetch(`${service.stack.baseUrl}/timelines/import`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/pdf' },
    body: '%PDF-1.7',
  });
  const { id: importId } = (await imported.json()) as { id: string };
  const ids = {
    import: importId,
    template: template.id,
    font: await fontOf(service, key),
    timeline: timeline.id,
    slide,
    render: render.id,
    batch: batch.id,
    webhook: webhook.id,
    upload: upload.id,
  };
  return { accountId, key, token, ids: { ...ids, key: made.key_id, delivery: newId('delivery') } };
}

async function fontOf(service: Service, key: string): Promise<string> {
  const sent = await fetch(`${service.stack.baseUrl}/fonts`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'font/woff2' },
    body: await readFile(BRAND_FONT),
  });
  const font = (await sent.json()) as { id: string };
  // Without its id, all that is asked of it would be answered as an unknown route.
  if (sent.status !== 200) throw new Error(`POST /fonts: ${sent.status} ${JSON.stringify(font)}`);
  return font.id;
}

async function issuerKey(service: Service): Promise<TokenMaker['key']> {
  const folder = join(service.dataDir, 'issuer');
  const jwk = JSON.parse(await readFile(join(folder, 'private.jwk'), 'utf8')) as JsonWebKey;
  const published = JSON.parse(await readFile(join(folder, 'jwks.json'), 'utf8')) as { keys: [{ kid: string }] };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { kid: published.keys[0].kid, alg: 'ES256', privateKey, publicKey: createPublicKey(privateKey) };
}

/** Makes tokens as the development issuer of a service does, so that a test can spoil them. */
export async function tokenMaker(service: Service, subject: string): Promise<TokenMaker> {
  const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience = '' } = service.stack.environment;
  return { key: await issuerKey(service), issuer, audience, subject, now: new Date() };
}
