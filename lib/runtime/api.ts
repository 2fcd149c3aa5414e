import { randomBytes } from 'node:crypto';
import { authenticate } from '../accounts/authenticate.ts';
import { backoff } from '../backoff.ts';
import { makeEndpoint } from '../http/endpoint.ts';
import type { CreateRenderTools } from '../renders/create-render.ts';
import type { TimelineTools } from '../timelines/change-timeline.ts';
import { prepareReceiver, type WebhookTools } from '../webhooks/manage-webhooks.ts';
import { resolveName } from '../webhooks/post.ts';
import { config, data } from './data.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

/** The stack around every operation, bound to this process. */
export const endpoint = makeEndpoint(
  lazy(() => ({
    authenticate: (credentials) => authenticate({ store: data().accounts, clock: data().clock }, credentials),
    log,
  })),
);

export const timelineTools = lazy((): TimelineTools => {
  const { timelines, files, clock } = data();
  return { store: timelines, files, clock, backoff: backoff(Math.random) };
});

export const webhookTools = lazy((): WebhookTools => {
  const { webhooks, secrets, clock } = data();
  return {
    store: webhooks,
    secrets: secrets(),
    clock,
    random: randomBytes,
    resolve: resolveName,
    allowLoopback: config().webhookAllowLoopback,
  };
});

export const createRenderTools = lazy((): CreateRenderTools => {
  const { timelines, renders, files, units, clock } = data();
  return {
    timelines,
    renders,
    files,
    queue: units,
    clock,
    prepareReceiver: (accountId, url) => prepareReceiver(webhookTools(), accountId, url),
  };
});
