import { describe, expect, it } from 'vitest';
import { DECK_FILE_RULES } from '#features/imports/deck-file.ts';
import { createHttpDeckFetcher } from '#features/imports/fetch-deck.ts';
import { parseGoogleSlidesUrl } from '#features/imports/google-slides.ts';
import type { SendSsrfGuardedGet } from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

const ID = '1aB2-cD3_eF4gH5iJ6kL7';
const HOME = `https://docs.google.com/presentation/d/${ID}`;
const EXPORT = `${HOME}/export/pptx`;
const FILE = 'https://doc-0o-slides.googleusercontent.com/export/x?id=1';

interface Answer {
  status?: number;
  location?: string;
  type?: string;
  body?: string;
  isCut?: boolean;
}

/** Fetches a deck where the internet is a table. @returns what was fetched, and the addresses that were asked */
async function fetched(answers: Readonly<Record<string, Answer>>, url = `${HOME}/edit?usp=sharing#slide=id.p`) {
  const asked: string[] = [];
  const get: SendSsrfGuardedGet = async (address, _, timeoutMs) => {
    asked.push(address);
    expect(timeoutMs).toBeLessThanOrEqual(20_000);
    const {
      status = 200,
      location,
      type = 'application/vnd.ms-powerpoint',
      body = 'PK',
      isCut = false,
    } = answers[address] ?? expect.fail(`${address} was asked`);
    const headers = { 'content-type': type, ...(location === undefined ? {} : { location }) };
    return { status, headers, bytes: Buffer.from(body), isCut };
  };
  const said = await createHttpDeckFetcher({}, get)(url, DECK_FILE_RULES).then(
    (bytes) => Buffer.from(bytes).toString(),
    (error: unknown) => (error instanceof ServiceError ? `${error.code} ${error.message}` : expect.fail(String(error))),
  );
  return { said, asked };
}

describe('an address of Google Slides', () => {
  it.each([
    `${HOME}/edit`,
    `${HOME}/edit?usp=sharing#slide=id.g1`,
    `${HOME}/view`,
    `${HOME}/pub?start=false`,
    `${HOME}/export/pdf`,
    `${HOME}/mobilepresent`,
    HOME,
    HOME.replace('https:', 'http:'),
    `https://docs.google.com/presentation/u/1/d/${ID}/edit`,
    `https://docs.google.com/a/example.com/presentation/d/${ID}/present`,
  ])('leads to the file of its deck: %s', (url) => {
    expect(parseGoogleSlidesUrl(url)).toEqual({ exported: EXPORT });
  });

  it('keeps the key of a deck that has one', () => {
    expect(parseGoogleSlidesUrl(`${HOME}/edit?resourcekey=0-a&x=1`)).toEqual({ exported: `${EXPORT}?resourcekey=0-a` });
  });

  it('of a published page has no file', async () => {
    const url = 'https://docs.google.com/presentation/d/e/2PACX-1vT_abcdefghijkl/pub?start=true';
    expect(parseGoogleSlidesUrl(url)).toBe('published');
    expect(await fetched({}, url)).toEqual({
      said: expect.stringMatching(/^import_invalid .*published to the web/),
      asked: [],
    });
  });

  it.each([
    'https://docs.google.com/document/d/1aB2cD3eF4gH5iJ/edit',
    'https://docs.google.com/presentation/',
    `https://docs.google.com.evil.example/presentation/d/${ID}/edit`,
    `https://evil.example/docs.google.com/presentation/d/${ID}/edit`,
    `https://docs.google.com:8443/presentation/d/${ID}/edit`,
    `ftp://docs.google.com/presentation/d/${ID}/edit`,
    'https://docs.google.com/presentation/d/../../x',
    'no address',
  ])('is none of %s', (url) => {
    expect(parseGoogleSlidesUrl(url)).toBeUndefined();
  });
});

describe('a deck of Google Slides', () => {
  it('is fetched where Google leads to it', async () => {
    expect(await fetched({ [EXPORT]: { status: 307, location: FILE }, [FILE]: {} })).toEqual({
      said: 'PK',
      asked: [EXPORT, FILE],
    });
    const next = `${EXPORT}?token=1`;
    expect(
      (
        await fetched({
          [EXPORT]: { status: 302, location: '?token=1' },
          [next]: { status: 303, location: FILE },
          [FILE]: {},
        })
      ).said,
    ).toBe('PK');
  });

  it.each([
    ['a sign-in', { [EXPORT]: { status: 302, location: 'https://accounts.google.com/ServiceLogin?x' } }],
    ['a page', { [EXPORT]: { type: 'text/html; charset=utf-8', body: '<html>Sign in' } }],
    ['a page of another type', { [EXPORT]: { body: '\n<!DOCTYPE html><html>' } }],
    ['401', { [EXPORT]: { status: 401 } }],
    ['403', { [EXPORT]: { status: 403 } }],
    ['404', { [EXPORT]: { status: 404 } }],
  ])('that is not public is refused with what to do: %s', async (_, answers) => {
    const { said, asked } = await fetched(answers);
    expect(said).toMatch(/^import_invalid .*“Anyone with the link”/);
    expect(asked).toEqual([EXPORT]);
  });

  it.each([
    ['http://doc.googleusercontent.com/a'],
    ['https://googleusercontent.com.evil.example/a'],
    ['https://evil-googleusercontent.com/a'],
    ['https://doc.googleusercontent.com:444/a'],
    ['http://169.254.169.254/latest'],
    ['https://127.0.0.1/a'],
    ['//evil.example/a'],
    ['file:///etc/passwd'],
  ])('is not fetched from another service: %s', async (location) => {
    const { said, asked } = await fetched({ [EXPORT]: { status: 307, location } });
    expect(said).toMatch(/^import_invalid .*another service/);
    expect(asked).toEqual([EXPORT]);
  });

  it('is refused where it is too large, leads on without end, or is answered otherwise', async () => {
    expect((await fetched({ [EXPORT]: { isCut: true } })).said).toMatch(/^import_too_large/);
    const circle = await fetched({ [EXPORT]: { status: 307, location: EXPORT } });
    expect([circle.said.startsWith('import_invalid'), circle.asked.length]).toEqual([true, 5]);
    expect((await fetched({ [EXPORT]: { status: 500 } })).said).toContain('Google answered 500');
    expect((await fetched({ [EXPORT]: { status: 302 } })).said).toContain('Google answered 302');
    expect((await fetched({ [EXPORT]: { status: 302, location: 'https://[' } })).said).toContain('Google answered 302');
  });

  it('is refused by the rules for addresses, like any other', async () => {
    const resolve = async () => ['127.0.0.1'];
    for (const url of [`${HOME}/edit`, 'https://example.com/deck.pptx'])
      await expect(createHttpDeckFetcher({ resolve })(url, DECK_FILE_RULES)).rejects.toMatchObject({
        code: 'url_forbidden',
      });
  });
});
