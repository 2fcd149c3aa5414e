import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SvgElement } from './parse-svg-tree.ts';
import { parseSvgNumberList } from './svg-view-size.ts';

// All times were measured: milliseconds that librsvg 2.63 takes for a drawing of 1920 × 1920 pixels on a core of 3 GHz.

/** Milliseconds of a step of a filter on the whole drawing, for steps that are not listed in `STEP_MS_BY_NAME`. */
const OTHER_STEP_MS = 400;
/** Milliseconds of a step of a filter on the whole drawing, by the name of its element. */
const STEP_MS_BY_NAME: Readonly<Record<string, number>> = {
  feFlood: 30,
  feOffset: 30,
  feTile: 30,
  feGaussianBlur: 1000,
  feDropShadow: 1100,
  feDisplacementMap: 4200,
  feDiffuseLighting: 700,
  feSpecularLighting: 700,
  feMergeNode: 170,
  feMerge: 30,
};
/** The estimated time, in milliseconds, of applying one CSS filter function, such as `blur(2px)`, to the whole drawing. */
export const CSS_FILTER_FUNCTION_COST_MS = 1100;
/** Milliseconds of an octave of noise, of a weight of a convolution, and of a pixel of the window of a morphology. */
const OCTAVE_MS = 450;
const WEIGHT_MS = 100;
const WINDOW_MS = 50;

/**
 * Milliseconds of one step of a filter on the whole drawing.
 * @param maxPixelsPerUnit the highest number of pixels of the drawing for one unit of lengths
 */
export function svgFilterStepCostMs({ name, attributes, children }: SvgElement, maxPixelsPerUnit: number): number {
  switch (name) {
    case 'feTurbulence':
      return OCTAVE_MS * Math.max(1, parseSvgNumberList(attributes.numOctaves)[0] ?? 1);
    case 'feConvolveMatrix': {
      const [columns = 3, rows = columns] = parseSvgNumberList(attributes.order);
      return WEIGHT_MS * Math.max(1, columns) * Math.max(1, rows);
    }
    case 'feMorphology': {
      const [x = 0, y = x] = parseSvgNumberList(attributes.radius);
      return WINDOW_MS * (2 * Math.max(0, x) * maxPixelsPerUnit + 1) * (2 * Math.max(0, y) * maxPixelsPerUnit + 1);
    }
    default: {
      const ownMs = ownPropertyValue(STEP_MS_BY_NAME, name) ?? OTHER_STEP_MS;
      return (
        ownMs + children.filter((child) => child.name === 'feMergeNode').length * (STEP_MS_BY_NAME.feMergeNode ?? 0)
      );
    }
  }
}
