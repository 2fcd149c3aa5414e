import type { z } from 'zod';
import type { EveryField } from '#engine/video/drawing/drawable-slide.ts';
import { invalidRequest } from '#kernel/contract/invalid-request.ts';
import type { Fault } from '#kernel/shared/errors.ts';
import { mapTexts, type PlacedText, textsIn, type VisitText } from './field-texts.ts';
import type { SlideField } from './slide-fields/define-field.ts';
import {
  type ContentAnswer,
  type CreatedContent,
  type DrawnFieldName,
  type SentContent,
  SLIDE_FIELDS,
  type SlideContent,
} from './slide-fields/slide-fields.ts';

const FIELDS: readonly (readonly [keyof SlideContent, SlideField])[] = Object.entries(SLIDE_FIELDS) as [
  keyof SlideContent,
  SlideField,
][];

/** The fields by what `partOf` says of each; a field of which it says undefined is absent. */
const fieldsBy = (partOf: (name: keyof SlideContent, field: SlideField) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    FIELDS.flatMap(([name, field]) => {
      const value = partOf(name, field);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The content of a new slide, as it is stored. */
export const newContent = (input: CreatedContent): SlideContent =>
  fieldsBy((name, field) => field.keep(input[name])) as SlideContent;

/** The content of a slide without what else belongs to it. */
export const contentIn = (slide: SlideContent): SlideContent => fieldsBy((name) => slide[name]) as SlideContent;

/** The content of a slide as clients see it. */
export const contentView = (slide: SlideContent): ContentAnswer =>
  fieldsBy((name, field) => field.show(slide[name])) as ContentAnswer;

type DrawnContent = EveryField<Pick<SlideContent, DrawnFieldName>>;

/** The content of a slide that its picture shows. Nothing is written over an image that shows the whole slide. */
export const drawnContent = (slide: SlideContent, hasWholeImage: boolean): DrawnContent =>
  fieldsBy((name, field) => {
    if (!field.isDrawn) return undefined;
    return hasWholeImage && field.underWholeImage ? field.underWholeImage() : slide[name];
  }) as DrawnContent;

/** The texts of a slide that variables may stand in. */
export const textsOfSlide = (slide: SlideContent): PlacedText[] => textsIn(SLIDE_FIELDS, slide);

/** The fields of a slide that hold such texts, with each text as `visit` returns it. */
export const mapTextsOfSlide = (slide: SlideContent, visit: VisitText): Partial<SlideContent> =>
  mapTexts(SLIDE_FIELDS, slide, visit);

/** The schemas of the fields that hold such texts: a text with values in it has to be one that a client may send. */
export const filledFields: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  FIELDS.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : [])),
);

const HELD = FIELDS.flatMap(([name, { isHeld }]) => (isHeld ? [name] : []));
const HELD_NAMES = `${HELD.slice(0, -1).join(', ')} and ${HELD.at(-1)}`;

/** Finds the faults of the content of a slide as a whole. Each field by itself was checked by the contract. */
function contentFaults(slide: Partial<SlideContent>, points: readonly string[], sent: SentContent): Fault[] {
  const [, second] = HELD.filter((name) => slide[name] !== undefined);
  return [
    ...(second ? [{ param: second, message: `A slide has at most one of ${HELD_NAMES}.` }] : []),
    ...FIELDS.flatMap(([name, field]) => field.faults?.(slide[name], { points, sent: sent[name] }) ?? []),
  ];
}

const at = (path: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ param, message }) => ({ param: `${path}${param}`, message }));

/** Finds the faults of a slide that a client sends as a whole. @param path what stands before its fields: `slides[3].` */
export const contentFaultsOf = (input: CreatedContent, path = ''): Fault[] =>
  at(path, contentFaults(newContent(input), input.bullet_points, input));

/** Refuses slides whose parts do not hold together. @throws ServiceError `validation_failed` with all faults */
export function checkContent(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest('validation_failed', faults);
}

/**
 * Computes the change of a slide by the sent fields, and the faults that the slide then has. A field that was not sent stays, as far
 * as it fits the points that were.
 * @param path what stands before the fields: `slides[3].`
 */
export function changedContent(
  slide: SlideContent,
  sent: SentContent,
  path = '',
): { content: Partial<SlideContent>; faults: Fault[] } {
  const points = sent.bullet_points ?? slide.bullet_points;
  const content: Partial<SlideContent> = Object.fromEntries(
    FIELDS.flatMap(([name, field]) => {
      if (sent[name] !== undefined) return [[name, field.keep(sent[name])]];
      const hasOtherPoints = sent.bullet_points !== undefined && field.withOtherPoints !== undefined;
      return hasOtherPoints ? [[name, field.withOtherPoints?.(slide[name], points)]] : [];
    }),
  );
  return { content, faults: at(path, contentFaults({ ...slide, ...content }, points, sent)) };
}
