import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { slideCursorPositionSchema } from '#features/timelines/slide-page.ts';
import {
  cursorScopeNameOfFilter,
  cursorScopeOf,
  decodeCursor,
  encodeCursor,
  idPositionSchemaOf,
  indexCursorPositionSchema,
  listAnswerOfPage,
  nameCursorPositionSchema,
  pageQueryShape,
} from '#kernel/contract/pagination.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';

const NAME = 'renders:acc_1:queued:';
const SCOPE = cursorScopeOf('secret', NAME);
const refused = expect.objectContaining({ code: 'invalid_cursor', status: 400 });
const decoding = (cursor: string, scope = SCOPE) => {
  try {
    return decodeCursor(cursor, scope, nameCursorPositionSchema);
  } catch (error) {
    return error;
  }
};

describe('a cursor', () => {
  it.each(['rn_01JAAAAAAAAAAAAAAAAAAAAAAA', '20#sl_01JAAAAAAAAAAAAAAAAAAAAAAA', 'ä#🎬'])(
    'leads back to %s',
    (position) => {
      const cursor = encodeCursor(position, SCOPE);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(cursor, SCOPE, nameCursorPositionSchema)).toBe(position);
    },
  );

  it.each(['renders:acc_2:queued:', 'renders:acc_1::', 'timelines:acc_1', ''])(
    'of another list is refused: %j',
    (name) => {
      expect(decoding(encodeCursor('rn_1', SCOPE), cursorScopeOf('secret', name))).toEqual(refused);
    },
  );

  // As cursors were made before: everything in the key is known to a client.
  it.each(['-5', 'NaN', 'abc', 'rn_1'])('that a client made is refused: %s', (position) => {
    for (const key of [`cursor:${NAME}`, `cursor:${cursorScopeOf('another', NAME)}`, NAME]) {
      const tag = createHmac('sha256', key).update(position).digest().subarray(0, 12);
      expect(decoding(Buffer.concat([tag, Buffer.from(position)]).toString('base64url'))).toEqual(refused);
    }
  });

  const ID = '01JAAAAAAAAAAAAAAAAAAAAAAA';
  it.each([
    ['ids', idPositionSchemaOf('render'), `rn_${ID}`, ['-5', 'NaN', 'rn_1', `tl_${ID}`, `rn_${ID}~`, ` rn_${ID}`]],
    [
      'slides',
      slideCursorPositionSchema,
      `20#sl_${ID}`,
      ['-5', 'NaN', 'abc', '1#', `#sl_${ID}`, `1e3#sl_${ID}`, `-1#sl_${ID}`],
    ],
    ['places', indexCursorPositionSchema, '999', ['-5', 'NaN', 'abc', '1e3', '0x1', '1.5', '1234567', ' 1']],
    ['names', nameCursorPositionSchema, 'en-gb ä', ['a\u0000', '\n', 'a'.repeat(501)]],
  ])('of a list whose positions are %s leads to nothing else', (_, positions, good, bad) => {
    expect(decodeCursor(encodeCursor(good, SCOPE), SCOPE, positions)).toBe(good);
    for (const position of bad)
      expect(() => decodeCursor(encodeCursor(position, SCOPE), SCOPE, positions), position).toThrow(refused);
  });

  it('that is not sent is the beginning', () => {
    expect(decodeCursor(undefined, SCOPE, idPositionSchemaOf('render'))).toBeUndefined();
  });

  it('continues with the filter with which it was made', () => {
    const filters = [
      {},
      { a: 'x' },
      { b: 'x' },
      { a: 'x', b: 'x' },
      { a: 'x:x' },
      { a: { b: 'x' } },
      { a: ['b', 'x'] },
    ];
    expect(new Set(filters.map(cursorScopeNameOfFilter)).size).toBe(filters.length);
    expect(cursorScopeNameOfFilter({ b: '1', a: '2' })).toBe(cursorScopeNameOfFilter({ a: '2', b: '1' }));
  });

  it('is refused when any one character of it was changed, left out or added', () => {
    const cursor = encodeCursor('rn_01JAAAAAAAAAAAAAAAAAAAAAAA', SCOPE);
    for (let i = 0; i < cursor.length; i++) {
      for (const other of 'Ab0_-'.replace(cursor[i] ?? '', '')) {
        expect(decoding(cursor.slice(0, i) + other + cursor.slice(i + 1))).toEqual(refused);
        expect(decoding(cursor.slice(0, i) + other + cursor.slice(i))).toEqual(refused);
      }
      expect(decoding(cursor.slice(0, i) + cursor.slice(i + 1))).toEqual(refused);
    }
  });

  it.each(['', 'x', '=', 'AAAA', 'A'.repeat(2048), 'A'.repeat(9000), '%00', '../..', 'null', '💥'])(
    'is refused: %j',
    (cursor) => {
      const { cursor: sent } = parseRequestValue(z.strictObject(pageQueryShape), { cursor }, 'query');
      expect(decoding(sent ?? '')).toEqual(refused);
    },
  );

  it.each(['=', '\n', ' ', '.'])('is refused with %j behind it', (extra) => {
    expect(decoding(encodeCursor('rn_1', SCOPE) + extra)).toEqual(refused);
  });
});

describe('the answer of a list', () => {
  it('says whether there is more, and where it starts', () => {
    const last = listAnswerOfPage({ items: [1, 2], next: undefined }, SCOPE, String);
    expect(last).toEqual({ data: ['1', '2'], has_more: false, next_cursor: null });
    const more = listAnswerOfPage({ items: [1], next: 'rn_1' }, SCOPE, String);
    expect(more).toEqual({ data: ['1'], has_more: true, next_cursor: encodeCursor('rn_1', SCOPE) });
  });
});
