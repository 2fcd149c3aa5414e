import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** Shapes, or paragraphs of a shape, that appear on one click of the presenter. */
export type ClickReveals = readonly { shape: string; paragraphs?: { from: number; to: number } | undefined }[];

/** The clicks of a slide in their order: the steps of the main sequence of its timing. */
export function clickRevealsOfPptxSlide(slide: OfficeXmlElement): ClickReveals[] {
  const mainSequence = descendantsOf(childElementAtPath(slide, 'p:timing'), 'p:cTn').find(
    ({ attributes }) => attributes.nodeType === 'mainSeq',
  );
  return childElements(childElementAtPath(mainSequence, 'p:childTnLst'), 'p:par').map((step) =>
    descendantsOf(step, 'p:spTgt').map((target) => {
      const range = descendantsOf(target, 'p:pRg')[0];
      const [from, to] = [numberInAttribute(range, 'st'), numberInAttribute(range, 'end')];
      const paragraphs = from === undefined || to === undefined ? undefined : { from, to };
      return { shape: target.attributes.spid ?? '', paragraphs };
    }),
  );
}

/** A paragraph, by the id of its shape and its index in the shape, from 0. */
export interface ParagraphRef {
  shape: string;
  index: number;
}

/**
 * Reports whether paragraphs appear one by one, each with a separate click, in their order. Only then does a build by points equal the
 * animation of the author.
 */
export function doParagraphsAppearOneByOne(
  paragraphs: readonly ParagraphRef[],
  clicks: readonly ClickReveals[],
): boolean {
  const clickOf = ({ shape, index }: ParagraphRef): number =>
    clicks.findIndex((click) =>
      click.some(
        ({ shape: shapeId, paragraphs: range }) =>
          shapeId === shape && range && range.from <= index && index <= range.to,
      ),
    );
  const order = paragraphs.map(clickOf);
  return order.length > 1 && order.every((click, index) => click > (order[index - 1] ?? -1));
}

/** Seconds after which a slide advances by itself; undefined if it waits for a click. */
export function advanceSecondsOfSlide(slide: OfficeXmlElement): number | undefined {
  const advanceTimesMs = descendantsOf(slide, 'p:transition').flatMap(
    (transition) => numberInAttribute(transition, 'advTm') ?? [],
  );
  return advanceTimesMs[0] === undefined ? undefined : advanceTimesMs[0] / 1000;
}
