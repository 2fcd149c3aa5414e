import { describe, expect, it } from 'vitest';
import { takePicture } from '#app/sandbox/take-picture.ts';
import { isTooMuchWork } from '#engine/deck-reading/svg-work.ts';
import { nestedUses, svgFilters } from '#test/support/decks/hostile-pictures.ts';

const svg = (inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`);
const filtered = (steps: string): Buffer =>
  svg(`<filter id="f">${steps}</filter><rect width="50" height="50" filter="url(#f)"/>`);

describe('the work that an SVG takes', () => {
  it.each([
    ['references within references', Buffer.from(nestedUses(12))],
    ['sixty filters', Buffer.from(svgFilters(60))],
    ['one expensive filter', Buffer.from(svgFilters(1))],
    ['a wide morphology', filtered('<feMorphology operator="dilate" radius="3 300"/>')],
    ['noise of many layers', filtered('<feTurbulence baseFrequency=".9" numOctaves="50"/>')],
    ['many steps of a filter', filtered('<feOffset dx="1"/>'.repeat(25))],
    ['more elements than are drawn', svg('<path d="M0 0"/>'.repeat(100_001))],
  ])('is too much for %s', (_, bytes) => {
    expect(isTooMuchWork(bytes)).toBe(true);
  });

  it.each([
    ['a shadow', filtered('<feDropShadow dx="1" dy="1" stdDeviation="2"/>')],
    [
      'a gradient that thousands of shapes share',
      svg(`<linearGradient id="g">${'<stop/>'.repeat(9)}</linearGradient>${'<path fill="url(#g)"/>'.repeat(50_000)}`),
    ],
    ['a symbol that is used often', svg(`<symbol id="s"><path/><path/></symbol>${'<use href="#s"/>'.repeat(1000)}`)],
    ['a reference to itself', svg('<g id="a"><use href="#a"/></g>')],
    ['tags that do not match', svg('</g></g><g><path>')],
  ])('is fine for %s', (_, bytes) => {
    expect(isTooMuchWork(bytes)).toBe(false);
  });

  it('refuses the picture with what to do', async () => {
    await expect(takePicture(Buffer.from(nestedUses(12)))).rejects.toMatchObject({
      code: 'image_invalid',
      message: expect.stringContaining('Export it as a PNG'),
    });
  });
});
