import type { MeasuredNode } from '@takumi-rs/core';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../../lib/templates/template.ts';
import { FORMAT_NAMES, sizeOf } from '../../../lib/timelines/format.ts';
import { SLIDE_LAYOUTS } from '../../../lib/timelines/slide.ts';
import { composeSlide } from '../../../lib/video/drawing/compose-slide.ts';
import { boxNode } from '../../../lib/video/drawing/node-tree.ts';
import { createDrawingTools } from '../../../lib/video/drawing/painter.ts';
import { CORPUS, slideOf, stripes } from './corpus.ts';

const tools = createDrawingTools();

interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const joined = (extents: Extent[]): Extent => ({
  left: Math.min(...extents.map(({ left }) => left)),
  top: Math.min(...extents.map(({ top }) => top)),
  right: Math.max(...extents.map(({ right }) => right)),
  bottom: Math.max(...extents.map(({ bottom }) => bottom)),
});

/** Where the text of a node ends up; blank runs reach over the end of a line and show nothing. */
function inkOf({ runs, children, transform }: MeasuredNode): Extent[] {
  const [, , , , x, y] = transform;
  const own = runs
    .filter(({ text }) => text.trim() !== '')
    .map((run) => {
      const blank = run.text.length - run.text.trimEnd().length;
      const right = x + run.x + run.width * (1 - blank / run.text.length);
      return { left: x + run.x, top: y + run.y, right, bottom: y + run.y + run.height };
    });
  return [...own, ...children.flatMap(inkOf)];
}

const textOf = ({ runs, children }: MeasuredNode): string =>
  [...runs.map(({ text }) => text), ...children.map(textOf)].join('');

describe.each(TEMPLATES)('$id', (template) => {
  describe.each(FORMAT_NAMES)('in %s', (format) => {
    const size = sizeOf(format, '480p');
    const short = Math.min(size.width, size.height);

    it.each(Object.keys(CORPUS))(
      '%s text stays inside the slide and clear of other text in every layout',
      async (name) => {
        const image = await stripes(['#336699']);
        for (const layout of SLIDE_LAYOUTS.filter((each) => each !== 'auto')) {
          const slide = slideOf(name, { layout, image: layout.startsWith('image') ? image : undefined });
          const { nodes, families } = await composeSlide(slide, size, template, tools);
          const options = { ...size, fontFamilies: families };
          const { children } = await tools.renderer.measure(boxNode({ x: 0, y: 0, ...size }, {}, nodes), options);
          const written = children.filter((child) => inkOf(child).length > 0);
          // The line box of the quotation mark is mostly empty: other text may stand in it.
          const text = written.filter((child) => !/^[“”]$/.test(textOf(child)));
          const blocks = text.map(inkOf).map(joined);
          for (const { left, top, right, bottom } of blocks) {
            expect.soft(left, `${layout}: left edge`).toBeGreaterThan(short * 0.03);
            expect.soft(right, `${layout}: right edge`).toBeLessThan(size.width - short * 0.03);
            expect.soft(top, `${layout}: top edge`).toBeGreaterThan(short * 0.02);
            expect.soft(bottom, `${layout}: bottom edge`).toBeLessThan(size.height - short * 0.02);
          }
          const stacked = text
            .map(({ transform, height }) => ({ top: transform[5], bottom: transform[5] + height }))
            .sort((a, b) => a.top - b.top);
          for (const [i, { bottom }] of stacked.entries()) {
            const next = stacked[i + 1];
            if (next) expect.soft(next.top, `${layout}: text below text`).toBeGreaterThanOrEqual(bottom - 1);
          }
        }
      },
    );
  });
});
