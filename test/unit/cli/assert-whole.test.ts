import { expect, it } from 'vitest';
import { assertImportLostNothing } from '#cli/assert-whole.ts';
import type { CompletedImport } from '#cli/import-deck-and-wait.ts';

const ended = (summary: { approximate?: number; lost?: number }, codes: string[] = []): CompletedImport =>
  ({
    report: {
      summary: { whole: 1, approximate: 0, lost: 0, ...summary },
      warnings: codes.map((code) => ({ slide: 1, code, message: code })),
    },
  }) as unknown as CompletedImport;

const said = (...of: Parameters<typeof assertImportLostNothing>): string => {
  try {
    assertImportLostNothing(...of);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  ['everything was taken over', ended({}), ''],
  ['lines only say what the deck asks for', ended({}, ['slide_hidden', 'pages_are_steps', 'objects_leave']), ''],
  [
    'a slide lost something',
    ended({ lost: 1 }, ['video_not_taken']),
    '--strict: not everything was imported (slides: 1 with something lost; 1 line of the report), so no video was made.',
  ],
  [
    'a slide has no line of its own, but is only near',
    ended({ approximate: 2 }),
    '--strict: not everything was imported (slides: 2 approximate; 0 lines of the report), so no video was made.',
  ],
  [
    'only a line is there',
    ended({}, ['language_mismatch', 'deck_silent']),
    '--strict: not everything was imported (2 lines of the report), so no video was made.',
  ],
])('strictly, where %s', (_, made, message) => {
  expect(said(made, 'so no video was made')).toBe(message);
});

it('a silent video is not stopped for want of notes', () => {
  expect(said(ended({}, ['deck_silent']), 'so no video was made', { isSilent: true })).toBe('');
});
