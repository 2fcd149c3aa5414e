import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonMismatchError, parseJson, parseJsonIfValid, parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';

const schema = z.object({ code: z.enum(['a', 'b']), at: z.object({ line: z.int() }) });
const SECRET = 'what a client wrote';

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('JSON', () => {
  it('is what its schema says', () => {
    expect(parseJson(schema, '{"code":"a","at":{"line":3},"more":1}')).toEqual({ code: 'a', at: { line: 3 } });
    expect(parseJsonWithoutSchema('[1]')).toEqual([1]);
  });

  it('of another shape names each fault by its path, and nothing of the text', () => {
    const text = JSON.stringify({ code: SECRET, at: { line: SECRET } });
    const error = thrownBy(() => parseJson(schema, text));
    expect(error).toBeInstanceOf(JsonMismatchError);
    expect(error).toMatchObject({
      message: 'The JSON is not as expected (code: invalid_value; at.line: invalid_type)',
      faults: [{ path: 'code' }, { path: 'at.line' }],
    });
    expect(String(error)).not.toContain(SECRET);
    expect(parseJsonIfValid(schema, text)).toBeUndefined();
  });

  it.each([`{"${SECRET}`, '', SECRET, '{"code":"a"'])('that is not JSON (%#) is reported without the text', (text) => {
    for (const act of [() => parseJson(schema, text), () => parseJsonWithoutSchema(text)]) {
      const error = thrownBy(act);
      expect(error).toMatchObject({ name: 'JsonMismatchError', message: 'The text is not JSON', faults: [] });
      expect((error as Error).cause).toBeUndefined();
    }
    expect(parseJsonIfValid(schema, text)).toBeUndefined();
  });

  it('does not hide an error of a schema', () => {
    const broken = z.string().transform(() => {
      throw new RangeError('a fault of ours');
    });
    expect(() => parseJsonIfValid(broken, '"a"')).toThrow(RangeError);
  });
});
