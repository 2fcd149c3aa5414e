import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions } from './next-version.ts';
import { outputOf } from './output-of.ts';

/** The description of the API at the last release, without its words; `npm run release` writes it. */
export const RELEASED_DESCRIPTION = 'test/fixtures/openapi/released.json';

/** Tags of releases, the newest last. @param project folder of the repository */
export async function releaseTags(project: string): Promise<string[]> {
  const tags = (await outputOf(project, 'git', 'tag', '--list', 'v*')).split('\n');
  return tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag)).sort((a, b) => compareVersions(a.slice(1), b.slice(1)));
}

/**
 * The description that the last release has, by its tag; that of the files where no release has a tag.
 * @param tag that of an older release
 */
export async function releasedDescription(
  project: string,
  tag?: string,
): Promise<{ name: string; description: object }> {
  const name = tag ?? (await releaseTags(project)).at(-1);
  const text =
    name === undefined
      ? await readFile(join(project, RELEASED_DESCRIPTION), 'utf8')
      : await outputOf(project, 'git', 'show', `${name}:${RELEASED_DESCRIPTION}`);
  return { name: name ?? RELEASED_DESCRIPTION, description: JSON.parse(text) as object };
}
