import { WriteConflict } from '../../shared/errors.ts';
import { WEBHOOKS_PER_ACCOUNT, type Webhook, type WebhookStore } from '../../webhooks/public.ts';
import { addTombstone } from '../erasure/tombstone-items.ts';
import { itemsUnder } from '../table/items-under.ts';
import { keys, prefixes } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { CONFLICT, type TransactItem } from '../table/transaction.ts';
import { webhookCodec } from './webhook-items.ts';

/** Webhooks; their number is counted on the item of their account. */
export function webhookRepository(table: Table): WebhookStore {
  /** Part of a transaction: the number of webhooks on the account's item, whose condition holds the limit. */
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
  const ofAccount = (accountId: string) => ({
    ...itemsUnder(keys.account(accountId).PK, prefixes.webhook),
    ScanIndexForward: false,
  });
  const all = async (accountId: string): Promise<Webhook[]> =>
    (await table.all(ofAccount(accountId))).map(webhookCodec.parse);

  return {
    async insert(webhook, answer) {
      const Item = webhookCodec.toItem(keys.webhook(webhook.account_id, webhook.id), webhook);
      await table.transact(
        {
          count: count(webhook.account_id, 1),
          webhook: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
        },
        { answer },
      );
    },

    async find(accountId, webhookId) {
      const item = await table.get(keys.webhook(accountId, webhookId));
      return item && webhookCodec.parse(item);
    },

    all,

    async list(accountId, { limit, after }) {
      // An account has at most 20: one query reads them all.
      const rest = (await all(accountId)).filter((webhook) => after === undefined || webhook.id < after);
      const items = rest.slice(0, limit);
      return { items, next: rest.length > limit ? items.at(-1)?.id : undefined };
    },

    async remove(accountId, webhookId, tombstone) {
      const removal = {
        Delete: {
          TableName: table.name,
          Key: keys.webhook(accountId, webhookId),
          ConditionExpression: 'attribute_exists(PK)',
        },
      };
      const refused = await table.transact(
        { count: count(accountId, -1), webhook: removal, tombstone: addTombstone(table, tombstone) },
        { refusals: { count: 'gone', webhook: 'gone', tombstone: CONFLICT } },
      );
      return refused === undefined;
    },

    async disable(accountId, webhookId, reason, failingSince) {
      try {
        await table.update({
          Key: keys.webhook(accountId, webhookId),
          UpdateExpression: 'SET #status = :disabled, disabled_reason = :reason',
          ConditionExpression: `#status = :active${failingSince === undefined ? '' : ' AND failing_since = :since'}`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':disabled': 'disabled',
            ':active': 'active',
            ':reason': reason,
            ...(failingSince === undefined ? {} : { ':since': failingSince }),
          },
        });
      } catch (error) {
        // It was removed or disabled already, or a try succeeded meanwhile.
        if (!(error instanceof WriteConflict)) throw error;
      }
    },

    async enable(accountId, webhookId, answer) {
      const item = await table.update(
        {
          Key: keys.webhook(accountId, webhookId),
          UpdateExpression: 'SET #status = :active REMOVE disabled_reason, failing_since, failing_tries, timeouts',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':active': 'active' },
        },
        answer,
      );
      return webhookCodec.parse(item);
    },

    async replaceSecret(webhook, secret, previous, answer) {
      const update = {
        TableName: table.name,
        Key: keys.webhook(webhook.account_id, webhook.id),
        UpdateExpression: 'SET secret = :secret, previous_secret = :previous',
        ConditionExpression: 'secret = :seen',
        ExpressionAttributeValues: { ':secret': secret, ':previous': previous, ':seen': webhook.secret },
      };
      await table.transact({ webhook: { Update: update } }, { answer });
    },
  };
}
