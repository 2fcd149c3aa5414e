import { describe, expect, it } from 'vitest';
import { countLeavingShapes } from '#engine/deck-reading/pptx/count-leaving-shapes.ts';

const state = (shapes: number[], paragraphs: Record<string, number[]> = {}, graphics?: Record<string, string[]>) => ({
  hidden: { shapes, paragraphs },
  ...(graphics ? { changed: { graphics, dimmed: [] } } : {}),
});

describe('shapes that leave a slide', () => {
  it.each([
    ['a slide that does not change', [state([4])], 0],
    ['shapes that come', [state([4, 5]), state([5]), state([])], 0],
    ['a shape that goes', [state([]), state([4])], 1],
    ['a shape that comes and goes', [state([4]), state([]), state([4])], 1],
    ['a shape that never comes, beside one that goes', [state([9]), state([4, 9])], 1],
    ['paragraphs that go', [state([]), state([], { 4: [0, 1] })], 1],
    ['a paragraph that never comes of a shape that does', [state([4]), state([], { 4: [1] })], 0],
    ['a shape that goes after its paragraphs came', [state([4]), state([], { 4: [1] }), state([4])], 1],
    ['a part of a chart that goes', [state([]), state([], {}, { 4: ['chart 0 -1'] })], 1],
    ['no states', [], 0],
  ])('are counted: %s', (_, states, count) => {
    expect(countLeavingShapes(states)).toBe(count);
  });
});
