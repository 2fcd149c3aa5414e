import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RESOLVED_SERVICE_FILE } from '#deploy/kept-service.ts';
import { prebuiltServiceFile } from '#deploy/prebuilt.ts';
import { SPEECH_ENGINE_IDS, type SpeechEngineId } from '#engine/speech/engine-facts.ts';
import { handlerProcessEnvironment } from '#stack/environment.ts';

/** What the local stack gives the process that resolves serverless.yml. Neither of them changes the service. */
const AWS = {
  endpoint: 'http://127.0.0.1:4566',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};

/** Resolves serverless.yml as a start of the local stack does. @returns the text of the service that it keeps */
async function resolveService(project: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const child = fork(join(project, 'localstack/deploy/offline-host.ts'), ['0'], {
    cwd: project,
    env: { ...environment, LOCAL_STACK_SUPERVISED: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  // The first message has the service, which is kept by then.
  const answered = once(child, 'message').then(() => true);
  const isResolved = await Promise.race([answered, ended.then(() => false)]);
  if (!isResolved) throw new Error('serverless.yml could not be resolved.');
  const text = await readFile(join(project, RESOLVED_SERVICE_FILE), 'utf8');
  child.kill('SIGKILL');
  await ended;
  return text;
}

/** The settings with which a service is resolved for the npm package. */
export interface ServiceVariant {
  /** NARRATION_ENGINE; undefined: it is not set. */
  engine: SpeechEngineId | undefined;
  /** True with AWS_ENDPOINT_URL. */
  isExternal: boolean;
}

/** The embedded service with the usual voice. */
export const USUAL_VARIANT: ServiceVariant = { engine: undefined, isExternal: false };

/** All settings that change the resolved service. The usual ones are last: a start of the clone continues to use what it has kept. */
export const ALL_VARIANTS: readonly ServiceVariant[] = [
  ...[...SPEECH_ENGINE_IDS, undefined].map((engine) => ({ engine, isExternal: true })),
  ...SPEECH_ENGINE_IDS.map((engine) => ({ engine, isExternal: false })),
  USUAL_VARIANT,
];

/** Writes the service into a folder, as it is resolved with each of the settings. Each takes 3 CPU s. */
export async function writeResolvedServices(
  project: string,
  folder: string,
  variants: readonly ServiceVariant[],
): Promise<void> {
  for (const { engine, isExternal } of variants) {
    const environment = handlerProcessEnvironment({ ...process.env, NARRATION_ENGINE: engine }, AWS, isExternal);
    const path = join(folder, prebuiltServiceFile(environment));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await resolveService(project, environment));
  }
}
