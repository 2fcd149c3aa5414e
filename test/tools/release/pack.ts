import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '#emulators/host/command-errors.ts';
import { installPythonTools } from '#test/deploy/python-tools.ts';
import { outputOf } from './output-of.ts';
import type { ServiceVariant } from './service-package/resolve-services.ts';
import { stageService } from './service-package/stage-service.ts';

const packed = z.tuple([z.object({ filename: z.string(), size: z.number() })]);

/** The TypeScript client as npm installs it, `video-timeline-client-<version>.tgz`. */
export async function packNpmClient(project: string, folder: string): Promise<void> {
  const built = join(folder, 'client');
  await outputOf(project, 'npm', 'run', '--silent', 'client', '--', '--out', built);
  await outputOf(project, 'npm', 'pack', '--silent', built, '--pack-destination', folder);
  await rm(built, { recursive: true });
}

/** The Python client as a wheel. Its build tool comes from Python's package index. */
export async function packPythonClient(project: string, folder: string): Promise<void> {
  const python = await installPythonTools();
  const wheel = ['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-deps', '--wheel-dir', folder];
  await outputOf(project, python, ...wheel, join(project, 'lib/front/client/python'));
}

/** Arguments of `npm sbom`: of the lock file, since what is installed can differ from it. */
const SBOM = ['--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];

/** Everything that the service runs with, as a CycloneDX document. */
export async function writeBillOfMaterials(project: string, folder: string, version: string): Promise<void> {
  const text = await outputOf(project, 'npm', 'sbom', ...SBOM);
  await writeFile(join(folder, `video-timeline-render-service-${version}.cdx.json`), text);
}

/**
 * The source of the service: the files of a commit, to unpack, `npm ci` and `npx video`. It has the lock file, with which an installation
 * is the one that was tested.
 */
export async function packCommandLine(project: string, folder: string, version: string): Promise<void> {
  const name = `video-timeline-render-service-${version}`;
  const file = join(folder, `${name}.tar.gz`);
  await outputOf(project, 'git', 'archive', '--format=tar.gz', `--prefix=${name}/`, '--output', file, 'HEAD');
}

/** An empty folder. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** Most bytes of the packed service: fonts, voice and bundles, without the packages that npm installs with it. */
const SERVICE_PACKAGE_BYTES = 40e6;

/**
 * The service as npm installs it, `video-timeline-<version>.tgz`.
 * @param variants the settings with which it can be used
 * @returns its path
 * @throws CommandError if it is larger than its limit
 */
export async function packService(
  project: string,
  folder: string,
  variants?: readonly ServiceVariant[],
): Promise<string> {
  const staged = join(folder, 'service');
  await emptyFolder(staged);
  await stageService(project, staged, variants);
  const answer = await outputOf(project, 'npm', 'pack', '--json', staged, '--pack-destination', folder);
  const [{ filename, size }] = packed.parse(JSON.parse(answer));
  if (size > SERVICE_PACKAGE_BYTES)
    throw new CommandError(
      `${filename} has ${(size / 1e6).toFixed(1)} MB, more than ${SERVICE_PACKAGE_BYTES / 1e6} MB.`,
    );
  await rm(staged, { recursive: true });
  return join(folder, filename);
}
