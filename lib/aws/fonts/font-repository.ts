import type { Font, FontStore } from '../../fonts/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { changeHoldings } from '../accounts/holdings.ts';
import { addTombstone, tombstoneWrites } from '../erasure/tombstone-items.ts';
import { itemsUnder } from '../table/items-under.ts';
import { keys, prefixes } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { fontCodec } from './font-items.ts';

/** Fonts of accounts. */
export function fontRepository(table: Table): FontStore {
  const keyOf = ({ account_id, id }: Font) => keys.font(account_id, id);
  return {
    async insert(font, { own_fonts, stored_bytes }, tombstones, answer) {
      const items = [
        {
          Put: {
            TableName: table.name,
            Item: fontCodec.toItem(keyOf(font), font),
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        ...tombstoneWrites(table, font.account_id, tombstones),
      ];
      const added = { own_fonts: 1, stored_bytes: font.size_bytes };
      const most = { own_fonts, stored_bytes };
      try {
        await table.transact([...items, ...changeHoldings(table, font.account_id, added, most)], answer);
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.some((place) => place < items.length)) throw error;
        const count = (await this.all(font.account_id)).length;
        return count >= own_fonts ? 'too_many' : 'no_room';
      }
    },

    async find(accountId, fontId) {
      const item = await table.get(keys.font(accountId, fontId));
      return item && fontCodec.parse(item);
    },

    async all(accountId) {
      const items = await table.all({
        ...itemsUnder(keys.account(accountId).PK, prefixes.font),
        ScanIndexForward: false,
      });
      return items.map(fontCodec.parse);
    },

    async remove(font, tombstone) {
      try {
        await table.transact([
          {
            Delete: {
              TableName: table.name,
              Key: keyOf(font),
              ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(uses) OR uses = :none)',
              ExpressionAttributeValues: { ':none': 0 },
            },
          },
          addTombstone(table, tombstone),
          ...changeHoldings(table, font.account_id, { own_fonts: -1, stored_bytes: -font.size_bytes }),
        ]);
        return 'removed';
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        return (await table.get(keyOf(font))) ? 'in_use' : 'gone';
      }
    },
  };
}
