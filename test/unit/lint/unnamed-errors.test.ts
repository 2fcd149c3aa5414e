import { describe, expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';

const found = (text: string, path = 'lib/a.ts') =>
  checkFiles([{ path, text }])
    .filter(({ check }) => check === 'docs')
    .map(({ line, message }) => `${line} ${message.split('. ')[0]}`);

describe('an error that a function throws', () => {
  it('is named in the docstring of what is exported: functions, methods, constructors', () => {
    const text = [
      '/** Reads. */',
      'export function read() { throw new RangeError("no"); }',
      '/** Writes. @throws RangeError for more */',
      'export const write = () => { if (read) throw new TypeError("no"); throw new RangeError("no"); };',
      '/** A box. */',
      'export class Box {',
      '  constructor() { throw new BoxError(); }',
      '  /** Opens it. */',
      '  open() { for (;;) throw new errors.Shut(); }',
      '}',
    ].join('\n');
    expect(found(text)).toEqual([
      '2 read throws RangeError',
      '4 write throws TypeError',
      '7 new Box throws BoxError',
      '9 Box.open throws Shut',
    ]);
  });

  it('may be named with others in one tag, in several tags, or by the class for its constructor', () => {
    const text = [
      '/**',
      ' * Reads.',
      ' * @throws FileMissing; RangeError for more than',
      ' * 5 bytes, TypeError',
      ' * @throws ServiceError `x`',
      ' */',
      'export function read(a: number) {',
      '  if (a) throw new RangeError();',
      '  if (a > 1) throw new TypeError();',
      '  throw new ServiceError();',
      '}',
      '/** A box. @throws BoxError */',
      'export class Box {',
      '  constructor() { throw new BoxError(); }',
      '}',
    ].join('\n');
    expect(found(text)).toEqual([]);
  });

  it('needs no name where callers never meet it: caught, private, of an inner function, not exported', () => {
    const text = [
      '/** Reads. */',
      'export function read() {',
      '  try { throw new RangeError(); } catch { return 1; }',
      '  return () => { throw new TypeError(); };',
      '}',
      'function rest() { throw new Error(); }',
      '/** A box. */',
      'export class Box {',
      '  #open() { throw new Error(); }',
      '  private shut() { throw new Error(); }',
      '}',
    ].join('\n');
    expect(found(text)).toEqual([]);
    expect(found('/** Reads. */\nexport function read() { throw new Error(); }', 'test/a.ts')).toEqual([]);
  });

  it('is reported in a block that catches others, and in the block that finally runs', () => {
    const text = [
      '/** Reads. */',
      'export function read() {',
      '  try { rest(); }',
      '  catch { throw new RangeError(); }',
      '  finally { throw new TypeError(); }',
      '}',
    ].join('\n');
    expect(found(text)).toEqual(['4 read throws RangeError', '5 read throws TypeError']);
  });

  it('has its class before its condition', () => {
    const text = [
      'export interface Box {',
      '  /** Opens it. @throws if it is locked */',
      '  open(): void;',
      '  /** Shuts it. @throws Jammed if it is open; the error of the lid */',
      '  shut(): void;',
      '}',
    ].join('\n');
    expect(found(text)).toEqual(['2 @throws starts with a condition']);
  });
});
