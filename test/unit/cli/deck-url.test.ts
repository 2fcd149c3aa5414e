import { describe, expect, it } from 'vitest';
import type { CliApiClient } from '#cli/cli-api-client.ts';
import { parseDeckUrlArgument } from '#cli/deck-url.ts';
import { importDeckAndWait } from '#cli/import-deck-and-wait.ts';
import { loadDeckUnlessUrl } from '#cli/load-deck.ts';
import { UsageError } from '#emulators/host/command-errors.ts';

const SLIDES = 'https://docs.google.com/presentation/d/1abcDEF_ghiJKLmno-pqr/edit?usp=sharing';

describe('the address of a deck in a command', () => {
  it.each([
    [SLIDES, 'deck'],
    ['https://a.example/decks/My%20talk.pptx?download=1', 'My talk.pptx'],
    ['HTTPS://a.example/50%.pdf', '50%.pdf'],
    ['https://a.example/', 'deck'],
    ['https://a.example/..%2F..%2Fetc%2F.profile', 'etc.profile'],
    [`https://a.example/${'e'.repeat(300)}.pptx`, `${'e'.repeat(195)}.pptx`],
  ])('%s stands for the file %s', (url, file) => {
    expect(parseDeckUrlArgument(url)).toEqual({ url, file });
  });

  it.each(['é'.repeat(300), `a.${'b'.repeat(300)}`, `${'漢'.repeat(99)}.${'字'.repeat(20)}`])(
    'gives a name that every file system can store, with “.mp4.part” after it: %s',
    (name) => {
      const file = parseDeckUrlArgument(`https://a.example/${name}`)?.file ?? '';
      expect(Buffer.byteLength(file)).toBeGreaterThan(100);
      expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200);
    },
  );

  it.each(['talk.pptx', './https:/x.pdf', 'C:\\\\talk.pptx', 'file:///talk.pptx'])('is none of %s', (path) => {
    expect(parseDeckUrlArgument(path)).toBeUndefined();
  });

  it('is refused where it is damaged, and with a folder', async () => {
    expect(() => parseDeckUrlArgument('https://')).toThrow(UsageError);
    await expect(loadDeckUnlessUrl(SLIDES, { root: '.' })).rejects.toThrow('--root');
  });

  it('is sent to the service with the options of the import, and nothing is uploaded', async () => {
    const bodies: object[] = [];
    const client = {
      importTimeline: async (body: object) => {
        bodies.push(body);
        return { id: 'imp_1', status: 'completed', timeline_id: 'tl_1', report: { warnings: [] } };
      },
    } as unknown as CliApiClient;
    const deck = await loadDeckUnlessUrl(SLIDES);
    const made = await importDeckAndWait(client, deck, { look: 'redesign' }, new AbortController().signal);
    expect([bodies, made.timeline_id]).toEqual([[{ url: SLIDES, look: 'redesign' }], 'tl_1']);
  });

  it('has the reason of the service where its import fails', async () => {
    const error = { code: 'import_invalid', message: 'Google Slides does not give this deck to everyone.' };
    const client = {
      importTimeline: async () => ({ id: 'imp_1', status: 'failed', timeline_id: null, report: null, error }),
    } as unknown as CliApiClient;
    await expect(
      importDeckAndWait(client, await loadDeckUnlessUrl(SLIDES), {}, new AbortController().signal),
    ).rejects.toThrow(`${SLIDES}: ${error.message}`);
  });
});
