import type { OfficeXmlElement } from '../pptx/xml.ts';
import type { FillStylesAndPictures } from './odf-paint.ts';

/** The page of a PPTX into which shapes are written, with its relations, its ids and the report about it. */
export interface PptxPageOutput extends FillStylesAndPictures {
  /** Colour of its background, RRGGBB: white if the background is a picture or a gradient without a colour. */
  background: string;
  /** Language of the deck, BCP 47. */
  language: string | undefined;
  /** The number that page number fields show. */
  pageNumber: number;
  /** A new id for a shape. @param element of the shape: its ids in the file become names of the shape for animations */
  nextId(element: OfficeXmlElement): number;
  /** Names a paragraph for animations. @param shape id of its shape @param index of the paragraph in the shape, from 0 */
  noteParagraph(element: OfficeXmlElement, shape: number, index: number): void;
  /** The size of a picture by its pixels and density, in EMU; undefined if it is not known. */
  naturalSize(href: string | undefined): { width: number; height: number } | undefined;
  /** Id of the relation to the chart of an embedded object; undefined if it is not a chart that can be written. */
  chartRelation(href: string | undefined): string | undefined;
  /** Id of the relation to a sound or a video; undefined if the file does not have it. */
  mediumRelation(href: string | undefined): string | undefined;
  /** Reports something that is drawn approximately. @param phrase noun phrase or clause for the client */
  warnApproximate(phrase: string): void;
  /** Reports something that is not drawn. @param phrase noun phrase for the client */
  warnLost(phrase: string): void;
  /** The placeholder of Office for a `presentation:class`, as a `p:ph` element; empty for an ordinary shape. */
  placeholder(presentationClass: string): string;
  /** Reports whether shapes of a `presentation:class` are left out. */
  skips(presentationClass: string): boolean;
}
