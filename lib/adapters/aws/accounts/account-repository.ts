import {
  type AccountStore,
  type CredentialWriteConditions,
  type Plan,
  versionOfApiKey,
} from '#features/accounts/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { partitionQuery } from '../table/items-under.ts';
import { apiKeyHashOfTableKey, sortKeyPrefixes, type TableKey, tableKeys } from '../table/keys.ts';
import type { Table, TableCondition, TableItem } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { accountCodec, apiKeyCodec, credentialListEntryCodec, identityCodec } from './account-items.ts';
import { counterValueIn } from './counters.ts';
import { newCredentialWrites } from './new-credential.ts';

/**
 * The number of attempts of a change of plan. Credentials that were made or deleted during an attempt require another one, so it is more than
 * the credentials that an account makes at once.
 */
const CHANGE_ATTEMPTS = 20;

/** The keys of the items of all credentials of an account. */
export async function itemKeysOfAccountCredentials(table: Table, accountId: string): Promise<TableKey[]> {
  const { PK } = tableKeys.account(accountId);
  const entries = await table.all(partitionQuery(PK, sortKeyPrefixes.credential));
  return entries.map((entry) => credentialListEntryCodec.parse(entry).of);
}

const byCreation = (a: { created_at: string }, b: { created_at: string }): number =>
  a.created_at.localeCompare(b.created_at);

/** Accounts, API keys and identities, kept in the table. */
export function accountRepository(table: Table): AccountStore {
  /**
   * Inserts a credential and its entry in the list. The credential has a copy of the plan, so the condition is that the account has
   * this plan. The account counts the credentials that were made for it: its deletion then misses none, and credentials that are made at the
   * same time cannot exceed the limit of the account.
   */
  const insertCredential = async (
    item: TableKey & TableItem,
    entry: TableKey,
    { accountId, plan }: { accountId: string; plan: Plan },
    { made: credentialsMade, issuer, answer }: CredentialWriteConditions,
  ): Promise<boolean> => {
    const refusal = await table.transact(
      {
        issuer: issuer === undefined ? [] : [existenceCondition(tableKeys.keyOfAccount(accountId, issuer))],
        ...newCredentialWrites(table.name, item, entry),
        account: {
          Update: {
            TableName: table.name,
            Key: tableKeys.account(accountId),
            UpdateExpression: 'ADD credentials_made :one',
            ConditionExpression: `#plan = :plan AND ${credentialsMade === 0 ? 'attribute_not_exists(credentials_made)' : 'credentials_made = :made'}`,
            ExpressionAttributeNames: { '#plan': 'plan' },
            ExpressionAttributeValues: {
              ':plan': plan,
              ':one': 1,
              ...(credentialsMade === 0 ? {} : { ':made': credentialsMade }),
            },
          },
        },
      },
      {
        answer,
        refusals: {
          issuer: 'revoked',
          credential: REFUSED_BY_CONFLICT,
          entry: REFUSED_BY_CONFLICT,
          account: REFUSED_BY_CONFLICT,
        },
      },
    );
    return refusal === undefined;
  };

  /** Part of a transaction: the condition that an item exists. */
  const existenceCondition = (key: TableKey): TransactItem => ({
    ConditionCheck: { TableName: table.name, Key: key, ConditionExpression: 'attribute_exists(PK)' },
  });

  /** The expression of the condition that an API key has this version, which is the value `:seen`. An item without a version has version 1. */
  const versionCondition = (version: number): string =>
    version === 1 ? '(attribute_not_exists(#version) OR #version = :seen)' : '#version = :seen';
  const unchangedKeyCondition = (version: number): TableCondition => ({
    ConditionExpression: versionCondition(version),
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':seen': version },
  });

  /**
   * Deletes a credential with its entry in the list.
   * @returns false when it did not exist.
   * @throws WriteConflictError when `condition` does not hold
   */
  const deleteCredential = async (key: TableKey, entry: TableKey, condition?: TableCondition): Promise<boolean> => {
    const refusal = await table.transact(
      {
        // A credential and its entry are made and deleted together.
        entry: { Delete: { TableName: table.name, Key: entry, ConditionExpression: 'attribute_exists(PK)' } },
        credential: { Delete: { TableName: table.name, Key: key, ...condition } },
      },
      { refusals: { entry: 'gone', credential: REFUSED_BY_CONFLICT } },
    );
    return refusal === undefined;
  };

  const credentialsOf = (accountId: string): Promise<TableKey[]> => itemKeysOfAccountCredentials(table, accountId);

  const planUpdateWrite = (key: TableKey, plan: Plan): TransactItem => ({
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

    async countCredentials(accountId) {
      // The counter is read first: a credential that is made between the two reads makes the write of the caller fail.
      const credentialsMade = counterValueIn((await table.get(tableKeys.account(accountId))) ?? {}, 'credentials_made');
      return { held: (await credentialsOf(accountId)).length, made: credentialsMade };
    },

    async insertKey(key, write) {
      const item = apiKeyCodec.toItem(tableKeys.apiKey(key.hash), key);
      const { account_id: accountId, plan } = key;
      return insertCredential(item, tableKeys.keyOfAccount(accountId, key.id), { accountId, plan }, write);
    },

    async listKeys(accountId) {
      const { PK } = tableKeys.account(accountId);
      const entries = await table.all(partitionQuery(PK, sortKeyPrefixes.keyOfAccount));
      // Written as keys of API keys, so that functions that list them may read these only, and no identities.
      const hashes = entries.map((entry) => apiKeyHashOfTableKey(credentialListEntryCodec.parse(entry).of));
      const items = await table.getMany(hashes.map((hash) => tableKeys.apiKey(hash)));
      return items.map(apiKeyCodec.parse).sort(byCreation);
    },

    async deleteKey(key, seenVersion) {
      const condition = seenVersion === undefined ? undefined : unchangedKeyCondition(seenVersion);
      return deleteCredential(tableKeys.apiKey(key.hash), tableKeys.keyOfAccount(key.account_id, key.id), condition);
    },

    async renameKey(key, name) {
      const renamedKey = { ...key, name, version: versionOfApiKey(key) + 1 };
      await table.update({
        Key: tableKeys.apiKey(key.hash),
        UpdateExpression: 'SET #name = :name, #version = :next',
        ConditionExpression: `attribute_exists(PK) AND ${versionCondition(versionOfApiKey(key))}`,
        ExpressionAttributeNames: { '#name': 'name', '#version': 'version' },
        ExpressionAttributeValues: { ':name': name, ':next': renamedKey.version, ':seen': versionOfApiKey(key) },
      });
      return renamedKey;
    },

    async findIdentityByHash(hash) {
      const item = await table.get(tableKeys.identity(hash));
      return item && identityCodec.parse(item);
    },

    async insertIdentity(identity, write) {
      const { hash, account_id: accountId, plan } = identity;
      const item = identityCodec.toItem(tableKeys.identity(hash), identity);
      await insertCredential(item, tableKeys.identityOfAccount(accountId, hash), { accountId, plan }, write);
    },

    async listIdentities(accountId) {
      const items = await table.getMany(await credentialsOf(accountId));
      const identities = items.filter(({ entity }) => entity === 'identity');
      return identities.map(identityCodec.parse).sort(byCreation);
    },

    async deleteIdentity({ hash, account_id: accountId }) {
      return deleteCredential(tableKeys.identity(hash), tableKeys.identityOfAccount(accountId, hash));
    },

    async changePlan(accountId, plan) {
      // A credential that is inserted after the change has the new plan. A credential that was inserted between the reading of the list and
      // the change has the old plan: the second reading finds it, and the change is repeated. A deletion in between is a conflict.
      await retryOnConflict({ attempts: CHANGE_ATTEMPTS }, async () => {
        const listedKeys = await credentialsOf(accountId);
        await table.transact({
          account: planUpdateWrite(tableKeys.account(accountId), plan),
          credentials: listedKeys.map((key) => planUpdateWrite(key, plan)),
        });
        const knownPartitions = new Set(listedKeys.map(({ PK }) => PK));
        if (!(await credentialsOf(accountId)).every(({ PK }) => knownPartitions.has(PK)))
          throw new WriteConflictError('The credentials of the account changed meanwhile');
      });
    },

    async touchKey(key, usedAt, unlessUsedSince) {
      try {
        await table.update({
          Key: tableKeys.apiKey(key.hash),
          UpdateExpression: 'SET last_used_at = :now',
          ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(last_used_at) OR last_used_at < :stale)',
          ExpressionAttributeValues: { ':now': usedAt, ':stale': unlessUsedSince },
        });
      } catch (error) {
        // Another request noted the use first, or the key was revoked meanwhile: both leave nothing to do.
        if (!(error instanceof WriteConflictError)) throw error;
      }
    },
  };
}
