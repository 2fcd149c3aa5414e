import type { InvitationStore } from '#features/accounts/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { accountCodec, apiKeyCodec, invitationCodec } from './account-items.ts';
import { insertIfAbsentWrite, newCredentialWrites } from './new-credential.ts';

/** Open invitations, kept in the table, which deletes expired ones. */
export function invitationRepository(table: Table): InvitationStore {
  const deleteWrite = (hash: string, condition: string, values?: Record<string, unknown>): TransactItem => ({
    Delete: {
      TableName: table.name,
      Key: tableKeys.invitation(hash),
      ConditionExpression: condition,
      ...(values ? { ExpressionAttributeValues: values } : {}),
    },
  });

  return {
    async insert(invitation) {
      const expiryAttributes = { expires_at_epoch: epochSecondsOfTimestamp(invitation.expires_at) };
      const item = invitationCodec.toItem(tableKeys.invitation(invitation.hash), invitation, expiryAttributes);
      await table.put(item, { onlyIfNew: true });
    },

    async find(hash) {
      const item = await table.get(tableKeys.invitation(hash));
      return item && invitationCodec.parse(item);
    },

    async list() {
      const { PK } = tableKeys.invitation('');
      const items = await table.all(partitionQuery(PK, sortKeyPrefixes.invitation));
      return items.map(invitationCodec.parse).sort((a, b) => a.id.localeCompare(b.id));
    },

    async delete({ hash }) {
      const parts = { invitation: deleteWrite(hash, 'attribute_exists(PK)') };
      return (await table.transact(parts, { refusals: { invitation: 'gone' } })) === undefined;
    },

    async accept({ hash }, { account, key }, now) {
      const refusal = await table.transact(
        {
          // An expired item stays until the table deletes it.
          invitation: deleteWrite(hash, 'attribute_exists(PK) AND expires_at > :now', { ':now': now }),
          account: insertIfAbsentWrite(
            table.name,
            accountCodec.toItem(tableKeys.account(account.id), account, { credentials_made: 1 }),
          ),
          ...newCredentialWrites(
            table.name,
            apiKeyCodec.toItem(tableKeys.apiKey(key.hash), key),
            tableKeys.keyOfAccount(account.id, key.id),
          ),
        },
        {
          refusals: {
            invitation: 'gone',
            account: REFUSED_BY_CONFLICT,
            credential: REFUSED_BY_CONFLICT,
            entry: REFUSED_BY_CONFLICT,
          },
        },
      );
      return refusal === undefined;
    },
  };
}
