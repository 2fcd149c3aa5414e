import { expect, it } from 'vitest';

it('tests load the builds of packages that the service loads, not those for development', () => {
  // It has both, and is a package of a package: the reader of Markdown.
  expect(import.meta.resolve('micromark')).toMatch(/\/micromark\/index\.js$/);
  expect(process.execArgv).not.toContain('development');
});
