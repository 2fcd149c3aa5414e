import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { FunctionSize } from './function-time.ts';

const LEAST_DISK = 512;

const file = z.object({
  provider: z.object({ memorySize: z.number() }),
  functions: z.record(
    z.string(),
    z.looseObject({
      memorySize: z.number().optional(),
      ephemeralStorageSize: z.number().optional(),
      events: z.array(z.record(z.string(), z.unknown())).default([]),
    }),
  ),
});

let read: z.output<typeof file> | undefined;

/** Reads serverless.yml once: every simulated function asks for its size. */
function readFunctions(): z.output<typeof file> {
  read ??= file.parse(
    parse(readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8'), { logLevel: 'silent' }),
  );
  return read;
}

/** How many functions of serverless.yml have events of a kind: queues that are polled (`sqs`), schedules. */
export const functionsWith = (kind: 'sqs' | 'schedule'): number =>
  Object.values(readFunctions().functions).filter(({ events }) => events.some((event) => kind in event)).length;

/** The size of each function in serverless.yml; a name that it does not have (the API on the local stack) has the default. */
export function functionSizes(): (name: string) => FunctionSize {
  const { provider, functions } = readFunctions();
  return (name) => {
    const own = functions[name];
    return { memory: own?.memorySize ?? provider.memorySize, disk: own?.ephemeralStorageSize ?? LEAST_DISK };
  };
}
