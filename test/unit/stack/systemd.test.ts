import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isCommandName } from '#cli/command-catalog.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const UNITS = join(PROJECT, 'localstack/systemd');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A unit as it is on a machine that has the project here. */
const unit = (name: string): string =>
  readFileSync(join(UNITS, name), 'utf8').replaceAll('/opt/video-timeline', PROJECT);

describe('the units of systemd', () => {
  const services = readdirSync(UNITS).filter((name) => name.endsWith('.service'));

  it.each(services)('%s runs a command of this project, by its own Node', (name) => {
    const [, node = '', file = ''] = /^ExecStart=(\S+) (\S+)/m.exec(unit(name)) ?? [];
    expect(existsSync(node)).toBe(true);
    expect(existsSync(join(PROJECT, file))).toBe(true);
    expect(isCommandName(/commands\/(\w+)\.ts$/.exec(file)?.[1] ?? '')).toBe(true);
  });

  it.runIf(hasSystemd)('are valid', () => {
    const files = readdirSync(UNITS).map((name) => {
      writeFileSync(join(folder, name), unit(name));
      return join(folder, name);
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
