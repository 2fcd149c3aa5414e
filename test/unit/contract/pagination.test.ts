import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor, pageAnswer, pageQuery } from '../../../lib/contract/pagination.ts';
import { validate } from '../../../lib/contract/validate.ts';

const SCOPE = 'renders:acc_1:queued:';
const refused = expect.objectContaining({ code: 'invalid_cursor', status: 400 });
const decoding = (cursor: string, scope = SCOPE) => {
  try {
    return decodeCursor(cursor, scope);
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
      expect(decodeCursor(cursor, SCOPE)).toBe(position);
    },
  );

  it.each(['renders:acc_2:queued:', 'renders:acc_1::', 'timelines:acc_1', ''])(
    'of another list is refused: %j',
    (scope) => {
      expect(decoding(encodeCursor('rn_1', SCOPE), scope)).toEqual(refused);
    },
  );

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
      const { cursor: sent } = validate(z.strictObject(pageQuery), { cursor }, 'query');
      expect(decoding(sent ?? '')).toEqual(refused);
    },
  );

  it.each(['=', '\n', ' ', '.'])('is refused with %j behind it', (extra) => {
    expect(decoding(encodeCursor('rn_1', SCOPE) + extra)).toEqual(refused);
  });
});

describe('the answer of a list', () => {
  it('says whether there is more, and where it begins', () => {
    const last = pageAnswer({ items: [1, 2], next: undefined }, SCOPE, String);
    expect(last).toEqual({ data: ['1', '2'], has_more: false, next_cursor: null });
    const more = pageAnswer({ items: [1], next: 'rn_1' }, SCOPE, String);
    expect(more).toEqual({ data: ['1'], has_more: true, next_cursor: encodeCursor('rn_1', SCOPE) });
  });
});
