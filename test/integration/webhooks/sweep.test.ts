import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { deliveryItem, deliveryKey } from '#adapters/aws/webhooks/delivery-items.ts';
import type { Delivery } from '#features/webhooks/delivery.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { makeUnreadable } from '#test/support/data/make-unreadable.ts';
import { START } from '#test/support/samples/entities.ts';
import { tableWebhookStores } from '#test/support/webhooks/table-stores.ts';
import { createWorld, type World } from '#test/support/webhooks/world.ts';

/** The items of one shard that the sweeper reads at once. */
const SHARD_PAGE = 50;

let database: Database;
let table: Table;
let world: World;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  table = await database.another();
  world = createWorld(tableWebhookStores(table, database.emulator.client));
});

let made = 0;
/** Deliveries that lost their messages, the first one longest ago. All are in one shard, as their ids end alike. */
function lost(count: number, account_id: string, receiver_id: string): Delivery[] {
  return Array.from({ length: count }, (): Delivery => {
    made += 1;
    const at = new Date(START.getTime() - 3_600_000 + made).toISOString();
    return {
      id: `dl_${String(made).padStart(6, '0')}SAME`,
      account_id,
      receiver: { kind: 'webhook', id: receiver_id, url: 'https://hooks.example.com/' },
      event: 'render.failed',
      event_id: `evt_${made}`,
      render_id: `rn_${made}`,
      status: 'pending',
      tries: [],
      next_try_at: at,
      sweep_at: at,
      created_at: at,
    };
  });
}
const write = (deliveries: readonly Delivery[]) => table.writeMany(deliveries.map(deliveryItem), []);
const sentIds = () => world.sent.map(({ ref }) => ref.delivery_id).sort();

describe('one run of the sweeper', () => {
  it('takes everything that is due, over several pages of a shard, each entry once', async () => {
    const all = lost(SHARD_PAGE + 10, 'acc_1', 'wh_1');
    await write(all);
    expect(await world.sweep()).toEqual({ events: 0, deliveries: all.length });
    expect(sentIds()).toEqual(all.map(({ id }) => id));
    expect(await world.sweep()).toEqual({ events: 0, deliveries: 0 });
  });

  it('starts nothing more after 20 seconds, and leaves the rest to the next one', async () => {
    const all = lost(70, 'acc_1', 'wh_1');
    await write(all);
    const { queue } = world;
    world.queue = {
      ...queue,
      async send(...message) {
        world.hand.pass(1);
        await queue.send(...message);
      },
    };
    await world.sweep();
    expect(world.sent.length).toBeGreaterThanOrEqual(20);
    // Ten at once were started by then.
    expect(world.sent.length).toBeLessThanOrEqual(30);
    world.queue = queue;
    await world.sweep();
    expect(sentIds()).toEqual(all.map(({ id }) => id));
  });

  it('takes accounts and receivers in turn: the outage of one does not keep the others waiting', async () => {
    const outage = lost(SHARD_PAGE - 10, 'acc_1', 'wh_1');
    const others = [...lost(1, 'acc_1', 'wh_2'), ...lost(1, 'acc_2', 'wh_3'), ...lost(1, 'acc_3', 'wh_4')];
    await write([...outage, ...others]);
    await world.sweep();
    const places = others.map(({ id }) => world.sent.findIndex(({ ref }) => ref.delivery_id === id));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    // Ten are seen to at once, and each takes as long as it takes. Not in turn, these would come after all of the outage.
    expect(Math.max(...places)).toBeLessThan(outage.length / 2);
  });
});

describe('deliveries that cannot be read', () => {
  it('are reported once a run, and more of them than a page has keep no other waiting', async () => {
    const broken = lost(SHARD_PAGE + 5, 'acc_1', 'wh_1');
    const others = lost(2, 'acc_2', 'wh_2');
    await write([...broken, ...others]);
    const names = [];
    for (const delivery of broken) names.push(await makeUnreadable(table, deliveryKey(delivery)));
    expect(await world.sweep()).toEqual({ events: 0, deliveries: others.length });
    expect(sentIds()).toEqual(others.map(({ id }) => id));
    expect(world.unreadable.toSorted()).toEqual(names.toSorted());
    await expect(allDue(world.deliveries.listDueDeliveries)).rejects.toThrow('has format 99');
  });
});

describe('items of the outbox that are not events', () => {
  const outboxItem = async (count: number, over: (index: number) => object) => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    const { GSI2PK } = (await table.get(tableKeys.outbox(event.account_id, event.render.id, event.event_id))) ?? {};
    const items = Array.from({ length: count }, (_, index) => ({
      PK: `nonsense ${index}`,
      SK: 'x',
      entity: 'outbox',
      GSI2PK,
      GSI2SK: `2020-01-01T00:00:00.000Z#${index}`,
      ...over(index),
    }));
    await table.writeMany(items, []);
    world.hand.pass(120);
    return items;
  };

  it('whose keys say nothing come ever more rarely, and more of them than a page has keep no event back', async () => {
    const created_at = START.toISOString();
    const items = await outboxItem(SHARD_PAGE + 5, (index) => ({
      created_at,
      // Some say that they are somewhere else.
      ...(index % 2 === 0 ? { PK: `ACC#acc_${index}`, SK: `OUTBOX#evt_${index}` } : {}),
    }));
    expect(await world.sweep()).toMatchObject({ events: items.length + 1 });
    expect(world.sent).toHaveLength(1);
    expect(world.swept).toHaveLength(items.length);
    expect(await world.sweep()).toMatchObject({ events: 0 });
    world.hand.pass(31 * 86_400);
    await world.sweep();
    expect(await world.nextSweep()).toBe(Number.POSITIVE_INFINITY);
  });

  it('that are not where their ids say are reported, and not taken for dispatched', async () => {
    const webhook = await world.webhook();
    const event = await world.failed(webhook.account_id);
    const own = tableKeys.outbox(event.account_id, event.render.id, event.event_id);
    const item = (await table.get(own)) ?? {};
    await table.delete(own);
    await table.put({ ...item, PK: own.PK, SK: 'OUTBOX#evt_else' });
    world.hand.pass(120);
    await world.sweep();
    expect(world.swept).toEqual([{ event_id: 'evt_else', error: expect.any(Error) }]);
    expect(await world.nextSweep()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it.each([undefined, '', 'yesterday', 12])(
    'and whose time is %j are given up at once, and reported',
    async (created_at) => {
      const items = await outboxItem(2, () => ({ created_at }));
      await world.sweep();
      expect(world.sent).toHaveLength(1);
      expect(world.swept.map(({ error }) => String(error))).toEqual(
        items.map(() => expect.stringContaining('is given up')),
      );
      for (const { PK, SK } of items) expect(await table.get({ PK, SK })).toMatchObject({ given_up: 1 });
    },
  );

  it('that lost their render come ever more rarely, and keep no other from being delivered', async () => {
    const webhook = await world.webhook();
    const poison = await world.failed(webhook.account_id);
    const PK = `ACC#${webhook.account_id}#RN#${poison.render.id}`;
    await table.update({
      Key: { PK, SK: `OUTBOX#${poison.event_id}` },
      UpdateExpression: 'REMOVE render',
      ConditionExpression: 'attribute_exists(PK)',
    });
    await world.failed(webhook.account_id);
    await world.pass(6 * 3600);
    expect(world.posted).toHaveLength(1);
    const sweeps = world.swept.filter(({ event_id }) => event_id === poison.event_id);
    expect(sweeps.length).toBeGreaterThan(5);
    expect(sweeps.length).toBeLessThan(15);
    expect(String(sweeps[0]?.error)).toContain('not an event of the outbox');
    world.hand.pass(31 * 86_400);
    await world.sweep();
    expect(await world.nextSweep()).toBe(Number.POSITIVE_INFINITY);
  });
});
