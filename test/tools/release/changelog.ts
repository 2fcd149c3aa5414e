import { CommandError } from '#emulators/host/command-errors.ts';

/** Sections of a version, in their order. */
const SECTIONS: readonly string[] = ['Added', 'Changed', 'Fixed', 'Removed', 'Security'];

const UNRELEASED = '## [Unreleased]';

/** Lines of a version's chapter, without its heading: the first, and the one after the last. */
function chapterOf(changelog: string, heading: string): { start: number; end: number } {
  const lines = changelog.split('\n');
  const at = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (at === -1) throw new CommandError(`The changelog has no line "${heading}".`);
  const next = lines.findIndex((line, place) => place > at && line.startsWith('## '));
  return { start: at + 1, end: next === -1 ? lines.length : next };
}

/** Faults of the unreleased entries: a section that is unknown, empty or out of order, or text that is not one line an entry. */
export function changelogFaults(changelog: string): string[] {
  const { start, end } = chapterOf(changelog, UNRELEASED);
  const lines = changelog.split('\n').slice(start, end);
  const sections = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice('### '.length));
  const places = sections.map((name) => SECTIONS.indexOf(name));
  const ordered = places.every((place, at) => place !== -1 && (at === 0 || place > (places[at - 1] ?? -1)));
  return [
    ...(ordered
      ? []
      : [`The sections are ${sections.join(', ')}; they are some of ${SECTIONS.join(', ')}, in this order.`]),
    ...lines.flatMap((line, at) => {
      const empty =
        line.startsWith('### ') &&
        !lines
          .slice(at + 1)
          .find((next) => next !== '')
          ?.startsWith('- ');
      if (empty) return [`Section ${line.slice('### '.length)} has no entry.`];
      return line === '' || line.startsWith('### ') || line.startsWith('- ') ? [] : [`An entry is one line: ${line}`];
    }),
  ];
}

/**
 * Moves the unreleased entries below a version and its date; above stands an empty chapter for the next.
 * @param date `2026-11-26`
 * @throws CommandError when there is nothing to release, or an entry is not as `changelogFaults` wants it
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  const faults = changelogFaults(changelog);
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
  const lines = changelog.split('\n');
  const { start, end } = chapterOf(changelog, UNRELEASED);
  if (!lines.slice(start, end).some((line) => line.startsWith('- ')))
    throw new CommandError('There is nothing to release: [Unreleased] of the changelog has no entry.');
  return [...lines.slice(0, start), '', `## [${version}] - ${date}`, ...lines.slice(start)].join('\n');
}

/** Entries of a version with their sections: the notes of its release. @throws CommandError for a version that is not there */
export function releaseNotes(changelog: string, version: string): string {
  const { start, end } = chapterOf(changelog, `## [${version}]`);
  return `${changelog.split('\n').slice(start, end).join('\n').trim()}\n`;
}
