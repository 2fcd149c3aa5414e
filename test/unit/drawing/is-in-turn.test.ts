import { expect, it } from 'vitest';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/template.ts';
import { isWhole } from '#test/support/depth.ts';
import { isInTurn } from '#test/support/drawing/is-in-turn.ts';

const PAIRS = BUILT_IN_TEMPLATES.flatMap((template) => ASPECT_RATIO_NAMES.map((format) => ({ template, format })));
const triedFor = (at: number) => PAIRS.filter(({ template, format }) => isInTurn(at, template, format));

it.skipIf(isWhole)(
  'each slide has its turn in half of the formats, and two rounds of slides in each template and format',
  () => {
    const slides = Array.from({ length: 2 * BUILT_IN_TEMPLATES.length }, (_, at) => triedFor(at));
    for (const tried of slides) {
      expect([2, 3]).toContain(new Set(tried.map(({ format }) => format)).size);
      expect(new Set(tried.map(({ template }) => template.id)).size).toBe(tried.length);
    }
    expect(slides.flat()).toHaveLength(PAIRS.length);
    expect(new Set(slides.flat())).toEqual(new Set(PAIRS));
  },
);
