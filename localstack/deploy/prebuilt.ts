import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREBUILT_FOLDER } from '#emulators/host/project-folder.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { type BundlesByHandler, bundlesByHandlerSchema } from './bundle-if-changed.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file, in the npm package, with the bundles of the functions by handler. */
export const PREBUILT_BUNDLES_FILE = `${PREBUILT_FOLDER}/bundles.json`;

/** The file, in the npm package, of the service as it is resolved with the variables of an environment that serverless.yml reads. */
export const prebuiltServiceFile = ({ NARRATION_ENGINE, LOCAL_STACK_NAMES }: Environment): string =>
  `${PREBUILT_FOLDER}/services/${NARRATION_ENGINE || 'default'}-${LOCAL_STACK_NAMES || 'local'}.json`;

const readTextOrEmpty = (...path: readonly string[]): Promise<string> =>
  readFile(join(...path), 'utf8').catch(() => '');

/** Reads the text of the resolved service of the npm package; empty in a clone. */
export const readPrebuiltService = (serviceDir: string, environment: Environment): Promise<string> =>
  readTextOrEmpty(serviceDir, prebuiltServiceFile(environment));

/** Reads the bundles of the npm package; undefined in a clone. */
export const readPrebuiltBundles = async (serviceDir: string): Promise<BundlesByHandler | undefined> =>
  parseJsonIfValid(bundlesByHandlerSchema, await readTextOrEmpty(serviceDir, PREBUILT_BUNDLES_FILE));
