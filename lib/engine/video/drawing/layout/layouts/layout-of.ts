import type { LayoutDrawing } from '../layout.ts';
import type { DrawnLayout } from '../layout-facts.ts';
import { bulletsLayout } from './bullets-layout.ts';
import { chartLayout } from './chart-layout.ts';
import { closingLayout } from './closing-layout.ts';
import { codeLayout } from './code-layout.ts';
import { deviceLayout } from './device-layout.ts';
import { emptyLayout } from './empty-layout.ts';
import { figureLayout } from './figure-layout.ts';
import { imageBackgroundLayout } from './image-background-layout.ts';
import { imageFullLayout } from './image-full-layout.ts';
import { imageLeftLayout } from './image-left-layout.ts';
import { imageRightLayout } from './image-right-layout.ts';
import { imageTopLayout } from './image-top-layout.ts';
import { itemLayouts } from './item-layouts.ts';
import { numberLayout } from './number-layout.ts';
import { pageLayout } from './page-layout.ts';
import { quoteLayout } from './quote-layout.ts';
import { sectionLayout } from './section-layout.ts';
import { statementLayout } from './statement-layout.ts';
import { tableLayout } from './table-layout.ts';
import { titleLayout } from './title-layout.ts';
import { twoColumnsLayout } from './two-columns-layout.ts';

/** The drawing of each layout. */
const LAYOUTS: Readonly<Record<DrawnLayout, LayoutDrawing>> = {
  title: titleLayout,
  bullets: bulletsLayout,
  image_left: imageLeftLayout,
  image_right: imageRightLayout,
  image_full: imageFullLayout,
  quote: quoteLayout,
  section: sectionLayout,
  code: codeLayout,
  number: numberLayout,
  two_columns: twoColumnsLayout,
  figure: figureLayout,
  page: pageLayout,
  table: tableLayout,
  chart: chartLayout,
  ...itemLayouts,
  statement: statementLayout,
  closing: closingLayout,
  image_background: imageBackgroundLayout,
  device: deviceLayout,
  image_top: imageTopLayout,
  empty: emptyLayout,
};

/** The drawing of a layout. */
export const drawingOfLayout = (layout: DrawnLayout): LayoutDrawing => LAYOUTS[layout];
