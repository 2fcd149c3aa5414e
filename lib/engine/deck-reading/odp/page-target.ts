import type { PartElement } from '../pptx/xml.ts';
import type { PaintSource } from './odf-paint.ts';

/** The page whose shapes are written, and what is noted of them. */
export interface PageTarget extends PaintSource {
  /** Colour of its background, as far as it has one. */
  background: string;
  language: string | undefined;
  /** The number that it shows. */
  pageNumber: number;
  /** Gives the next shape its id. @param element whose ids in the file mean it */
  nextId(element: PartElement): number;
  noteParagraph(element: PartElement, shape: number, index: number): void;
  /** The natural size of a picture of the file, in EMU. */
  naturalSize(href: string | undefined): { width: number; height: number } | undefined;
  /** The id of the relation to the chart of an embedded object; undefined: it is none that can be read. */
  chart(href: string | undefined): string | undefined;
  /** The id of the relation to a sound or a video. */
  mediumRelation(href: string | undefined): string | undefined;
  /** Says that something of the page is drawn only nearly. */
  near(what: string): void;
  /** Says that something of the page is not drawn. */
  lost(what: string): void;
  /** The placeholder of Office for a class of OpenDocument, as an element; empty: it is an ordinary shape. */
  placeholder(presentationClass: string): string;
  /** Reports whether shapes of a class are left out. */
  skips(presentationClass: string): boolean;
}
