import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deckProcessPermissionOptions } from '#app/sandbox/deck-permissions.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'permissions-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the permissions of a process that reads a deck', () => {
  it('let it import packages of a layer whose folder is a link', () => {
    const script = join(folder, 'program/run.cjs');
    mkdirSync(join(folder, 'program'));
    mkdirSync(join(folder, 'layer/pack'), { recursive: true });
    writeFileSync(script, `console.log(require('pack'))`);
    writeFileSync(join(folder, 'layer/pack/index.js'), `module.exports = 'from the layer'`);
    symlinkSync(join(folder, 'layer'), join(folder, 'link'));
    const NODE_PATH = join(folder, 'link');
    const options = deckProcessPermissionOptions(script, undefined, NODE_PATH);
    const output = execFileSync(process.execPath, [...options, script], { encoding: 'utf8', env: { NODE_PATH } });
    expect(output).toBe('from the layer\n');
  });
});
