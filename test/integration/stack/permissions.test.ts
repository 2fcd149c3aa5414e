import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openLookups } from '#test/lint/open-lookups.ts';
import { isWhole } from '#test/support/depth.ts';
import { type CallGraph, openCallGraph, PROJECT } from '#test/support/permissions/call-graph.ts';
import {
  derivePermissions,
  differences,
  openServiceGraph,
  type Permissions,
} from '#test/support/permissions/derive-permissions.ts';

const GET_ME = 'functions/http/account/get-me.ts';
const RATE_COUNTER = 'lib/adapters/aws/requests/request-rate-count-repository.ts';

const text = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const allowed = z
  .record(z.string(), z.record(z.string(), z.array(z.string())))
  .parse(parse(text('functions/permissions.yml')));

/** The program of all functions, as they are. The compiler takes half a minute for its types: `.ci/run lint` and the nightly run do that. */
let service: CallGraph;
beforeAll(() => {
  if (isWhole) service = openServiceGraph();
});

describe.runIf(isWhole)('functions/permissions.yml', () => {
  let needed: Permissions;
  beforeAll(async () => {
    needed = await derivePermissions(service);
  });

  test('allows each function what its code can do, and nothing else (else: npm run permissions)', () => {
    expect(differences(allowed, needed)).toEqual({ missing: [], unused: [] });
    expect(Object.keys(allowed)).toEqual(Object.keys(needed));
  });

  test('is found wrong when it loses or gains a permission', () => {
    const { 'dynamodb:GetItem': items = [], ...others } = allowed.getMe ?? {};
    const changed = {
      ...allowed,
      getMe: { ...others, 'dynamodb:GetItem': items.filter((key) => key !== 'KEY#*'), 's3:DeleteObject': ['tmp/*'] },
    };

    expect(differences(changed, needed)).toEqual({
      missing: ['getMe: dynamodb:GetItem on KEY#*'],
      unused: ['getMe: s3:DeleteObject on tmp/*'],
    });
  });
});

test('what decodes files of clients may read the file, write what it made of it, and nothing else', () => {
  expect(allowed.decodeUpload).toEqual({
    's3:GetObject': ['tmp/undecoded/*/*'],
    's3:PutObject': ['tmp/decoded/*/*'],
  });
});

// A second program of all that the function imports takes as long as all else here.
test.runIf(isWhole)(
  'a function that does more, or less, than before no longer has the permissions it needs',
  async () => {
    const calls = text(GET_ME).replace(
      'getMe(sharedServices().accounts, principal)',
      "sharedServices().webhooks.remove(principal.account_id, 'wh').then(() => getMe(sharedServices().accounts, principal))",
    );
    const counts = text(RATE_COUNTER).replace('await table.update({', 'await table.get(tableKeys.tableFormat) ?? ({');
    expect([calls, counts]).not.toContain(text(GET_ME));
    expect(counts).not.toBe(text(RATE_COUNTER));

    const changed = openServiceGraph({ [GET_ME]: calls, [RATE_COUNTER]: counts }, ['getMe']);
    const { missing, unused } = differences(
      { getMe: allowed.getMe ?? {} },
      await derivePermissions(changed, ['getMe']),
    );

    expect(missing).toEqual([
      'getMe: dynamodb:DeleteItem on ACC#<acc>',
      'getMe: dynamodb:GetItem on TABLE',
      'getMe: dynamodb:PutItem on ACC#<acc>#TOMBSTONES',
      'getMe: dynamodb:UpdateItem on ACC#<acc>',
    ]);
    expect(unused).toEqual(['getMe: dynamodb:UpdateItem on RATE#<acc>']);
  },
);

/** A word of a client may be `constructor`. Here, for all functions are parsed already. */
describe('look-ups by a word that may be any text', () => {
  test.runIf(isWhole)('are in nothing that runs in a function (else: ownPropertyValue, or a Map)', () => {
    expect(service.files().length).toBeGreaterThan(500);
    expect(openLookups(service)).toEqual([]);
  });

  test('are found', () => {
    const path = 'functions/looks-up.ts';
    const code = `const table: Record<string, number> = {};
export const one = (word: string) => table[word];
export const two = (word: string) => word in table;
export const three = (word: \`a\${string}\`) => table[word];
export const four = (word: 'a' | 'b', at: number) => [table[word], table.a, [1][at], table['b']];
export const five = (word: string) => { table[word] = 1; delete table[word]; };
export const six = <Word extends 'a' | 'b'>(word: Word) => table[word];
export const seven = <Word extends string>(word: Word) => table[word];
`;
    expect(openLookups(openCallGraph([path], { [path]: code }))).toEqual([
      { at: `${path}:2`, text: 'table[word]' },
      { at: `${path}:3`, text: 'word in table' },
      { at: `${path}:4`, text: 'table[word]' },
      { at: `${path}:8`, text: 'table[word]' },
    ]);
  });
});
