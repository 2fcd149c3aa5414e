import { expect, it } from 'vitest';
import { splitTextToFitPoints } from '#engine/deck-reading/split-text-to-fit-points.ts';

const SENTENCE = 'The U.S. share rose by 12.5 % at www.example.com, as Node.js 24 says. ';

it('changes no letter of a long paragraph', () => {
  const text = SENTENCE.repeat(9).trim();
  const pieces = splitTextToFitPoints(text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join(' ')).toBe(text);
});

it('puts no space between sentences that have none', () => {
  const text = '这是一个很长的句子。'.repeat(60);
  const pieces = splitTextToFitPoints(text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe(text);
});

it('splits a sentence without an end in time that grows with its length', () => {
  const text = 'one two three four, '.repeat(80_000).trim();
  const began = process.cpuUsage();
  const pieces = splitTextToFitPoints(text);
  expect(pieces.join(' ')).toBe(text);
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
});
