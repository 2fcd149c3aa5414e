import { describe, expect, it } from 'vitest';
import {
  createDimmedCodeLinePredicate,
  dimmedCodeColor,
  textsOfCodeFocusGroups,
} from '#engine/video/drawing/code-focus.ts';
import { contrastRatio, MIN_CONTRAST_RATIOS } from '#engine/video/drawing/contrast.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

const code = { text: 'one\ntwo\nthree\nfour', focus: ['2', '1-2,4'] };

describe('lines of code that are lit', () => {
  it.each([
    [0, [true, false, true, true]],
    [1, [false, false, true, false]],
  ])('leave the others of group %i behind', (lit, expected) => {
    expect([0, 1, 2, 3].map((line) => createDimmedCodeLinePredicate(code, lit)?.(line))).toEqual(expected);
  });

  it('are all lit before the first group, and without groups', () => {
    expect(createDimmedCodeLinePredicate(code, undefined)).toBeUndefined();
    expect(createDimmedCodeLinePredicate({ text: 'one' }, 0)).toBeUndefined();
  });

  it('are spoken of by their text', () => expect(textsOfCodeFocusGroups(code)).toEqual(['two', 'one two four']));

  it.each(BUILT_IN_TEMPLATES.map((template) => [template.id, template] as const))(
    'stand out from lines that can still be read, in the template %s',
    (_, { code: colors, scenes }) => {
      const ground = scenes.code.palette.panel;
      const back = contrastRatio(dimmedCodeColor(colors.text, ground), ground);
      expect(back).toBeGreaterThanOrEqual(MIN_CONTRAST_RATIOS.graphic);
      expect(back).toBeLessThan(0.8 * contrastRatio(colors.text, ground));
      for (const color of Object.values(colors))
        expect(contrastRatio(color, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST_RATIOS.text);
    },
  );
});
