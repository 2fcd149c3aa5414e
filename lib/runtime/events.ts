import { sampleRender } from '../renders/sample-render.ts';
import { EVENT_URL_SECONDS, renderView } from '../renders/view.ts';
import type { DeliverTools } from '../webhooks/deliver.ts';
import type { DispatchTools } from '../webhooks/dispatch-event.ts';
import { httpPost } from '../webhooks/post.ts';
import type { TestTools } from '../webhooks/test-webhook.ts';
import { config, data } from './data.ts';
import { lazy } from './lazy.ts';

export const dispatchTools = lazy((): DispatchTools => {
  const { webhooks, deliveries, files, clock } = data();
  return {
    store: webhooks,
    queue: deliveries,
    clock,
    dataOf: ({ render }) => renderView(render, files, clock(), { urlSeconds: EVENT_URL_SECONDS }),
  };
});

export const deliverTools = lazy((): DeliverTools => {
  const { webhooks, deliveries, secrets, clock } = data();
  return {
    store: webhooks,
    queue: deliveries,
    secrets: secrets(),
    post: httpPost(config().webhookAllowLoopback),
    clock,
    random: Math.random,
  };
});

/** Where the files of a render that never was are said to be; example.com is there for examples. */
const sampleFiles = { presignGet: async (key: string) => `https://example.com/${key}` };

export const testTools = lazy((): TestTools => {
  const { webhooks, secrets, clock } = data();
  return {
    store: webhooks,
    secrets: secrets(),
    post: httpPost(config().webhookAllowLoopback),
    clock,
    sampleData: (event, accountId, at) => renderView(sampleRender(event, accountId, at), sampleFiles, at),
  };
});
