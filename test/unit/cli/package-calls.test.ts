import { expect, it } from 'vitest';
import { availableCommandNames, COMMAND_NAMES, replaceNpmScriptCallsByNpx } from '#cli/command-catalog.ts';

it.each([
  ['npm run account -- create --plan pro', 'npx video-timeline account create --plan pro'],
  ['Start it with npm start, or set', 'Start it with npx video-timeline start, or set'],
  ['starts it with npm run -s mcp: see', 'starts it with npx video-timeline mcp: see'],
  ['npm install --no-save x', 'npm install --no-save x'],
  ['the npm package', 'the npm package'],
  ['npm run facts', 'npm run facts'],
])('names the call of the package in: %s', (text, expected) => expect(replaceNpmScriptCallsByNpx(text)).toBe(expected));

it('leaves out of the package what needs the sources', () => {
  expect(availableCommandNames(false)).toEqual(COMMAND_NAMES);
  expect(availableCommandNames(true)).toEqual(
    expect.arrayContaining(['demo', 'start', 'render', 'account', 'completion']),
  );
  expect(availableCommandNames(true)).not.toContain('deploy');
  expect(availableCommandNames(true)).not.toContain('openapi');
});
