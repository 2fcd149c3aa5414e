import { expect, it } from 'vitest';
import { objectRecordSchema, s3RecordText } from '#emulators/s3/records.ts';

it('the record of an object has what earlier versions ask for, and is read again', () => {
  const record = { headers: {}, key: 'a', size: 1, etag: 'e', modified: 0, blobs: [{ blob: 'b', size: 1 }] };
  const written: unknown = JSON.parse(s3RecordText(record));
  expect(written).toMatchObject({ tags: {} });
  expect(objectRecordSchema.parse(written)).toEqual(record);
});
