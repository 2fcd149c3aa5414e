import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVICE_VERSION } from '#kernel/shared/service-version.ts';
import { changelogFaults, cutChangelog, releaseNotes } from '#test/tools/release/changelog.ts';
import { assertNewer, compareVersions, isMajor } from '#test/tools/release/next-version.ts';
import { VERSION_PLACES, withVersion } from '#test/tools/release/version-places.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

const CHANGELOG = `# Changelog

## [Unreleased]

### Added
- One.
- Two.

### Fixed
- Three.

## [1.0.0]

The first.
`;

describe('a new version', () => {
  it('is newer than each that exists, by its numbers', () => {
    expect(['1.10.0', '1.9.9', '0.12.0', '1.9.10'].sort(compareVersions)).toEqual([
      '0.12.0',
      '1.9.9',
      '1.9.10',
      '1.10.0',
    ]);
    for (const version of ['1.10.1', '1.11.0', '2.0.0'])
      expect(() => assertNewer(version, ['1.9.0', '1.10.0'])).not.toThrow();
    for (const version of ['1.10.0', '1.9.1', '0.99.99'])
      expect(() => assertNewer(version, ['1.10.0', '1.9.0'])).toThrow(`${version} is not newer than 1.10.0`);
  });

  it('may break clients when its first number rises', () => {
    expect(isMajor('2.0.0', '1.9.9')).toBe(true);
    expect(isMajor('1.10.0', '1.9.9')).toBe(false);
  });

  it.each(['1.1', 'v1.1.0', '1.1.0-rc.1', '01.1.0', '', '1.1.0 '])('is no %j', (version) => {
    expect(() => assertNewer(version, ['1.0.0'])).toThrow(`"${version}" is not a version`);
  });
});

describe('the changelog of a new version', () => {
  it('has its entries below version and date, and an empty chapter above', () => {
    const cut = cutChangelog(CHANGELOG, '1.1.0', '2026-11-26');
    expect(cut).toBe(CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.1.0] - 2026-11-26\n'));
    expect(releaseNotes(cut, '1.1.0')).toBe('### Added\n- One.\n- Two.\n\n### Fixed\n- Three.\n');
    expect(() => cutChangelog(cut, '1.2.0', '2026-11-27')).toThrow('nothing to release');
  });

  it.each([
    ['### Fixed', '### Repaired', 'The sections are Added, Repaired; they are some of Added, Changed, Fixed'],
    ['### Added', '### Security', 'The sections are Security, Fixed;'],
    ['- Two.', '- Two\n  lines.', 'An entry is one line:   lines.'],
    ['- Three.\n', '', 'Section Fixed has no entry.'],
  ])('is not made where %j is %j', (from, to, fault) => {
    expect(() => cutChangelog(CHANGELOG.replace(from, to), '1.1.0', '2026-11-26')).toThrow(fault);
  });

  it('can be made of the entries of today', () => {
    expect(changelogFaults(read('CHANGELOG.md'))).toEqual([]);
  });
});

describe('the version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };

  it('is the same in every file that has it', () => {
    expect(SERVICE_VERSION).toBe(version);
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  });

  it.each(VERSION_PLACES)('of $file is changed where it stands, and nowhere else', (place) => {
    const content = read(place.file);
    const next = withVersion(content, place, version, '98.7.6');
    expect(next).toContain(place.text.replace('*', '98.7.6'));
    expect(withVersion(next, place, '98.7.6', version)).toBe(content);
    expect(() => withVersion(next, place, version, '99.0.0')).toThrow(`${place.file} does not have`);
  });
});
