import { describe, expect, it } from 'vitest';
import {
  createChartWithHideableParts,
  hideableChartPartName,
} from '#engine/deck-reading/pptx/graphics-with-hideable-parts.ts';
import { readPptxTable } from '#engine/deck-reading/pptx/tables.ts';
import { descendantsOf, parsePartXml } from '#engine/deck-reading/pptx/xml.ts';

const chartOf = (series: string) =>
  createChartWithHideableParts(
    { relation: 'rId1', part: 'ppt/charts/chart1.xml' },
    parsePartXml(
      Buffer.from(
        `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>`,
      ),
    ),
  );
const series = (points: number): string => `<c:ser><c:ptCount val="${points}"/></c:ser>`;

describe('a chart whose parts come alone', () => {
  it.each([
    ['a usual one', series(12).repeat(8), true],
    ['one of as many series as Excel allows', series(9).repeat(255), true],
    ['one of more series', series(1).repeat(256), false],
    ['one whose hidden points would fill the memory', series(1000).repeat(20_000), false],
    ['one that says its points very often', `<c:ser>${'<c:ptCount val="3"/>'.repeat(200_000)}</c:ser>`, true],
  ])('is read: %s', (_, all, has) => {
    expect(chartOf(all).has(hideableChartPartName(-1, 0))).toBe(has);
  });
});

it('a table of very many rows is read', () => {
  const part = parsePartXml(
    Buffer.from(
      `<a:tbl xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${'<a:tr><a:tc/></a:tr>'.repeat(150_000)}</a:tbl>`,
    ),
  );
  const [table] = descendantsOf(part, 'a:tbl');
  expect(table && readPptxTable(table)).toBeDefined();
});
