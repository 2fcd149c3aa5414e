import type { CustomFontStore, StoredFont } from '#features/fonts/public.ts';
import { resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { tombstoneChangeWrites, tombstoneInsertWrite } from '../erasure/tombstone-items.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { REFUSED_BY_CONFLICT } from '../table/transaction.ts';
import { fontCodec } from './font-items.ts';

/** Custom fonts of accounts, in the table. */
export function fontRepository(table: Table): CustomFontStore {
  const keyOf = ({ account_id, id }: StoredFont) => tableKeys.font(account_id, id);

  /** The fonts of an account, the newest first: ids are in the order of their creation. */
  async function allFonts(accountId: string): Promise<StoredFont[]> {
    const items = await table.all({
      ...partitionQuery(tableKeys.account(accountId).PK, sortKeyPrefixes.font),
      ScanIndexForward: false,
    });
    return items.map(fontCodec.parse);
  }

  return {
    async insert(font, { own_fonts, stored_bytes }, tombstoneChange, answer) {
      const addedTotals = { own_fonts: 1, stored_bytes: font.size_bytes };
      const maxTotals = { own_fonts, stored_bytes };
      const refusal = await table.transact(
        {
          font: {
            Put: {
              TableName: table.name,
              Item: fontCodec.toItem(keyOf(font), font),
              ConditionExpression: 'attribute_not_exists(PK)',
            },
          },
          tombstones: tombstoneChangeWrites(table, font.account_id, tombstoneChange),
          holdings: resourceTotalsChangeWrites(table, font.account_id, addedTotals, maxTotals),
        },
        { answer, refusals: { font: REFUSED_BY_CONFLICT, tombstones: REFUSED_BY_CONFLICT, holdings: 'full' } },
      );
      if (!refusal) return 'inserted';
      // The refusal does not tell which of the totals is at its maximum.
      const fonts = await allFonts(font.account_id);
      return fonts.length >= own_fonts ? 'too_many' : 'no_room';
    },

    async find(accountId, fontId) {
      const item = await table.get(tableKeys.font(accountId, fontId));
      return item && fontCodec.parse(item);
    },

    all: allFonts,

    async remove(font, tombstone) {
      const refusal = await table.transact(
        {
          font: {
            Delete: {
              TableName: table.name,
              Key: keyOf(font),
              // `uses` is the number of templates that name the font.
              ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(uses) OR uses = :none)',
              ExpressionAttributeValues: { ':none': 0 },
            },
          },
          tombstone: tombstoneInsertWrite(table, tombstone),
          holdings: resourceTotalsChangeWrites(table, font.account_id, {
            own_fonts: -1,
            stored_bytes: -font.size_bytes,
          }),
        },
        { refusals: { font: 'used_or_gone', tombstone: REFUSED_BY_CONFLICT, holdings: REFUSED_BY_CONFLICT } },
      );
      if (!refusal) return 'removed';
      return (await table.get(keyOf(font))) ? 'in_use' : 'gone';
    },
  };
}
