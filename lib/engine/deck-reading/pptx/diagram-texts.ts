import { toOneLine } from '../cut-text-with-ellipsis.ts';
import { paragraphsOfTextBody } from './shapes.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** The texts of a diagram (SmartArt), without empty ones. @param data its part with the content */
export const textsOfDiagram = (data: OfficeXmlElement | undefined): string[] =>
  descendantsOf(data, 'dgm:pt')
    .filter(({ attributes: { type = 'node' } }) => type === 'node')
    .map((point) =>
      toOneLine(
        paragraphsOfTextBody(childElementAtPath(point, 'dgm:t'))
          .map(({ text }) => text)
          .join(' '),
      ),
    )
    .filter((text) => text !== '');
