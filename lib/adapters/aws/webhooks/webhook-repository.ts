import {
  doesWebhookChangeResetFailures,
  WEBHOOKS_PER_ACCOUNT,
  type Webhook,
  type WebhookStore,
  webhookVersion,
} from '#features/webhooks/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { tombstoneInsertWrite } from '../erasure/tombstone-items.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { webhookCodec } from './webhook-items.ts';

/** Webhooks in the table. The item of an account counts its webhooks. */
export function webhookRepository(table: Table): WebhookStore {
  /** Part of a transaction: changes the account's count of webhooks, on condition that the limit is not exceeded. */
  const countWrite = (accountId: string, countChange: 1 | -1): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: tableKeys.account(accountId),
      UpdateExpression: 'ADD webhook_count :by',
      ConditionExpression:
        countChange === 1
          ? 'attribute_exists(PK) AND (attribute_not_exists(webhook_count) OR webhook_count < :most)'
          : 'attribute_exists(PK)',
      ExpressionAttributeValues: {
        ':by': countChange,
        ...(countChange === 1 ? { ':most': WEBHOOKS_PER_ACCOUNT } : {}),
      },
    },
  });
  const webhooksQuery = (accountId: string) => ({
    ...partitionQuery(tableKeys.account(accountId).PK, sortKeyPrefixes.webhook),
    ScanIndexForward: false,
  });
  const listAll = async (accountId: string): Promise<Webhook[]> =>
    (await table.all(webhooksQuery(accountId))).map(webhookCodec.parse);

  /**
   * The condition that the webhook exists, and that clients have not changed it since it was read. A webhook without a version has version
   * 1.
   */
  const unchangedCondition = (seenWebhook: Webhook) => ({
    ConditionExpression: `attribute_exists(PK) AND ${webhookVersion(seenWebhook) === 1 ? '(attribute_not_exists(#version) OR #version = :seen)' : '#version = :seen'}`,
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':seen': webhookVersion(seenWebhook) },
  });

  return {
    async insert(webhook, answer) {
      const Item = webhookCodec.toItem(tableKeys.webhook(webhook.account_id, webhook.id), webhook);
      await table.transact(
        {
          count: countWrite(webhook.account_id, 1),
          webhook: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
        },
        { answer },
      );
    },

    async find(accountId, webhookId) {
      const item = await table.get(tableKeys.webhook(accountId, webhookId));
      return item && webhookCodec.parse(item);
    },

    all: listAll,

    async list(accountId, { limit, after }) {
      // An account has at most 20: one query reads them all.
      const remainingWebhooks = (await listAll(accountId)).filter(
        (webhook) => after === undefined || webhook.id < after,
      );
      const items = remainingWebhooks.slice(0, limit);
      return { items, next: remainingWebhooks.length > limit ? items.at(-1)?.id : undefined };
    },

    async remove(seenWebhook, tombstone) {
      const webhookDelete = {
        Delete: {
          TableName: table.name,
          Key: tableKeys.webhook(seenWebhook.account_id, seenWebhook.id),
          ...unchangedCondition(seenWebhook),
        },
      };
      await table.transact({
        count: countWrite(seenWebhook.account_id, -1),
        webhook: webhookDelete,
        tombstone: tombstoneInsertWrite(table, tombstone),
      });
    },

    async disable(accountId, webhookId, reason, failingSince) {
      try {
        await table.update({
          Key: tableKeys.webhook(accountId, webhookId),
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
        // The webhook was removed or disabled already, or an attempt succeeded meanwhile.
        if (!(error instanceof WriteConflictError)) throw error;
      }
    },

    async change(seenWebhook, change, answer) {
      const fields = Object.entries({ ...change, version: webhookVersion(seenWebhook) + 1 }).filter(
        ([, value]) => value !== undefined,
      );
      const removedNames = [
        ...(change.status === undefined ? [] : ['disabled_reason']),
        ...(doesWebhookChangeResetFailures(change) ? ['failing_since', 'failing_tries', 'timeouts'] : []),
      ];
      const removeExpression = removedNames.length === 0 ? '' : ` REMOVE ${removedNames.join(', ')}`;
      const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } =
        unchangedCondition(seenWebhook);
      const item = await table.update(
        {
          Key: tableKeys.webhook(seenWebhook.account_id, seenWebhook.id),
          UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}${removeExpression}`,
          ConditionExpression,
          ExpressionAttributeNames: {
            ...ExpressionAttributeNames,
            ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
          },
          ExpressionAttributeValues: {
            ...ExpressionAttributeValues,
            ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
          },
        },
        answer,
      );
      return webhookCodec.parse(item);
    },
  };
}
