import { readAlternateContent } from '../pptx/alternate-content.ts';
import { type ChartOrRefusalReason, readPptxChart } from '../pptx/charts.ts';
import { textsOfDiagram } from '../pptx/diagram-texts.ts';
import type { OfficePackage, OfficeRelation } from '../pptx/office-package.ts';
import { readOfficePartIfIntact } from '../pptx/read-office-part-if-intact.ts';
import { childElements, descendantsOf, type OfficeXmlElement } from '../pptx/xml.ts';

/** Names of elements with content that a slide can show or the report can name. */
const REPORTABLE_ELEMENTS = ['w:t', 'pic:pic', 'v:imagedata', 'm:oMath', 'c:chart', 'dgm:relIds'];

/** Reports whether an element contains text, a picture, a formula, a chart or a diagram. */
export const hasReportableDocxContent = (element: OfficeXmlElement): boolean =>
  REPORTABLE_ELEMENTS.some((name) => descendantsOf(element, name).length > 0);

/** The child elements of the alternative that is read, of content that a file offers in several alternatives (`mc:AlternateContent`). */
export const elementsOfChosenAlternative = (alternate: OfficeXmlElement): OfficeXmlElement[] =>
  childElements(readAlternateContent(alternate, (alternative) => alternative, hasReportableDocxContent));

/** The outermost elements with certain names in a drawing; of alternative content, only those in the alternative that is read. */
export const outermostElements = (
  parent: OfficeXmlElement | undefined,
  names: ReadonlySet<string>,
): OfficeXmlElement[] =>
  (parent?.name === 'mc:AlternateContent' ? elementsOfChosenAlternative(parent) : childElements(parent)).flatMap(
    (element) => (names.has(element.name) ? [element] : outermostElements(element, names)),
  );

/** Charts and diagrams of a document, by the parts that have their content. */
export interface DocumentChartsAndDiagrams {
  charts: ReadonlyMap<string, ChartOrRefusalReason>;
  diagrams: ReadonlyMap<string, readonly string[]>;
}

/** Reads the charts and diagrams that a document names; a damaged part is left out. */
export async function readDocumentChartsAndDiagrams(
  office: OfficePackage,
  relations: ReadonlyMap<string, OfficeRelation>,
): Promise<DocumentChartsAndDiagrams> {
  const charts = new Map<string, ChartOrRefusalReason>();
  const diagrams = new Map<string, readonly string[]>();
  // One after the other: a part can have 50 MB.
  for (const { type, part } of relations.values()) {
    if (part === null || (type !== 'chart' && type !== 'diagramData') || charts.has(part) || diagrams.has(part))
      continue;
    const root = await readOfficePartIfIntact(office, part);
    if (type === 'diagramData') diagrams.set(part, textsOfDiagram(root));
    else if (root) charts.set(part, readPptxChart(root));
  }
  return { charts, diagrams };
}
