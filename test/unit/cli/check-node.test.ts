import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SCRIPT = 'localstack/cli/bin/check-node.mjs';

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'check-node-'));
  mkdirSync(join(project, dirname(SCRIPT)), { recursive: true });
  cpSync(join(import.meta.dirname, '../../..', SCRIPT), join(project, SCRIPT));
});
afterAll(() => rmSync(project, { recursive: true }));

/** The check in a project without the package `node`, on another system. */
function check({ system = 'linux-x64', version = '24.21.0', omit = '' }) {
  const [platform, arch] = system.split('-');
  const changed = JSON.stringify({ platform, arch, version: `v${version}`, versions: { node: version } });
  const change = `for (const [name, value] of Object.entries(${changed})) Object.defineProperty(process, name, { value });`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(change)}`, join(project, SCRIPT)];
  const env = omit === '' ? {} : { npm_config_omit: omit };
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8', env });
  return { status, stderr };
}

it.each([
  ['Linux on x64', {}, 1, /Run npm ci again/],
  [
    'Linux on arm64, left out with development packages only',
    { system: 'linux-arm64', omit: 'dev' },
    1,
    /npm ci again/,
  ],
  ['Linux, left out by the user', { omit: 'dev\n\noptional' }, 0, /ExecStart/],
  [
    'Linux, left out by a user with an old Node',
    { omit: 'optional', version: '22.13.0' },
    0,
    /v22.13.0. Install Node 24/,
  ],
  ['macOS with an old Node', { system: 'darwin-arm64', version: '22.13.0' }, 0, /for darwin-arm64, .* Install Node 24/],
  ['Linux on a processor without Node of npm', { system: 'linux-riscv64' }, 0, /^$/],
])('npm ci without the package node, on %s', (_, how, status, message) => {
  expect(check(how)).toEqual({ status, stderr: expect.stringMatching(message) });
});

it('npm ci with the package node says nothing', () => {
  const programs = join(project, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'node'), '');
  expect(check({ version: '22.13.0' })).toEqual({ status: 0, stderr: '' });
});
