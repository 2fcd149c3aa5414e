import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPythonTools } from '#test/deploy/python-tools.ts';
import { outputOf } from './output-of.ts';

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
 * The command line with the service that it starts: the files of a commit, to unpack, `npm ci` and `npx video`. An npm package of it
 * could not hold the lock file, without which an installation is another one than that which was tested.
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
