import type { Limits } from '../../accounts/public.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { type OwnTemplate, type OwnTemplateStore, ownFontIds } from '../../templates/public.ts';
import { changeHoldings } from '../accounts/holdings.ts';
import { tombstoneWrites } from '../erasure/tombstone-items.ts';
import { changeFontUses } from '../fonts/font-uses.ts';
import { itemsUnder } from '../table/items-under.ts';
import { keys, prefixes } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';
import { ownTemplateCodec } from './own-template-items.ts';

const bytesOf = (template: OwnTemplate | undefined): number => template?.logo?.size_bytes ?? 0;

/** Templates of accounts. Each is an item that also counts the timelines which use it; a change leaves that count alone. */
export function ownTemplateRepository(table: Table): OwnTemplateStore {
  const keyOf = ({ account_id, id }: OwnTemplate) => keys.ownTemplate(account_id, id);
  const itemOf = (template: OwnTemplate): Item => ownTemplateCodec.toItem(keyOf(template), template);

  /** The write of a template over the one that was read. */
  function replacement(before: OwnTemplate, after: OwnTemplate): TransactItem {
    const { PK: _, SK: __, ...item } = itemOf(after);
    const set = Object.entries(item).filter(([, value]) => value !== undefined);
    const gone = Object.keys(before).filter((name) => item[name] === undefined);
    const names = [...set.map(([name]) => name), ...gone];
    return {
      Update: {
        TableName: table.name,
        Key: keyOf(after),
        UpdateExpression: [
          `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ...(gone.length > 0 ? [`REMOVE ${gone.map((name) => `#${name}`).join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          ':before': before.version,
        },
      },
    };
  }

  return {
    async insert(template, limits, answer) {
      const holdings: Partial<Limits> = { own_templates: limits.own_templates };
      try {
        await table.transact(
          [
            { Put: { TableName: table.name, Item: itemOf(template), ConditionExpression: 'attribute_not_exists(PK)' } },
            ...changeHoldings(table, template.account_id, { own_templates: 1 }, holdings),
            ...changeFontUses(table, template.account_id, [], ownFontIds(template)),
          ],
          answer,
        );
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.includes(0)) throw error;
        return error.failed.includes(1) ? 'too_many' : 'no_font';
      }
    },

    async find(accountId, templateId) {
      const item = await table.get(keys.ownTemplate(accountId, templateId));
      return item && ownTemplateCodec.parse(item);
    },

    async all(accountId) {
      const items = await table.all({
        ...itemsUnder(keys.account(accountId).PK, prefixes.ownTemplate),
        ScanIndexForward: false,
      });
      return items.map(ownTemplateCodec.parse);
    },

    async save({ before, after, tombstones }, limits, answer) {
      const items = [replacement(before, after), ...tombstoneWrites(table, after.account_id, tombstones)];
      const added = { stored_bytes: bytesOf(after) - bytesOf(before) };
      const holdings = changeHoldings(table, after.account_id, added, { stored_bytes: limits.stored_bytes });
      const uses = changeFontUses(table, after.account_id, ownFontIds(before), ownFontIds(after));
      try {
        await table.transact([...items, ...holdings, ...uses], answer);
        return 'saved';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.some((place) => place < items.length)) throw error;
        return error.failed.some((place) => place >= items.length + holdings.length) ? 'no_font' : 'no_room';
      }
    },

    async remove(template, tombstones) {
      try {
        await table.transact([
          {
            Delete: {
              TableName: table.name,
              Key: keyOf(template),
              ConditionExpression: '#version = :version AND (attribute_not_exists(uses) OR uses = :none)',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':version': template.version, ':none': 0 },
            },
          },
          ...tombstoneWrites(table, template.account_id, tombstones),
          ...changeHoldings(table, template.account_id, { own_templates: -1, stored_bytes: -bytesOf(template) }),
          ...changeFontUses(table, template.account_id, ownFontIds(template), []),
        ]);
        return 'removed';
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        const item = await table.get(keyOf(template));
        if (!item) return 'gone';
        if (ownTemplateCodec.parse(item).version !== template.version) throw error;
        return 'in_use';
      }
    },
  };
}
