import type { Template } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { type DrawnLayout, SCENE_OF_LAYOUT } from '../layout/drawn-layout.ts';
import type { HeldContent } from '../layout/held-content.ts';
import type { Typesetter } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';

/**
 * Sets what a slide holds in place of points; undefined where it holds points. The code that draws tables and charts is
 * loaded with the first slide that has one.
 */
export async function holdContent(
  slide: DrawableSlide,
  layout: DrawnLayout,
  template: Template,
  direction: Direction,
  typesetter: Typesetter,
): Promise<HeldContent | undefined> {
  if (layout === 'table' && slide.table) {
    const { setTable } = await import('../table/set-table.ts');
    return setTable(slide, slide.table, template, direction, typesetter);
  }
  if (layout === 'chart' && slide.chart) {
    const { setChart } = await import('../chart/set-chart.ts');
    const { palette } = template.scenes[SCENE_OF_LAYOUT[layout]];
    return setChart(slide.chart, slide.language, template, palette, direction, typesetter);
  }
  return undefined;
}
