import type { AccountStore, Plan } from '#features/accounts/public.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, type TableKey, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import { CONFLICT_REFUSAL, type TransactItem } from '../table/transaction.ts';
import { accountCodec, apiKeyCodec, credentialCodec, identityCodec } from './account-items.ts';

/** The number of attempts of a change of plan. Credentials that were made or deleted during an attempt require another one. */
const CHANGE_ATTEMPTS = 5;

/** The keys of the items of all credentials of an account. */
export async function credentialKeys(table: Table, accountId: string): Promise<TableKey[]> {
  const { PK } = tableKeys.account(accountId);
  const entries = await table.all(partitionQuery(PK, sortKeyPrefixes.credential));
  return entries.map((entry) => credentialCodec.parse(entry).of);
}

/** Accounts, API keys and identities, kept in the table. */
export function accountRepository(table: Table): AccountStore {
  const onlyIfNew = (item: TableKey & TableItem): TransactItem => ({
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(PK)' },
  });

  /**
   * Inserts a credential and its entry in the list. The credential has a copy of the plan, so the condition is that the account has
   * this plan. The account counts its credentials, so that its deletion misses none.
   */
  const insertCredential = (item: TableKey & TableItem, entry: TableKey, accountId: string, plan: Plan) =>
    table.transact({
      credential: onlyIfNew(item),
      entry: onlyIfNew(credentialCodec.toItem(entry, { of: { PK: item.PK, SK: item.SK } })),
      account: {
        Update: {
          TableName: table.name,
          Key: tableKeys.account(accountId),
          UpdateExpression: 'ADD credentials_made :one',
          ConditionExpression: '#plan = :plan',
          ExpressionAttributeNames: { '#plan': 'plan' },
          ExpressionAttributeValues: { ':plan': plan, ':one': 1 },
        },
      },
    });

  const deleteCredential = async (key: TableKey, entry: TableKey): Promise<boolean> => {
    const refused = await table.transact(
      {
        credential: { Delete: { TableName: table.name, Key: key, ConditionExpression: 'attribute_exists(PK)' } },
        entry: { Delete: { TableName: table.name, Key: entry } },
      },
      { refusals: { credential: 'gone', entry: CONFLICT_REFUSAL } },
    );
    return refused === undefined;
  };

  const credentialsOf = (accountId: string): Promise<TableKey[]> => credentialKeys(table, accountId);

  const listCredentials = async (accountId: string, entity: 'api_key' | 'identity'): Promise<TableItem[]> => {
    const items = await table.getMany(await credentialsOf(accountId));
    return items
      .filter((item) => item.entity === entity)
      .sort((a, b) => String(a.created_at).localeCompare(String(b.created_at)));
  };

  const setPlan = (key: TableKey, plan: Plan): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: key,
      UpdateExpression: 'SET #plan = :plan',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan },
    },
  });

  return {
    async findAccount(accountId) {
      const item = await table.get(tableKeys.account(accountId));
      return item && accountCodec.parse(item);
    },

    async insertAccount(account) {
      await table.put(accountCodec.toItem(tableKeys.account(account.id), account), { onlyIfNew: true });
    },

    async findKeyByHash(hash) {
      const item = await table.get(tableKeys.apiKey(hash));
      return item && apiKeyCodec.parse(item);
    },

    async insertKey(key) {
      const item = apiKeyCodec.toItem(tableKeys.apiKey(key.hash), key);
      await insertCredential(item, tableKeys.keyOfAccount(key.account_id, key.id), key.account_id, key.plan);
    },

    async listKeys(accountId) {
      return (await listCredentials(accountId, 'api_key')).map(apiKeyCodec.parse);
    },

    async deleteKey(key) {
      return deleteCredential(tableKeys.apiKey(key.hash), tableKeys.keyOfAccount(key.account_id, key.id));
    },

    async findIdentityByHash(hash) {
      const item = await table.get(tableKeys.identity(hash));
      return item && identityCodec.parse(item);
    },

    async insertIdentity(identity) {
      const { hash, account_id: accountId, plan } = identity;
      const item = identityCodec.toItem(tableKeys.identity(hash), identity);
      await insertCredential(item, tableKeys.identityOfAccount(accountId, hash), accountId, plan);
    },

    async listIdentities(accountId) {
      return (await listCredentials(accountId, 'identity')).map(identityCodec.parse);
    },

    async deleteIdentity({ hash, account_id: accountId }) {
      return deleteCredential(tableKeys.identity(hash), tableKeys.identityOfAccount(accountId, hash));
    },

    async changePlan(accountId, plan) {
      // A credential that is inserted after the change has the new plan. A credential that was inserted between the reading of the list and
      // the change has the old plan: the second reading finds it, and the change is repeated. A deletion in between is a conflict.
      await retryOnConflict({ attempts: CHANGE_ATTEMPTS }, async () => {
        const listed = await credentialsOf(accountId);
        await table.transact({
          account: setPlan(tableKeys.account(accountId), plan),
          credentials: listed.map((key) => setPlan(key, plan)),
        });
        const known = new Set(listed.map(({ PK }) => PK));
        if (!(await credentialsOf(accountId)).every(({ PK }) => known.has(PK)))
          throw new WriteConflict('The credentials of the account changed meanwhile');
      });
    },

    async touchKey(key, usedAt, unlessSince) {
      try {
        await table.update({
          Key: tableKeys.apiKey(key.hash),
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
