import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { currentNotice, noticeForLock } from '#test/tools/notice.ts';

it('NOTICE names the licence of every package that is shipped', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../NOTICE'), 'utf8')).toBe(await currentNotice());
});

it('lists shipped packages whole and development packages only when they are used directly', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'GPL-3.0' },
      'node_modules/d': { version: '3.0.0', license: 'ISC', dev: true },
      'node_modules/e': { version: '4.0.0', license: 'ISC', dev: true },
      'node_modules/node': { version: '24.0.0', license: 'MIT', optional: true, dependencies: { f: '1' } },
      'node_modules/f': { version: '5.0.0', license: 'MIT', optional: true },
    },
  };
  const notice = noticeForLock(lock, ['d', 'node'], ['a-crate 1.0.0: MIT']);
  expect(notice).toContain('\na 1.0.0: MIT\n');
  expect(notice).toContain('\n@b/c 2.0.0: GPL-3.0\n');
  expect(notice.indexOf('d 3.0.0: ISC')).toBeGreaterThan(notice.indexOf('Not shipped'));
  expect(notice.indexOf('node 24.0.0: MIT')).toBeGreaterThan(notice.indexOf('Not shipped'));
  expect(notice).not.toContain('e 4.0.0');
  expect(notice).not.toContain('f 5.0.0');
});
