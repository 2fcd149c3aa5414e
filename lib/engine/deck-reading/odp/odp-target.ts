import { type DeckWarning, nearlyDrawnMessage } from '../deck-warning.ts';
import type { OfficeXmlElement } from '../pptx/xml.ts';
import type * as office from './office-parts.ts';
import type { OdpDeck } from './open-odp.ts';
import type { AnimationTarget } from './page-animation.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';

/** Ids of the shapes of a translated page, and the shapes and paragraphs that ids of the ODP name. */
interface PageIds {
  /** A new id for a shape, from 2: the page itself is shape 1. @param element of the shape, with its ids in the ODP */
  next(element: OfficeXmlElement): number;
  /** Notes a paragraph and its ids in the ODP. @param shape id of its shape @param index of the paragraph in the shape, from 0 */
  noteParagraph(element: OfficeXmlElement, shape: number, index: number): void;
  /** The shape or paragraph that an id of the ODP names. */
  animationTarget(id: string): AnimationTarget | undefined;
}

/**
 * Creates a registry of the ids of one translated page, without shapes: it numbers the shapes of the PPTX, and finds the shape or paragraph
 * that an id of the ODP names.
 */
export function createPptxShapeIdRegistry(): PageIds {
  const targets = new Map<string, AnimationTarget>();
  let lastId = 1;
  const noteTarget = ({ attributes }: OfficeXmlElement, target: AnimationTarget): void => {
    for (const id of [attributes['xml:id'], attributes['draw:id'], attributes['text:id']])
      if (id && !targets.has(id)) targets.set(id, target);
  };
  return {
    next(element) {
      lastId += 1;
      noteTarget(element, { shape: lastId });
      return lastId;
    },
    noteParagraph: (element, shape, index) => noteTarget(element, { shape, paragraph: index }),
    animationTarget: (id) => targets.get(id),
  };
}

/** Losses of one page, for the report. */
export interface OdpPageLosses {
  /** Phrases about content that is drawn approximately. */
  approximate: Set<string>;
  /** Nouns of content that is not drawn, with their numbers. */
  lost: Map<string, number>;
}

/** Creates the empty losses of a page. */
export const createOdpPageLosses = (): OdpPageLosses => ({ approximate: new Set(), lost: new Map() });

/** Facts of a page by which its `PptxPageOutput` differs from that of other pages. */
interface TargetOptions extends Pick<PptxPageOutput, 'styles' | 'background' | 'pageNumber'> {
  ids: PageIds;
  relations: office.PartRelationsBuilder;
  losses: OdpPageLosses;
  placeholder?: PptxPageOutput['placeholder'];
  skips?: PptxPageOutput['skips'];
}

/** Creates the output for the shapes of a page or a master, which collects their ids, relations and losses. */
export function createPptxPageOutput({ files, language }: OdpDeck, options: TargetOptions): PptxPageOutput {
  const { styles, background, pageNumber, ids, relations, losses } = options;
  const { placeholder = () => '', skips = () => false } = options;
  const addRelation = (type: string, part: string | undefined): string | undefined =>
    part === undefined ? undefined : relations.add(type, part);
  return {
    styles,
    background,
    language,
    pageNumber,
    pictureRelation: (href) => addRelation('image', files.picture(href)?.part),
    naturalSize: (href) => files.picture(href)?.naturalSize,
    mediumRelation: (href) => addRelation('media', files.medium(href)?.part),
    chartRelation: (href) => addRelation('chart', files.chart(href)?.part),
    nextId: ids.next,
    noteParagraph: ids.noteParagraph,
    warnApproximate: (phrase) => void losses.approximate.add(phrase),
    warnLost: (phrase) => void losses.lost.set(phrase, (losses.lost.get(phrase) ?? 0) + 1),
    placeholder,
    skips,
  };
}

const ALTERNATIVE_ADVICE = 'Paste it as a picture in the deck, or send the deck’s PDF as well.';

/** The lines of the report about a slide. @param slide from 1 */
export function odpPageLossWarnings(
  slide: number,
  { approximate, lost }: OdpPageLosses,
  hasOldAnimation: boolean,
): DeckWarning[] {
  const lostNouns = [...lost].map(([phrase, count]) => (count > 1 ? `${phrase} (${count} times)` : phrase));
  return [
    ...(lostNouns.length > 0
      ? [
          {
            slide,
            code: 'drawing_lost' as const,
            message: `Missing on the slide: ${lostNouns.join('; ')}. ${ALTERNATIVE_ADVICE}`,
          },
        ]
      : []),
    ...(approximate.size > 0
      ? [
          {
            slide,
            code: 'look_approximate' as const,
            message: nearlyDrawnMessage([...approximate]),
          },
        ]
      : []),
    ...(hasOldAnimation
      ? [
          {
            slide,
            code: 'animation_not_taken' as const,
            message: 'Its animation has an old format: the slide is shown as it is after the animation.',
          },
        ]
      : []),
  ];
}
