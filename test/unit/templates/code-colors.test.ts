import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

/** WCAG 2.2, 1.4.3, for text of any size. */
const LEAST = 4.5;

describe('the colours of code', () => {
  it.each(BUILT_IN_TEMPLATES.map((template) => [template.id, template] as const))(
    'of %s can be read on its panel, and each is another',
    (_, { code, scenes }) => {
      const { panel } = scenes.code.palette;
      const weak = Object.entries(code).filter(([, color]) => contrastRatio(color, panel) < LEAST);
      expect(weak).toEqual([]);
      expect(new Set(Object.values(code)).size).toBe(6);
    },
  );
});
