import type { Account, ApiKey, Plan } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/ports.ts';
import { WriteConflict } from '../errors.ts';
import { entityOf } from './table/item.ts';
import { gsi1, keys } from './table/keys.ts';
import type { Table } from './table/table.ts';

export function accountRepository(table: Table): AccountStore {
  const keyItem = (key: ApiKey) => ({
    ...keys.apiKey(key.hash),
    ...gsi1.attributes(gsi1.keysOf(key.account_id), key.id),
    entity: 'api_key' as const,
    ...key,
  });

  return {
    async findAccount(accountId) {
      const item = await table.get(keys.account(accountId));
      return item && entityOf<Account>(item);
    },

    async insertAccount(account) {
      await table.put({ ...keys.account(account.id), entity: 'account', ...account }, { onlyIfNew: true });
    },

    async findKeyByHash(hash) {
      const item = await table.get(keys.apiKey(hash));
      return item && entityOf<ApiKey>(item);
    },

    async insertKey(key) {
      await table.put(keyItem(key), { onlyIfNew: true });
    },

    async listKeys(accountId) {
      const items = await table.all({
        IndexName: gsi1.name,
        KeyConditionExpression: 'GSI1PK = :pk',
        ExpressionAttributeValues: { ':pk': gsi1.keysOf(accountId) },
      });
      return items.map((item) => entityOf<ApiKey>(item));
    },

    async deleteKey(key) {
      return table.delete(keys.apiKey(key.hash));
    },

    async changePlan(accountId: string, plan: Plan, apiKeys: readonly ApiKey[]) {
      const setPlan = (key: ReturnType<typeof keys.account>) => ({
        Update: {
          TableName: table.name,
          Key: key,
          UpdateExpression: 'SET #plan = :plan',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#plan': 'plan' },
          ExpressionAttributeValues: { ':plan': plan },
        },
      });
      await table.transact([setPlan(keys.account(accountId)), ...apiKeys.map((key) => setPlan(keys.apiKey(key.hash)))]);
    },

    async touchKey(key, usedAt, unlessSince) {
      try {
        await table.update({
          Key: keys.apiKey(key.hash),
          UpdateExpression: 'SET last_used_at = :now',
          ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(last_used_at) OR last_used_at < :stale)',
          ExpressionAttributeValues: { ':now': usedAt, ':stale': unlessSince },
        });
      } catch (error) {
        // Another request noted it first, or the key was revoked meanwhile: both leave nothing to do.
        if (!(error instanceof WriteConflict)) throw error;
      }
    },
  };
}
