import type { PictureDimensions } from '../format.ts';
import { chartPartNames } from './drawable-chart.ts';
import { textsOfItem } from './drawable-items.ts';
import { tableBodyRows } from './drawable-table.ts';
import { itemsToDraw } from './items/points-as-items.ts';
import { chooseLayout, type LayoutDecidingFields } from './layout/choose-layout.ts';
import { doesLayoutShowItems } from './layout/layout-facts.ts';
import { withoutCellMark } from './table/cell-marks.ts';
import { withoutInlineMarks } from './text/inline-markup.ts';

/**
 * The texts of the parts that appear one by one on a slide with `build: by_bullet`. The parts are rows of a table, series of a chart
 * (slices of a pie), items or lines of code; without these, the points. Each is matched with the sentence of the narration at which it
 * appears.
 */
export function textsOfBuildParts(slide: LayoutDecidingFields, size: PictureDimensions): string[] {
  const { bullet_points, markup, table, chart, code } = slide;
  const layout = chooseLayout(slide, size);
  const withoutMarks = (text: string): string => withoutInlineMarks(text, markup);
  if (layout === 'table' && table)
    return tableBodyRows(table).map((row) => row.map((cell) => withoutMarks(withoutCellMark(cell, markup))).join(' '));
  if (layout === 'chart' && chart) return chartPartNames(chart);
  if (layout === 'code' && code) return code.text.split('\n');
  if (doesLayoutShowItems(layout))
    return itemsToDraw(slide, layout).map((item) => textsOfItem(item).map(withoutMarks).join(' '));
  return bullet_points.map(withoutMarks);
}
