import { describe, expect, it } from 'vitest';
import { isTried, isWhole } from '#test/support/depth.ts';
import { requestMaker } from '#test/support/requests/requests.ts';
import {
  boundsByShape,
  JSON_TYPE,
  reachedIn,
  SHAPES,
  type Shape,
  shapeName,
  unboundTextsIn,
} from '#test/support/requests/shapes.ts';

const make = requestMaker({
  timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
  upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1G',
  slide_ids: Array.from({ length: 500 }, (_, index) => `sl_${index}`),
  path: () => ({ id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', sid: 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F', did: 'dl', file: 'a' }),
});

/** What the contract says of a body. */
const faultsOf = ({ contract: { body: schema }, media }: Shape, body: unknown): string[] =>
  media === JSON_TYPE
    ? (schema?.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
    : [];

describe('the largest request that the description allows', () => {
  it('reaches each of its bounds, in a body that its contract takes', () => {
    const wrong = boundsByShape().flatMap(({ shape, bounds }, number) =>
      bounds.flatMap((bound, at) => {
        // Counted over all shapes: most have a few bounds, the first of which is the id in the path.
        if (!isTried(number + at, 3)) return [];
        const parts = make.alone(shape, bound);
        const isReached = reachedIn(shape, parts).includes(bound.id);
        return [
          ...(isReached ? [] : [`${bound.id} is not reached by ${shapeName(shape)}`]),
          ...faultsOf(shape, parts.body).map((fault) => `${bound.id}: ${fault}`),
        ];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is refused for nothing but the bytes of many fields together', () => {
    // Both have the timeline of `createTimeline`, which takes a second to make.
    const alike = ['updateTimeline application/json', 'createRender application/json'];
    const shapes = SHAPES.filter((shape) => isWhole || !alike.includes(shapeName(shape)));
    const faults = shapes.flatMap((shape) => faultsOf(shape, make.together(shape, 'a').body));
    expect(faults.filter((fault) => !/At most \d+ bytes in all\./.test(fault))).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
  });

  // The address and the headers of a request have at most 10 KB, and its body 4.5 MB: what is opaque needs no separate bound.
  it('has a bound at every text but cursors, tags, and values in an address', () => {
    const opaque = /( query|Body)\.(cursor|variables)$|^header\.if-(none-)?match$/;
    const unbound = SHAPES.flatMap(unboundTextsIn).filter((text) => !opaque.test(text));
    expect(unbound).toEqual([]);
  });
});
