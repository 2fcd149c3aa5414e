import { WriteConflict } from '../errors.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import { type Delivery, WEBHOOKS_PER_ACCOUNT, type Webhook } from '../webhooks/webhook.ts';
import { entityOf } from './table/item.ts';
import { type Key, keys, prefixes } from './table/keys.ts';
import { newestFirst } from './table/newest-first.ts';
import type { Item, Table, TransactItem } from './table/table.ts';

/** Deliveries can be looked at for so long, in seconds. */
const DELIVERY_SECONDS = 30 * 86_400;

export function webhookRepository(table: Table): WebhookStore {
  /** Part of a transaction: the count of webhooks on the account's own item, which holds the limit under concurrency. */
  const count = (accountId: string, by: 1 | -1): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: keys.account(accountId),
      UpdateExpression: 'ADD webhook_count :by',
      ConditionExpression:
        by === 1
          ? 'attribute_exists(PK) AND (attribute_not_exists(webhook_count) OR webhook_count < :most)'
          : 'attribute_exists(PK)',
      ExpressionAttributeValues: { ':by': by, ...(by === 1 ? { ':most': WEBHOOKS_PER_ACCOUNT } : {}) },
    },
  });
  const deliveryKey = (delivery: Delivery): Key =>
    keys.delivery(delivery.account_id, delivery.receiver_id, delivery.id);
  const ofAccount = (accountId: string) => ({
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
    ExpressionAttributeValues: { ':pk': keys.account(accountId).PK, ':prefix': prefixes.webhook },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
  const all = async (accountId: string): Promise<Webhook[]> =>
    (await table.all(ofAccount(accountId))).map((item) => entityOf<Webhook>(item));

  return {
    async insert(webhook) {
      const Item = { ...keys.webhook(webhook.account_id, webhook.id), entity: 'webhook', ...webhook };
      await table.transact([
        count(webhook.account_id, 1),
        { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
      ]);
    },

    async find(accountId, webhookId) {
      const item = await table.get(keys.webhook(accountId, webhookId));
      return item && entityOf<Webhook>(item);
    },

    all,

    async list(accountId, { limit, after }) {
      // There are at most 20: one query holds them all.
      const rest = (await all(accountId)).filter((webhook) => after === undefined || webhook.id < after);
      const items = rest.slice(0, limit);
      return { items, next: rest.length > limit ? items.at(-1)?.id : undefined };
    },

    async remove(accountId, webhookId) {
      const gone = {
        Delete: {
          TableName: table.name,
          Key: keys.webhook(accountId, webhookId),
          ConditionExpression: 'attribute_exists(PK)',
        },
      };
      try {
        await table.transact([count(accountId, -1), gone]);
        return true;
      } catch (error) {
        if (error instanceof WriteConflict) return false;
        throw error;
      }
    },

    async disable(accountId, webhookId, reason) {
      try {
        await table.update({
          Key: keys.webhook(accountId, webhookId),
          UpdateExpression: 'SET #status = :disabled, disabled_reason = :reason',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':disabled': 'disabled', ':reason': reason },
        });
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
      }
    },

    async replaceSecret(webhook, secret, previous) {
      const update = {
        TableName: table.name,
        Key: keys.webhook(webhook.account_id, webhook.id),
        UpdateExpression: 'SET secret = :secret, previous_secret = :previous',
        ConditionExpression: 'secret = :seen',
        ExpressionAttributeValues: { ':secret': secret, ':previous': previous, ':seen': webhook.secret },
      };
      await table.transact([{ Update: update }]);
    },

    async insertDelivery(delivery) {
      try {
        await table.put(
          {
            ...deliveryKey(delivery),
            entity: 'delivery',
            ...delivery,
            expires_at_epoch: Math.floor(Date.parse(delivery.created_at) / 1000) + DELIVERY_SECONDS,
          },
          { onlyIfNew: true },
        );
      } catch (error) {
        // The stream handed on the event before.
        if (!(error instanceof WriteConflict)) throw error;
      }
    },

    async findDelivery(accountId, receiverId, deliveryId) {
      const item = await table.get(keys.delivery(accountId, receiverId, deliveryId));
      return item && entityOf<Delivery>(item);
    },

    async listDeliveries(accountId, receiverId, filter, page) {
      const partition = { name: 'PK', value: keys.delivery(accountId, receiverId, '').PK };
      const read = (item: Item) => entityOf<Delivery>(item);
      return newestFirst(table, { partition, sortKey: 'SK', filter, read }, page);
    },

    async reopenDelivery(delivery, at) {
      const update = {
        TableName: table.name,
        Key: deliveryKey(delivery),
        UpdateExpression: 'SET #status = :pending, next_try_at = :at',
        ConditionExpression: 'size(tries) = :had',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pending': 'pending', ':at': at, ':had': delivery.tries.length },
      };
      await table.transact([{ Update: update }]);
    },

    async recordTry(delivery, { attempt, status, next_try_at }) {
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: 'SET tries = list_append(tries, :attempt), #status = :status, next_try_at = :next',
        ConditionExpression: '#status = :pending AND size(tries) = :had',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':attempt': [attempt],
          ':status': status,
          ':pending': 'pending',
          ':next': next_try_at,
          ':had': delivery.tries.length,
        },
      });
      if (!delivery.receiver_id.startsWith('wh_')) return;
      try {
        await table.update({
          Key: keys.webhook(delivery.account_id, delivery.receiver_id),
          UpdateExpression: 'SET last_delivery = :last',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':last': { status: attempt.outcome, at: attempt.at } },
        });
      } catch (error) {
        // The webhook was removed meanwhile.
        if (!(error instanceof WriteConflict)) throw error;
      }
    },
  };
}
