import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { FunctionSize } from './function-time.ts';

const LEAST_DISK = 512;

const file = z.object({
  provider: z.object({ memorySize: z.number() }),
  functions: z.record(
    z.string(),
    z.looseObject({ memorySize: z.number().optional(), ephemeralStorageSize: z.number().optional() }),
  ),
});

/** The size of each function in serverless.yml; a name that it does not have (the API on the local stack) has the default. */
export function functionSizes(): (name: string) => FunctionSize {
  const text = readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8');
  const { provider, functions } = file.parse(parse(text, { logLevel: 'silent' }));
  return (name) => {
    const own = functions[name];
    return { memory: own?.memorySize ?? provider.memorySize, disk: own?.ephemeralStorageSize ?? LEAST_DISK };
  };
}
