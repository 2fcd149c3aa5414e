import type { FileForZip } from '../create-uncompressed-zip.ts';
import type { DeckWarning } from '../deck-warning.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  directTextOfElement,
  type OfficeXmlElement,
} from '../pptx/xml.ts';
import type { OdfProperties } from './odf-styles.ts';
import { findOdfPageBackground, WHITE_HEX, WHITE_PAGE_BACKGROUND } from './odp-background.ts';
import { ODP_FOOTER_SHAPE_CLASSES, type TranslatedMasterParts } from './odp-master.ts';
import {
  createOdpPageLosses,
  createPptxPageOutput,
  createPptxShapeIdRegistry,
  type OdpPageLosses,
  odpPageLossWarnings,
} from './odp-target.ts';
import * as office from './office-parts.ts';
import type { OdpDeck } from './open-odp.ts';
import { slideTransitionXml, timingXmlOfOdpPage } from './page-animation.ts';
import { hasOdpPageSubtitle, xmlOfShapes } from './page-shapes.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';

/**
 * A copy of an element in which the fields of ODF among its child elements are replaced by texts.
 * @param textByField texts by the names of the fields
 */
function fillFields(element: OfficeXmlElement, textByField: ReadonlyMap<string, string>): OfficeXmlElement {
  return {
    ...element,
    children: element.children.map((child) => {
      if (typeof child === 'string') return child;
      const value = textByField.get(child.name);
      return value === undefined ? fillFields(child, textByField) : value;
    }),
  };
}

/** A declaration, such as that of a footer, by its name. */
const findDeclaration = (
  body: OfficeXmlElement,
  element: string,
  name: string | undefined,
): OfficeXmlElement | undefined =>
  childElements(body, element).find(({ attributes }) => attributes['presentation:name'] === name);

/** The footer, page number and date of a page, from the shapes of its master. @param properties of the page */
function footerShapesXml(
  deck: OdpDeck,
  page: OfficeXmlElement,
  master: OfficeXmlElement,
  properties: OdfProperties,
  target: PptxPageOutput,
): string {
  const { body } = deck;
  const pageAttributes = page.attributes;
  const date = findDeclaration(body, 'presentation:date-time-decl', pageAttributes['presentation:use-date-time-name']);
  const isShown = (name: string | undefined): boolean =>
    properties.get(ODP_FOOTER_SHAPE_CLASSES.get(name ?? '')?.shownBy ?? '') === 'true';
  const textByField = new Map([
    [
      'presentation:footer',
      directTextOfElement(
        findDeclaration(body, 'presentation:footer-decl', pageAttributes['presentation:use-footer-name']),
      ),
    ],
    ['presentation:date-time', directTextOfElement(date)],
  ]);
  const shapes = childElements(master).filter(({ attributes }) => isShown(attributes['presentation:class']));
  const isCurrentDate = date?.attributes['presentation:source'] === 'current-date';
  if (isCurrentDate && shapes.some((shape) => descendantsOf(shape, 'presentation:date-time').length > 0))
    target.warnLost('the date of the day on which the deck is shown');
  return shapes
    .map((shape) => xmlOfShapes({ name: '', attributes: {}, children: [fillFields(shape, textByField)] }, target))
    .join('');
}

/** The speaker notes of a page as XML of shapes (`p:sp`) for a page of notes; undefined if the page has none. */
function notesShapesXml(deck: OdpDeck, page: OfficeXmlElement): string | undefined {
  const noteFrames = descendantsOf(childElementAtPath(page, 'presentation:notes'), 'draw:frame').filter(
    ({ attributes }) =>
      attributes['presentation:class'] === 'notes' && attributes['presentation:placeholder'] !== 'true',
  );
  if (noteFrames.length === 0) return undefined;
  const target = createPptxPageOutput(deck, {
    styles: deck.contentStyles,
    background: WHITE_HEX,
    pageNumber: 1,
    ids: createPptxShapeIdRegistry(),
    relations: office.createPartRelationsBuilder(),
    losses: createOdpPageLosses(),
    placeholder: () => '<p:ph type="body" idx="1"/>',
  });
  return xmlOfShapes({ name: '', attributes: {}, children: noteFrames }, target);
}

/** A page of ODP as parts of a PPTX. */
interface TranslatedPage {
  /** The name of the slide's part, as in `ppt/slides/slide1.xml`. */
  part: string;
  /** The slide, its notes, and their relations: the names of the parts and their bytes. */
  parts: FileForZip[];
  warnings: DeckWarning[];
}

/**
 * Translates a page of an ODP into parts of a PPTX.
 * @param number of the page, from 1
 * @param master the translated master of the page; undefined if it has none
 */
export function translateOdpPage(
  deck: OdpDeck,
  page: OfficeXmlElement,
  number: number,
  master: TranslatedMasterParts | undefined,
): TranslatedPage {
  const { contentStyles: styles, masterStyles } = deck;
  const part = `ppt/slides/slide${number}.xml`;
  const relations = office.createPartRelationsBuilder();
  const properties = styles.propertiesOf('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  const [losses, ids] = [createOdpPageLosses(), createPptxShapeIdRegistry()];
  const hasMasterShapes = properties.get('presentation:background-objects-visible') !== 'false';
  const hidesMasterBackground = properties.get('presentation:background-visible') === 'false';
  const isTitlePage = hasOdpPageSubtitle(page);
  const commonOptions = { pageNumber: number, ids, relations, losses };
  const pageBackground = findOdfPageBackground(
    properties,
    createPptxPageOutput(deck, { ...commonOptions, styles, background: WHITE_HEX }),
  );
  const background = pageBackground ?? (hidesMasterBackground ? WHITE_PAGE_BACKGROUND : undefined);
  const visibleBackground = background ?? master?.background;
  const colour = visibleBackground?.colour ?? WHITE_HEX;
  if (visibleBackground?.isApproximate) losses.approximate.add('the background');
  // Footer, page number and date are shapes of the master, so that a page that hides the master's shapes does not show them.
  const footerXml =
    master && hasMasterShapes
      ? footerShapesXml(
          deck,
          page,
          master.page,
          properties,
          createPptxPageOutput(deck, {
            ...commonOptions,
            styles: masterStyles,
            background: colour,
            placeholder: (name) => {
              const kind = ODP_FOOTER_SHAPE_CLASSES.get(name)?.placeholder;
              return kind === undefined ? '' : `<p:ph type="${kind}"/>`;
            },
          }),
        )
      : '';
  const target = createPptxPageOutput(deck, {
    ...commonOptions,
    styles,
    background: colour,
    placeholder: (name) => {
      if (name === 'title') return `<p:ph type="${isTitlePage ? 'ctrTitle' : 'title'}"/>`;
      if (name === 'subtitle') return '<p:ph type="subTitle" idx="1"/>';
      return name === 'outline' ? '<p:ph type="body" idx="1"/>' : '';
    },
  });
  const shapes = footerXml + xmlOfShapes(page, target);
  if (master) relations.add('slideLayout', master.layoutPart);
  const speakerNotes = notesShapesXml(deck, page);
  const notesPart = `ppt/notesSlides/notesSlide${number}.xml`;
  if (speakerNotes !== undefined) relations.add('notesSlide', notesPart);
  const masterLosses = hasMasterShapes ? master?.losses : undefined;
  const allLosses: OdpPageLosses = {
    approximate: new Set([...losses.approximate, ...(masterLosses?.approximate ?? [])]),
    lost: new Map([...(masterLosses?.lost ?? []), ...losses.lost]),
  };
  const xml = office.pptxSlideXml({
    name: page.attributes['draw:name'] ?? '',
    shapes,
    background: background?.fill,
    hasMasterShapes,
    isHidden: properties.get('presentation:visibility') === 'hidden',
    timing: slideTransitionXml(page, properties) + timingXmlOfOdpPage(page, ids.animationTarget),
  });
  return {
    part,
    parts: [
      ...office.filesOfPartWithRelations(part, xml, relations),
      ...(speakerNotes === undefined
        ? []
        : office.filesOfPartWithRelations(notesPart, office.pptxNotesPageXml(speakerNotes))),
    ],
    warnings: odpPageLossWarnings(number, allLosses, childElementAtPath(page, 'presentation:animations') !== undefined),
  };
}
