import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { toRelativeDeckPath } from '#cli/open-deck-folder.ts';

it.each([
  ['C:\\talk', 'C:\\talk\\img\\boat.png', 'img/boat.png'],
  ['C:\\talk\\slides', 'C:\\talk\\img\\boat.png', '../img/boat.png'],
  ['C:\\Talk', 'c:\\talk\\boat.png', 'boat.png'],
  ['\\\\server\\share\\talk', '\\\\server\\share\\talk\\a\\b.md', 'a/b.md'],
])('on Windows, the name from %s to %s has slashes', (folder, place, name) => {
  expect(toRelativeDeckPath(folder, place, win32)).toBe(name);
});

it('elsewhere, a backslash is part of a name', () => {
  expect(toRelativeDeckPath('/talk', '/talk/a\\b.png', posix)).toBe('a\\b.png');
});
