import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

const stateSchema = z.object({
  pid: z.number().int(),
  base_url: z.string(),
  endpoint: z.string(),
  ports: z.object({ api: z.number().int(), edge: z.number().int().nullable() }),
  children: z.record(z.string(), z.number().int()),
  /** Physical names of the resources, by logical id. */
  names: z.record(z.string(), z.string()),
  /** Environment of the functions. */
  environment: z.record(z.string(), z.string()),
});

/** State of a running stack, for other commands (`npm run account`). */
export type StackState = z.infer<typeof stateSchema>;

/** Writes the state file, which has the credentials of the functions, so only its owner may read it. */
export function writeStackState(path: string, state: StackState): void {
  const temporaryPath = `${path}.tmp`;
  rmSync(temporaryPath, { force: true });
  writeFileSync(temporaryPath, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporaryPath, path);
}

/** Reads the state of the running stack; undefined if none runs. A stack that was killed does not remove its file. */
export function readStackState(path: string): StackState | undefined {
  try {
    const state = parseJson(stateSchema, readFileSync(path, 'utf8'));
    return isProcessAlive(state.pid) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the state file, if it exists. */
export const removeStackState = (path: string): void => rmSync(path, { force: true });
