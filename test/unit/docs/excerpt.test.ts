import { expect, it } from 'vitest';
import { cutExcerptAroundTerms } from '#front/docs-site/app/excerpt.ts';

const WORDS = Array.from({ length: 60 }, (_, index) => `word${index}`);
const TEXT = WORDS.join(' ');

it.each([
  ['word0', /^word0 word1 /],
  ['word30', /^… word\d+ .*\bword30\b/],
  ['word59', /^… word\d+ .*\bword59$/],
  ['nowhere', /^word0 word1 /],
])('an excerpt for %s starts and ends between words', (term, expected) => {
  const excerpt = cutExcerptAroundTerms(TEXT, [term]);
  expect(excerpt).toMatch(expected);
  for (const word of excerpt.replace(/^… | …$/g, '').split(' ')) expect(WORDS).toContain(word);
});

it('a short text is shown whole', () => expect(cutExcerptAroundTerms('A b', ['b'])).toBe('A b'));
it('a text without spaces is cut', () =>
  expect(cutExcerptAroundTerms('x'.repeat(400), ['x'])).toBe(`${'x'.repeat(140)} …`));
