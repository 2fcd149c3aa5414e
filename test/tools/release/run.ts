/**
 * `npm run release -- <version>`: cuts a version. It writes the version and the changelog, packs the clients and the service,
 * commits and tags. Nothing is published.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import { CommandError } from '#emulators/host/command-errors.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { cutChangelog, releaseNotes } from './changelog.ts';
import { RELEASED_DESCRIPTION, releasedDescription, releaseTags } from './last-release.ts';
import { assertNewer, isMajor } from './next-version.ts';
import { breakingChanges } from './openapi-changes.ts';
import { outputOf } from './output-of.ts';
import {
  emptyFolder,
  packCommandLine,
  packNpmClient,
  packPythonClient,
  packService,
  writeBillOfMaterials,
} from './pack.ts';
import { withoutWords } from './released-description.ts';
import { VERSION_PLACES, withVersion } from './version-places.ts';

const PROJECT = join(import.meta.dirname, '../../..');
/** What a release changes, besides VERSION_PLACES. */
const GENERATED = [
  'package.json',
  'package-lock.json',
  'lib/front/client/schema.ts',
  'lib/front/client/python/src/video_timeline_client/models.py',
  'lib/front/console/app/console-field-definitions.ts',
  RELEASED_DESCRIPTION,
];

const git = (...args: string[]) => outputOf(PROJECT, 'git', ...args);
const npm = (...args: string[]) => outputOf(PROJECT, 'npm', ...args);
const say = (line: string) => process.stdout.write(`${line}\n`);
const readText = (file: string) => readFile(join(PROJECT, file), 'utf8');

/** The files of this repository as the release has them, by their paths. */
async function editedFiles(from: string, to: string, date: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([['CHANGELOG.md', cutChangelog(await readText('CHANGELOG.md'), to, date)]]);
  for (const place of VERSION_PLACES)
    files.set(place.file, withVersion(files.get(place.file) ?? (await readText(place.file)), place, from, to));
  return files;
}

/** @throws CommandError when a client of the last release would break, and the first number of the version does not rise */
async function checkCompatibility(version: string, current: string): Promise<void> {
  const { description } = await releasedDescription(PROJECT);
  const broken = breakingChanges(description, createServiceOpenApiDocument('http://localhost:3000/v1'));
  if (broken.length > 0 && !isMajor(version, current))
    throw new CommandError(`Clients of the last release would break:\n${broken.join('\n')}`);
}

/** Writes the description of the API of the new version, and what is made of it. */
async function describe(folder: string): Promise<void> {
  const file = join(folder, 'openapi.json');
  await npm('run', '--silent', 'openapi', '--', file);
  const description = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(join(PROJECT, RELEASED_DESCRIPTION), `${JSON.stringify(withoutWords(description), undefined, 1)}\n`);
}

async function release(version: string, { dryRun, out }: { dryRun: boolean; out: string }): Promise<void> {
  const changed = await git('status', '--porcelain');
  if (changed !== '') throw new CommandError(`Commit or discard first what is not committed:\n${changed}`);
  const { version: current } = JSON.parse(await readText('package.json')) as { version: string };
  assertNewer(version, [current, ...(await releaseTags(PROJECT)).map((tag) => tag.slice(1))]);
  await checkCompatibility(version, current);
  const date = new Date().toISOString().slice(0, 10);
  const edited = await editedFiles(current, version, date);
  const folder = resolve(out, version);
  const shown = relative(process.cwd(), folder);
  if (dryRun) {
    say(`${current} → ${version}, ${date}. Would write:`);
    for (const file of [...edited.keys(), ...GENERATED]) say(`  ${file}`);
    say(
      `Would pack the clients, the service, its source and a bill of materials into ${shown}, commit, and tag v${version} with:\n`,
    );
    say(releaseNotes(edited.get('CHANGELOG.md') ?? '', version));
    return;
  }
  await emptyFolder(folder);
  let undo = ['restore', '--staged', '--worktree', '.'];
  try {
    for (const [file, text] of edited) await writeFile(join(PROJECT, file), text);
    await npm('version', version, '--no-git-tag-version');
    await describe(folder);
    await packNpmClient(PROJECT, folder);
    await packPythonClient(PROJECT, folder);
    await packService(PROJECT, folder);
    await writeBillOfMaterials(PROJECT, folder, version);
    const notes = releaseNotes(await readText('CHANGELOG.md'), version);
    await git('commit', '--quiet', '--all', '--message', `Release ${version}`);
    undo = ['reset', '--quiet', '--hard', 'HEAD~1'];
    await packCommandLine(PROJECT, folder, version);
    // Headings of the notes start with the sign of git's comments.
    await git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `${version}\n\n${notes}`);
  } catch (error) {
    // Without its tag the version would be there and not be released, and could not be cut again.
    await git(...undo);
    throw error;
  }
  say(`${version} is committed and tagged v${version}. In ${shown}:`);
  for (const file of (await readdir(folder)).sort()) say(`  ${file}`);
  say(`Look at git show v${version}, then push: git push origin HEAD v${version}`);
}

const program = createStyledCommand(
  'npm run release --',
  'Cuts a version: changelog, versions, packages, bill of materials, commit and tag. Nothing is published.',
)
  .argument('<version>', 'the new version, such as 1.1.0')
  .option('--dry-run', 'only show what it would do', false)
  .option(
    '--out <folder>',
    'the folder to write the packages to; a folder with the name of the version is made in it',
    'out/release',
  )
  .action((version: string, options: { dryRun: boolean; out: string }) => release(version, options));
await runCliProgram(program);
