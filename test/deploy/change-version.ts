import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { OPENAPI_INFO } from '#front/api/openapi/info.ts';

/** The version that the API of a packaged stage describes itself with. */
export const { version: VERSION } = OPENAPI_INFO;
/** That of a changed package. */
export const CHANGED_VERSION = `${VERSION}-changed`;

const times = z.object({ was: z.number(), now: z.number() });

/**
 * Changes the code of every function in a package, and the version that the API tells.
 * @param python of `installPythonTools()`
 * @param folder of `serverless package --package <folder>`
 * @returns the times by which `serverless rollback` knows the version before and this one
 */
export async function changeVersion(python: string, folder: string): Promise<z.infer<typeof times>> {
  const script = join(import.meta.dirname, 'change-version.py');
  const { stdout } = await promisify(execFile)(python, [script, folder, VERSION, CHANGED_VERSION]);
  return times.parse(JSON.parse(stdout));
}

/** The version that an API tells. */
export async function toldVersion(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  return z.object({ info: z.object({ version: z.string() }) }).parse(await answer.json()).info.version;
}
