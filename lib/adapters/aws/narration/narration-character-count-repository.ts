import type { SpeechCharacterCounter } from '#features/narration/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { usageChangeWrites } from '../accounts/usage-repository.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** Counts characters of narration in the table, by a write to the item of the month. Its condition is the limit of the plan. */
export function narrationCharacterCountRepository(table: Table): SpeechCharacterCounter {
  const usageWrites = (
    accountId: string,
    characters: number,
    countedAt: Date,
    maxCharacters?: number,
  ): TransactItem[] => {
    const amounts = { narration_characters: characters };
    return usageChangeWrites(
      table,
      accountId,
      [{ at: formatUtcTimestamp(countedAt), counted: amounts, booked: amounts }],
      maxCharacters === undefined ? {} : { narration_characters: maxCharacters },
    );
  };
  return {
    async count(accountId, characters, countedAt, limits) {
      const refusal = await table.transact(
        {
          month: usageWrites(accountId, characters, countedAt, limits.narration_characters_per_month),
          account: accountNotDeletedCondition(table, accountId),
        },
        { refusals: { account: 'account_deleted', month: 'quota_used' } },
      );
      return refusal ?? 'counted';
    },

    async giveBack(accountId, characters, countedAt) {
      await table.transact({
        month: usageWrites(accountId, -characters, countedAt),
        account: accountNotDeletedCondition(table, accountId),
      });
    },
  };
}
