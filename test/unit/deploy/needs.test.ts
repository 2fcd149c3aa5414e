import { describe, expect, it } from 'vitest';
import { compareWithNeeds, NEEDS, reasonToSkip } from '#test/support/service/needs.ts';

const { tests } = NEEDS['the files of the database'];
const [test] = tests;
const file = 'test/e2e/webhook-receivers.test.ts';
const reason = reasonToSkip('the files of the database', 'endpoint');

describe('what a run left out', () => {
  it('is right when it is what the list says of its files', () => {
    expect(compareWithNeeds('endpoint', [file], new Map([[test, reason]]))).toEqual([]);
    expect(compareWithNeeds('endpoint', ['test/e2e/api.test.ts'], new Map())).toEqual([]);
    expect(compareWithNeeds('embedded', [file], new Map())).toEqual([]);
  });

  it('is wrong when a listed test was held', () => {
    expect(compareWithNeeds('endpoint', [file], new Map())).toEqual([
      `${test}: is listed, but was not left out for its need`,
    ]);
  });

  it('is wrong when a test was left out that is not listed, or is for another need', () => {
    const other = `${file}: another`;
    const skipped = new Map([
      [test, reason],
      [other, reason],
    ]);
    expect(compareWithNeeds('endpoint', [file], skipped)).toEqual([`${other}: was left out, but is not listed`]);
    const wrong = reasonToSkip('large headers', 'endpoint');
    expect(compareWithNeeds('endpoint', [file], new Map([[test, wrong]]))).toHaveLength(2);
  });

  it('has a test that was skipped for what no mode decides', () => {
    const skipped = new Map([[`${file}: with Python`, 'Python is missing']]);
    expect(compareWithNeeds('embedded', [file], skipped)).toEqual([]);
  });
});
