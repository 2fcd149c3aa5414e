import {
  type CustomTemplate,
  type CustomTemplateStore,
  customFontIds,
  type NewTemplateBrand,
} from '#features/templates/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { resourceTotalsChangeWrites } from '../accounts/holdings.ts';
import { accountNotDeletedCondition } from '../accounts/not-deleted.ts';
import { tombstoneChangeWrites } from '../erasure/tombstone-items.ts';
import { fontUseChangeWrites } from '../fonts/font-uses.ts';
import { partitionQuery } from '../table/items-under.ts';
import { sortKeyPrefixes, tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import { REFUSED_BY_CONFLICT, type TransactItem } from '../table/transaction.ts';
import { customTemplateCodec, deckBrandTemplateRefCodec } from './custom-template-items.ts';

const logoBytesOf = (template: CustomTemplate | undefined): number => template?.logo?.size_bytes ?? 0;

/**
 * Stores custom templates in the table. The item of a template also counts the timelines that use it; changes of the template keep the
 * count.
 */
export function customTemplateRepository(table: Table): CustomTemplateStore {
  const keyOf = ({ account_id, id }: CustomTemplate) => tableKeys.customTemplate(account_id, id);
  const itemOf = (template: CustomTemplate): TableItem => customTemplateCodec.toItem(keyOf(template), template);

  async function find(accountId: string, templateId: string): Promise<CustomTemplate | undefined> {
    const item = await table.get(tableKeys.customTemplate(accountId, templateId));
    return item && customTemplateCodec.parse(item);
  }

  /** Part of a transaction: records the template of a brand, on condition that the brand has none, or still the deleted one `instead_of`. */
  const brandWrite = ({ account_id, id }: CustomTemplate, { brand, instead_of }: NewTemplateBrand): TransactItem => ({
    Put: {
      TableName: table.name,
      Item: deckBrandTemplateRefCodec.toItem(tableKeys.brand(account_id, brand), { template_id: id }),
      ...(instead_of === undefined
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : { ConditionExpression: 'template_id = :before', ExpressionAttributeValues: { ':before': instead_of } }),
    },
  });

  /**
   * Part of a transaction: changes a template, on condition that it still has the version that was read. Attributes that are not the
   * template's, such as its count of uses, are kept.
   */
  function replaceWrite(before: CustomTemplate, after: CustomTemplate): TransactItem {
    const { PK: _, SK: __, ...item } = itemOf(after);
    const setAttributes = Object.entries(item).filter(([, value]) => value !== undefined);
    const removedNames = Object.keys(before).filter((name) => ownPropertyValue(item, name) === undefined);
    const names = [...setAttributes.map(([name]) => name), ...removedNames];
    return {
      Update: {
        TableName: table.name,
        Key: keyOf(after),
        UpdateExpression: [
          `SET ${setAttributes.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ...(removedNames.length > 0 ? [`REMOVE ${removedNames.map((name) => `#${name}`).join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(setAttributes.map(([name, value]) => [`:${name}`, value])),
          ':before': before.version,
        },
      },
    };
  }

  return {
    async insert(template, { own_templates, stored_bytes }, answer, origin) {
      const { account_id: accountId } = template;
      const addedTotals = { own_templates: 1, ...(template.logo ? { stored_bytes: logoBytesOf(template) } : {}) };
      const refusal = await table.transact(
        {
          template: {
            Put: { TableName: table.name, Item: itemOf(template), ConditionExpression: 'attribute_not_exists(PK)' },
          },
          holdings: resourceTotalsChangeWrites(table, accountId, addedTotals, { own_templates, stored_bytes }),
          fonts: fontUseChangeWrites(table, accountId, [], customFontIds(template)),
          tombstones: tombstoneChangeWrites(table, accountId, { lifted: origin?.lifted ?? [] }),
          brand: origin?.brand ? [brandWrite(template, origin.brand)] : [],
          account: origin ? [accountNotDeletedCondition(table, accountId)] : [],
        },
        {
          answer,
          refusals: {
            template: REFUSED_BY_CONFLICT,
            holdings: 'too_many',
            fonts: 'no_font',
            tombstones: REFUSED_BY_CONFLICT,
            brand: 'brand_taken',
            account: REFUSED_BY_CONFLICT,
          },
        },
      );
      return refusal ?? 'inserted';
    },

    async findByBrand(accountId, brand) {
      const item = await table.get(tableKeys.brand(accountId, brand));
      if (!item) return undefined;
      const { template_id: id } = deckBrandTemplateRefCodec.parse(item);
      return { id, template: await find(accountId, id) };
    },

    find,

    async all(accountId) {
      const items = await table.all({
        ...partitionQuery(tableKeys.account(accountId).PK, sortKeyPrefixes.customTemplate),
        ScanIndexForward: false,
      });
      return items.map(customTemplateCodec.parse);
    },

    async save({ before, after, tombstones }, limits, answer) {
      const totalsChange = { stored_bytes: logoBytesOf(after) - logoBytesOf(before) };
      const refusal = await table.transact(
        {
          template: replaceWrite(before, after),
          tombstones: tombstoneChangeWrites(table, after.account_id, tombstones),
          holdings: resourceTotalsChangeWrites(table, after.account_id, totalsChange, {
            stored_bytes: limits.stored_bytes,
          }),
          fonts: fontUseChangeWrites(table, after.account_id, customFontIds(before), customFontIds(after)),
        },
        {
          answer,
          refusals: {
            template: REFUSED_BY_CONFLICT,
            tombstones: REFUSED_BY_CONFLICT,
            fonts: 'no_font',
            holdings: 'no_room',
          },
        },
      );
      return refusal ?? 'saved';
    },

    async remove(template, tombstones) {
      const { account_id: accountId } = template;
      const refusal = await table.transact(
        {
          template: {
            Delete: {
              TableName: table.name,
              Key: keyOf(template),
              ConditionExpression: '#version = :version AND (attribute_not_exists(uses) OR uses = :none)',
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':version': template.version, ':none': 0 },
            },
          },
          tombstones: tombstoneChangeWrites(table, accountId, tombstones),
          holdings: resourceTotalsChangeWrites(table, accountId, {
            own_templates: -1,
            stored_bytes: -logoBytesOf(template),
          }),
          fonts: fontUseChangeWrites(table, accountId, customFontIds(template), []),
        },
        {
          refusals: {
            template: 'not_as_seen',
            tombstones: REFUSED_BY_CONFLICT,
            holdings: REFUSED_BY_CONFLICT,
            fonts: REFUSED_BY_CONFLICT,
          },
        },
      );
      if (!refusal) return 'removed';
      // The condition does not say why it failed: the template is gone, has changed, or is in use.
      const item = await table.get(keyOf(template));
      if (!item) return 'gone';
      if (customTemplateCodec.parse(item).version !== template.version)
        throw new WriteConflictError('the template has changed');
      return 'in_use';
    },
  };
}
