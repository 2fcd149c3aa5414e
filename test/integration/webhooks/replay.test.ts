import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#adapters/aws/table/table.ts';
import { deliveryItem } from '#adapters/aws/webhooks/delivery-items.ts';
import type { Delivery } from '#features/webhooks/delivery.ts';
import { replayFailedDeliveries } from '#features/webhooks/manage-deliveries.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { START, samplePrincipal } from '#test/support/samples/entities.ts';
import { tableWebhookStores } from '#test/support/webhooks/table-stores.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

let database: Database;
let table: Table;
let world: World;

beforeAll(async () => {
  database = await startDatabase();
  table = await database.another();
  world = createWorld(tableWebhookStores(table, database.emulator.client));
});
afterAll(() => database.stop());

const at = START.toISOString();
const failedDelivery = ({ account_id, id, url }: Webhook, over: Partial<Delivery> = {}): Delivery => ({
  id: newId('delivery', START),
  account_id,
  receiver: { kind: 'webhook', id, url },
  event: 'render.failed',
  event_id: newId('event', START),
  render_id: newId('render', START),
  status: 'failed',
  tries: [{ at, outcome: 'failed', duration_ms: 12, response_status: 500, response_excerpt: 'no' }],
  next_try_at: at,
  created_at: at,
  ...over,
});
const write = (deliveries: readonly Delivery[]) => table.writeMany(deliveries.map(deliveryItem), []);
const replay = (webhook: Webhook, cursor?: string | null, most?: number) =>
  replayFailedDeliveries(
    world.desk(),
    samplePrincipal({ account_id: webhook.account_id }),
    webhook.id,
    new Date(0),
    cursor ?? undefined,
    most,
  );

describe('replaying', () => {
  it('takes all that failed, however much of it one read of the table can hold', async () => {
    const webhook = await world.webhook();
    const excerpt = 'x'.repeat(2048);
    const tries = Array.from({ length: 20 }, () => ({
      at,
      outcome: 'failed' as const,
      duration_ms: 1,
      response_excerpt: excerpt,
    }));
    // 2.4 MB.
    await write(Array.from({ length: 60 }, () => failedDelivery(webhook, { tries })));
    expect(await replay(webhook)).toEqual({ replayed: 60, has_more: false, next_cursor: null });
    expect(await replay(webhook)).toEqual({ replayed: 0, has_more: false, next_cursor: null });
  });

  it('continues with what is newer, also where all that was sent again has failed again meanwhile', async () => {
    const webhook = await world.webhook();
    const all = Array.from({ length: 12 }, () => failedDelivery(webhook));
    await write(all);
    const first = await replay(webhook, null, 5);
    expect(first).toEqual({ replayed: 5, has_more: true, next_cursor: expect.any(String) });
    world.sent.length = 0;
    await write(all.slice(0, 5));
    expect(await replay(webhook, first.next_cursor)).toEqual({ replayed: 7, has_more: false, next_cursor: null });
    expect(world.sent.map(({ ref }) => ref.delivery_id)).toEqual(all.slice(5).map(({ id }) => id));

    const other = await world.webhook({ account_id: webhook.account_id });
    const refused = { code: 'invalid_cursor', details: { param: 'cursor' } };
    await expect(replay(other, first.next_cursor)).rejects.toMatchObject(refused);
    await expect(replay(await world.webhook(), first.next_cursor)).rejects.toMatchObject(refused);
  });

  it('leaves out progress and tests, which no receiver waits for', async () => {
    const webhook = await world.webhook();
    await write([
      failedDelivery(webhook, { event: 'render.progress', progress: 10 }),
      failedDelivery(webhook, { body: '{}' }),
      failedDelivery(webhook),
    ]);
    expect(await replay(webhook)).toEqual({ replayed: 1, has_more: false, next_cursor: null });
    expect((await world.of(webhook)).map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'pending']);
  });
});

describe('a page of deliveries', () => {
  const tries = Array.from({ length: 20 }, () => ({
    at,
    outcome: 'failed' as const,
    duration_ms: 1,
    response_excerpt: '"'.repeat(2048),
  }));
  let webhook: Webhook;
  let all: Delivery[];
  beforeAll(async () => {
    webhook = await world.webhook();
    // Within an answer each takes 165 KB: together 6.6 MB.
    all = Array.from({ length: 40 }, () => failedDelivery(webhook, { tries }));
    await write(all);
  });

  it.each([{}, { status: 'failed' as const }, { event: 'render.failed' as const }])(
    'with %j is one that a function can answer, and the pages hold each once',
    async (filter) => {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = { limit: 100, after };
        const { items, next } = await world.deliveries.listDeliveries(webhook.account_id, webhook.id, filter, page);
        expect(JSON.stringify({ body: JSON.stringify(items) }).length).toBeLessThan(4_500_000);
        expect(items.length).toBeGreaterThan(0);
        seen.push(...items.map(({ id }) => id));
        after = next;
      } while (after !== undefined);
      expect(seen).toEqual(all.map(({ id }) => id).toReversed());
    },
  );
});
