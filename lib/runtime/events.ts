import { EVENT_URL_SECONDS, renderView } from '../renders/view.ts';
import type { DeliverTools } from '../webhooks/deliver.ts';
import type { DispatchTools } from '../webhooks/dispatch-event.ts';
import { httpPost } from '../webhooks/post.ts';
import { config, data } from './data.ts';
import { lazy } from './lazy.ts';

export const dispatchTools = lazy((): DispatchTools => {
  const { webhooks, deliveries, files, clock } = data();
  return {
    store: webhooks,
    queue: deliveries,
    clock,
    dataOf: ({ render }) => renderView(render, files, clock(), EVENT_URL_SECONDS),
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
