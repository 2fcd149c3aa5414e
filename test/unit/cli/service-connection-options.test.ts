import { expect, test } from 'vitest';
import { findServiceUrlAndKey } from '#cli/service-connection-options.ts';
import { UsageError } from '#emulators/host/command-errors.ts';

const URL_ = 'http://localhost:3000/v1';
const THERE = { baseUrl: URL_, apiKey: 'k' };

test.each([
  ['the options', { url: URL_, key: 'k' }, {}],
  ['the older name of the address', { api: URL_, key: 'k' }, {}],
  ['the environment', {}, { VIDEO_API_URL: URL_, VIDEO_API_KEY: 'k' }],
  ['the older names of the environment', {}, { RENDER_API_URL: `${URL_}/`, RENDER_API_KEY: 'k' }],
  ['options before the environment', { url: URL_ }, { VIDEO_API_URL: 'http://other/v1', VIDEO_API_KEY: 'k' }],
])('a service is named by %s', (_, options, environment) => {
  expect(findServiceUrlAndKey(options, environment)).toEqual(THERE);
});

test('without options and environment there is none', () => expect(findServiceUrlAndKey({}, {})).toBeUndefined());

test.each([
  [{ url: URL_ }, 'VIDEO_API_KEY'],
  [{ key: 'k' }, 'VIDEO_API_URL'],
  [{ url: 'localhost:3000', key: 'k' }, 'is not an address'],
  [{ url: 'http://', key: 'k' }, 'is not an address'],
])('%j is refused with what is missing', (options, hint) => {
  expect(() => findServiceUrlAndKey(options, {})).toThrow(UsageError);
  expect(() => findServiceUrlAndKey(options, {})).toThrow(hint);
});
