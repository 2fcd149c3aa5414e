import { expect, it } from 'vitest';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isWhole } from '#test/support/depth.ts';
import { isInTurn } from '#test/support/drawing/is-in-turn.ts';

const PAIRS = BUILT_IN_TEMPLATES.flatMap((template) => ASPECT_RATIO_NAMES.map((format) => ({ template, format })));
const triedFor = (at: number) => PAIRS.filter(({ template, format }) => isInTurn(at, template, format));

it.skipIf(isWhole)(
  'each slide has its turn in one format, and five rounds of slides in each template and format',
  () => {
    const slides = Array.from({ length: ASPECT_RATIO_NAMES.length * BUILT_IN_TEMPLATES.length }, (_, at) =>
      triedFor(at),
    );
    for (const tried of slides) expect(tried).toHaveLength(1);
    expect(new Set(slides.flat())).toEqual(new Set(PAIRS));
    // A round of slides is spread over all formats.
    const round = slides.slice(0, BUILT_IN_TEMPLATES.length).flat();
    expect(new Set(round.map(({ format }) => format)).size).toBe(ASPECT_RATIO_NAMES.length);
  },
);
