import { describe, expect, it } from 'vitest';
import { indexJsonMembers } from '#engine/speech/natural/phonemes/member-index.ts';

const found = (json: string, name: string): string | undefined => {
  const value = indexJsonMembers(Buffer.from(json)).find(name);
  return value && Buffer.from(value).toString();
};

describe('indexJsonMembers', () => {
  it('finds each member of an object, whatever its value', () => {
    const object = Object.fromEntries([
      ...Array.from({ length: 3000 }, (_, at) => [`w=${at}`, { NN: at / 10, 'a}"\\': [at, ','] }]),
      ...['', '"', '\\', '\n', 'é', '😀', 'constructor', '__proto__'].map((name) => [name, name]),
    ]);
    const index = indexJsonMembers(Buffer.from(JSON.stringify(object)));
    const read = Object.keys(object).map((name) => [name, JSON.parse(Buffer.from(index.find(name) ?? '').toString())]);
    expect(Object.fromEntries(read)).toEqual(object);
  });

  it('finds nothing else', () => {
    expect(found('{"ab":1,"abc":{"d":2}}', 'a')).toBeUndefined();
    expect(found('{"ab":1,"abc":{"d":2}}', 'd')).toBeUndefined();
    expect(found('{}', 'd')).toBeUndefined();
    expect(found('{"ab":1,"abc":{"d":2}}', 'abc')).toBe('{"d":2}');
  });

  it.each(['', '[]', '{"a"', '{"a":1', '{"a', '{"a" :1}', '{"a":{}'])('refuses %s', (json) => {
    expect(() => indexJsonMembers(Buffer.from(json))).toThrow(/^The JSON/);
  });
});
