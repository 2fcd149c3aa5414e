import { CommandError } from '#emulators/host/command-errors.ts';

/** A text of a file that has the version of the service in it. */
interface VersionPlace {
  file: string;
  /** The text around each version; `*` is the version. */
  text: string;
}

/** Where the version stands, besides package.json and its lock file, which npm writes. */
export const VERSION_PLACES: readonly VersionPlace[] = [
  { file: 'lib/kernel/shared/service-version.ts', text: "SERVICE_VERSION = '*'" },
  { file: 'lib/front/client/python/pyproject.toml', text: '\nversion = "*"' },
  { file: 'lib/front/client/README.md', text: 'video-timeline-client-*.tgz' },
  { file: 'lib/front/docs/guides/first-video.md', text: 'video-timeline-client-*.tgz' },
];

/** The text of a file with another version at its place. @throws CommandError when the version of before is not there */
export function withVersion(content: string, { file, text }: VersionPlace, from: string, to: string): string {
  const before = text.replace('*', from);
  if (!content.includes(before)) throw new CommandError(`${file} does not have "${before.trim()}".`);
  return content.replaceAll(before, text.replace('*', to));
}
