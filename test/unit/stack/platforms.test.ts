import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandEndingWithParent } from '#emulators/dynamodb.ts';
import { restrictFileAccessToOwner } from '#emulators/host/restrict-file-access-to-owner.ts';
import { temporaryFolderVariables } from '#stack/workers/environment.ts';

it('the emulator of DynamoDB runs under a shell that ends it, except on Windows, where the system does', () => {
  const command = ['dynoxide', 'serve', '--port', '1'] as const;
  const [program, ...args] = commandEndingWithParent(['dynoxide', 'serve', '--port', '1'], 'darwin');
  expect([program, ...args.slice(-4)]).toEqual(['/bin/sh', ...command]);
  expect(commandEndingWithParent(['dynoxide', 'serve', '--port', '1'], 'win32')).toEqual(command);
});

it('a worker finds its temporary folder on each system', () => {
  expect(temporaryFolderVariables('/x')).toEqual({ TMPDIR: '/x', TMP: '/x', TEMP: '/x' });
  expect(temporaryFolderVariables(undefined)).toEqual({});
});

it('rights of other users are removed where a system has them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rights = (): number => statSync(folder).mode & 0o777;
  chmodSync(folder, 0o755);
  restrictFileAccessToOwner(folder, 'win32');
  expect(rights()).toBe(0o755);
  restrictFileAccessToOwner(folder, 'linux');
  expect(rights()).toBe(0o700);
});
