import type { z } from 'zod';
import { type OnUnreadableItem, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import type { TableEntityType, TableKey } from './keys.ts';
import type { TableItem } from './table.ts';

/** The error for an item that has another entity, format version or shape than its reader expects. */
export class ItemFormatError extends Error {
  override name = 'ItemFormatError';
}

/** Converts between an entity and its item. `Stored` is the type of the entity in the features. */
export interface ItemCodec<Stored> {
  /**
   * Attributes that an update must set when it may create the item. The version is named `item_format` because timelines and audio have a
   * `format` with another meaning.
   */
  readonly stamp: { readonly entity: TableEntityType; readonly item_format: number };
  /**
   * The item of an entity.
   * @param tableAttributes attributes of the indexes, and `expires_at_epoch`
   */
  toItem(key: TableKey, stored: Stored, tableAttributes?: TableItem): TableKey & TableItem;
  /** The entity of an item, without the attributes of the table. @throws ItemFormatError; WrittenByNewerVersionError for a later format */
  parse(item: TableItem): Stored;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type MissingAttributes<Stored, Schema extends z.ZodType> = Exclude<KeysOf<Stored>, KeysOf<z.output<Schema>>>;
/** A schema that leaves an optional attribute out would lose it at every read: the compiler refuses such a schema. */
type CompleteSchema<Stored, Schema extends z.ZodType> = [MissingAttributes<Stored, Schema>] extends [never]
  ? Schema
  : { attributesMissing: MissingAttributes<Stored, Schema> };

const keyText = ({ PK, SK }: TableItem): string => `${String(PK)} ${String(SK)}`;

/** Parses attributes of an item by a schema. @param description name of the attributes in the error's message. @throws ItemFormatError */
export function parseTableItemAttributes<Schema extends z.ZodType>(
  item: TableItem,
  schema: Schema,
  description: string,
): z.output<Schema> {
  const result = schema.safeParse(item);
  if (!result.success) throw new ItemFormatError(`${keyText(item)} is no ${description}`, { cause: result.error });
  return result.data;
}

/**
 * Makes the codec of an entity: `createItemCodec<Webhook>('webhook').of(schema)`. Attributes that the schema does not name are dropped when an
 * item is read, so that functions of the previous version can read items with new attributes.
 * @param format version of the format; it rises with every change that the previous schema cannot read
 */
export const createItemCodec = <Stored extends object>(entity: TableEntityType, format = 1) => ({
  of<Schema extends z.ZodType<Stored>>(schema: Schema & CompleteSchema<Stored, Schema>): ItemCodec<Stored> {
    const stamp = { entity, item_format: format };
    return {
      stamp,
      toItem: (key, stored, tableAttributes = {}) => ({ ...stored, ...tableAttributes, ...stamp, ...key }),
      parse(item) {
        if (item.entity === entity && typeof item.item_format === 'number' && item.item_format > format)
          throw new WrittenByNewerVersionError(
            `${keyText(item)} has format ${item.item_format}; this program reads format ${format}`,
          );
        if (item.entity !== entity || item.item_format !== format)
          throw new ItemFormatError(
            `${keyText(item)} is ${String(item.entity)} of format ${String(item.item_format)}, not ${entity} of format ${format}`,
          );
        return parseTableItemAttributes<z.ZodType<Stored>>(item, schema, `${entity} of format ${format}`);
      },
    };
  },
});

/**
 * Parses the items of a list. An item that cannot be parsed is reported to `onUnreadable` and left out.
 * @throws ItemFormatError or WrittenByNewerVersionError for such an item when `onUnreadable` is absent
 */
export function parseDynamoDbItems<Stored>(
  items: readonly TableItem[],
  { parse }: Pick<ItemCodec<Stored>, 'parse'>,
  onUnreadable?: OnUnreadableItem,
): Stored[] {
  return items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch (error) {
      if (!onUnreadable || !(error instanceof ItemFormatError || error instanceof WrittenByNewerVersionError))
        throw error;
      onUnreadable(keyText(item), error);
      return [];
    }
  });
}
