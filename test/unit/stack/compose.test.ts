import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const FILE = resolve(import.meta.dirname, '../../../localstack/compose.yml');
const compose = z.object({
  services: z.object({
    aws: z.looseObject({ command: z.array(z.string()), volumes: z.array(z.string()), ports: z.array(z.string()) }),
  }),
});

it('compose.yml installs the emulator that the tests pin, and opens its port on this machine only', () => {
  const { aws } = compose.parse(parse(readFileSync(FILE, 'utf8'))).services;
  const [source = '', target = ''] = aws.volumes[0]?.split(':') ?? [];
  expect(readFileSync(join(dirname(FILE), source), 'utf8')).toMatch(/^ministack==\d+\.\d+\.\d+$/m);
  expect(aws.command.at(-1)).toContain(`-r ${target} && exec python -m ministack`);
  expect(aws.ports).toEqual(['127.0.0.1:4566:4566']);
});
