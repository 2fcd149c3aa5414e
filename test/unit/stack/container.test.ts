import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
const lines = (path: string): string[] =>
  read(path)
    .split('\n')
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '');

interface Compose {
  services: Record<'network' | 'caddy' | 'service', { environment?: Record<string, string>; network_mode?: string }>;
}
const { services }: Compose = parse(read('compose.yml'));

describe('the image of the service', () => {
  it('is made of the sources alone: what git ignores stays out, and git, too', () => {
    const generated = lines('.gitignore').filter((line) => line !== 'lib/**/*.js' && line !== '.schemathesis');
    expect(lines('.dockerignore')).toEqual(expect.arrayContaining(['.git', ...generated]));
  });

  it('starts a command that the entry point runs', () => {
    const dockerfile = read('Dockerfile');
    const entrypoint = /^COPY (\S+) \/usr\/local\/bin\/entrypoint$/m.exec(dockerfile)?.[1] ?? '';
    expect(read(entrypoint)).toMatch(/^exec video-timeline "\$@"$/m);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe('compose.yml', () => {
  it('sets variables that npm start reads', () => {
    const help = read('localstack/cli/commands/start.ts');
    for (const name of Object.keys(services.service.environment ?? {})) expect(help).toContain(`\n  ${name} `);
  });

  it('gives the service the network of the proxy, where it listens on its loopback address', () => {
    // One that neither of both has: each may start again.
    expect([services.caddy.network_mode, services.service.network_mode]).toEqual([
      'service:network',
      'service:network',
    ]);
    expect(services.service.environment).not.toHaveProperty('HOST');
  });
});
