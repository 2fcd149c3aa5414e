import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createItemCodec, ItemFormatError, parseDynamoDbItems } from '#adapters/aws/table/item.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';

interface Note {
  id: string;
  text?: string | undefined;
  made: number;
}

const schema = z.object({ id: z.string(), text: z.string().optional(), made: z.number() });
const codec = createItemCodec<Note>('upload').of(schema);
const key = { PK: 'ACC#acc_1', SK: 'UP#up_1' };
const note: Note = { id: 'up_1', text: 'hello', made: 3 };

describe('the codec of an item', () => {
  it('adds key, entity and format, and gives the entity back without them', () => {
    const item = codec.toItem(key, note, { GSI1PK: 'x', GSI1SK: 'y', expires_at_epoch: 12 });
    expect(item).toEqual({
      ...key,
      ...note,
      entity: 'upload',
      item_format: 1,
      GSI1PK: 'x',
      GSI1SK: 'y',
      expires_at_epoch: 12,
    });
    expect(codec.parse(item)).toEqual(note);
  });

  it('drops attributes that a later version added', () => {
    expect(codec.parse({ ...codec.toItem(key, note), colour: 'red' })).toEqual(note);
  });

  it.each([
    ['another entity', { entity: 'render' }],
    ['an earlier format', { item_format: 0 }],
    ['no format', { item_format: undefined }],
    ['another shape', { made: 'yesterday' }],
    ['a missing attribute', { id: undefined }],
  ])('refuses an item with %s, and names it', (_, over) => {
    const parse = () => codec.parse({ ...codec.toItem(key, note), ...over });
    expect(parse).toThrow(ItemFormatError);
    expect(parse).toThrow('ACC#acc_1 UP#up_1');
  });

  it('leaves an item of a later format to a newer program', () => {
    const parse = () => codec.parse({ ...codec.toItem(key, note), item_format: 2, made: 'yesterday' });
    expect(parse).toThrow(WrittenByNewerVersionError);
    expect(parse).toThrow('ACC#acc_1 UP#up_1 has format 2; this program reads format 1');
  });

  it('of a later format refuses items of the one before', () => {
    const later = createItemCodec<Note>('upload', 2).of(schema);
    expect(() => later.parse(codec.toItem(key, note))).toThrow('of format 1, not upload of format 2');
  });

  it('is refused by the compiler where the schema leaves an attribute out', () => {
    const partial = z.object({ id: z.string(), made: z.number() });
    // @ts-expect-error `text` would be lost at every read.
    expect(createItemCodec<Note>('upload').of(partial).parse(codec.toItem(key, note))).not.toHaveProperty('text');
  });
});

describe('a list of items', () => {
  const items = ['a', 'b', 'c'].map((id) => codec.toItem({ ...key, SK: id }, { ...note, id }));
  const broken = items.map((item) => (item.SK === 'b' ? { ...item, made: 'yesterday' } : item));

  it('without a reporter fails where one cannot be read', () => {
    expect(parseDynamoDbItems(items, codec).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(() => parseDynamoDbItems(broken, codec)).toThrow('ACC#acc_1 b');
  });

  it('with a reporter is read without that one', () => {
    const report = vi.fn();
    expect(parseDynamoDbItems(broken, codec, report).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(report.mock.calls).toEqual([['ACC#acc_1 b', expect.any(ItemFormatError)]]);
    const newer = items.map((item) => (item.SK === 'c' ? { ...item, item_format: 2 } : item));
    expect(parseDynamoDbItems(newer, codec, report).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(report).toHaveBeenLastCalledWith('ACC#acc_1 c', expect.any(WrittenByNewerVersionError));
  });

  it('fails for any other error', () => {
    const parse = () => {
      throw new Error('no item at fault');
    };
    expect(() => parseDynamoDbItems(items, { parse }, () => undefined)).toThrow('no item at fault');
  });
});
