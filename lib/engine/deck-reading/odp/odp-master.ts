import type { FileForZip } from '../create-uncompressed-zip.ts';
import type { OfficeXmlElement } from '../pptx/xml.ts';
import { findOdfPageBackground, type PageBackgroundXml, WHITE_HEX, WHITE_PAGE_BACKGROUND } from './odp-background.ts';
import {
  createOdpPageLosses,
  createPptxPageOutput,
  createPptxShapeIdRegistry,
  type OdpPageLosses,
} from './odp-target.ts';
import * as office from './office-parts.ts';
import type { OdpDeck } from './open-odp.ts';
import { xmlOfShapes } from './page-shapes.ts';

/**
 * The footer, page number and date shapes of an ODP master, by `presentation:class`. A page shows such a shape if its property `shownBy`
 * is true.
 */
export const ODP_FOOTER_SHAPE_CLASSES: ReadonlyMap<string, { placeholder: string; shownBy: string }> = new Map([
  ['footer', { placeholder: 'ftr', shownBy: 'presentation:display-footer' }],
  ['page-number', { placeholder: 'sldNum', shownBy: 'presentation:display-page-number' }],
  ['date-time', { placeholder: 'dt', shownBy: 'presentation:display-date-time' }],
]);

/** Classes of the shapes of a master that are templates for the shapes of its pages, and are not drawn. */
const TEMPLATE_SHAPES = new Set([
  'title',
  'outline',
  'subtitle',
  'notes',
  'page',
  'header',
  'text',
  'graphic',
  'object',
  'chart',
  'table',
  'orgchart',
  'handout',
]);

/** A translated master. */
export interface TranslatedMasterParts {
  /** The master in the ODP. */
  page: OfficeXmlElement;
  background: PageBackgroundXml;
  /** Name of the part of its layout. */
  layoutPart: string;
  /** Parts of master and layout. */
  parts: FileForZip[];
  /** Name of its part. */
  part: string;
  /** The losses of its shapes, which its slides show. */
  losses: OdpPageLosses;
}

/**
 * Translates a master page of the ODP into a slide master and its layout, as parts of the PPTX.
 * @param number of the master in the PPTX, from 1
 */
export function translateOdpMaster(deck: OdpDeck, page: OfficeXmlElement, number: number): TranslatedMasterParts {
  const { masterStyles: styles } = deck;
  const relations = office.createPartRelationsBuilder();
  const [part, layoutPart] = [`ppt/slideMasters/slideMaster${number}.xml`, `ppt/slideLayouts/slideLayout${number}.xml`];
  const layout = relations.add('slideLayout', layoutPart);
  relations.add('theme', PPTX_THEME_PART);
  const losses = createOdpPageLosses();
  const target = createPptxPageOutput(deck, {
    styles,
    background: WHITE_HEX,
    pageNumber: 1,
    ids: createPptxShapeIdRegistry(),
    relations,
    losses,
    skips: (name) => ODP_FOOTER_SHAPE_CLASSES.has(name) || TEMPLATE_SHAPES.has(name),
  });
  const name = page.attributes['style:name'];
  const pageProperties = styles.propertiesOf('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  // A master without a fill has the fill of its style for backgrounds.
  const backgroundProperties = pageProperties.has('draw:fill')
    ? pageProperties
    : styles.propertiesOf('presentation', `${name}-background`, 'graphic');
  const background = findOdfPageBackground(backgroundProperties, target) ?? WHITE_PAGE_BACKGROUND;
  const shapes = xmlOfShapes(page, { ...target, background: background.colour });
  const layoutRelations = office.createPartRelationsBuilder();
  layoutRelations.add('slideMaster', part);
  return {
    page,
    background,
    layoutPart,
    part,
    losses,
    parts: [
      ...office.filesOfPartWithRelations(
        part,
        office.pptxMasterXml(shapes, background.fill, layout, pptxMasterId(number) + 1),
        relations,
      ),
      ...office.filesOfPartWithRelations(layoutPart, office.pptxLayoutXml(), layoutRelations),
    ],
  };
}

/** The name of the part with the theme of a translated deck. */
export const PPTX_THEME_PART = 'ppt/theme/theme1.xml';

/** The smallest id of a master or a layout, which share their ids (ECMA-376 part 1, ST_SlideMasterId and ST_SlideLayoutId). */
const FIRST_MASTER_ID = 2_147_483_648;

/** The id of a master; the next one is that of its layout. @param number of the master, from 1 */
export const pptxMasterId = (number: number): number => FIRST_MASTER_ID + 2 * number;
