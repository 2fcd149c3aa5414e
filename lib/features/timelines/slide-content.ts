import { z } from 'zod';
import type { EveryFieldRequired } from '#engine/video/drawing/drawable-slide.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { invalidRequestError } from '#kernel/contract/invalid-request.ts';
import { listInWords } from '#kernel/shared/list-in-words.ts';
import {
  collectTextsAllowingVariables,
  mapVariableTextsOfFields,
  type VariableTextWithPath,
  type VisitVariableText,
} from './field-texts.ts';
import { imageCaptionSchema } from './image-fields.ts';
import { picturesAfterRequest, type SentSlideFiles } from './sent-pictures.ts';
import type { SlideContentFault, SlideFieldDefinition } from './slide-fields/define-slide-field.ts';
import {
  type DrawnFieldName,
  type SentSlideContent,
  SLIDE_FIELD_DEFINITIONS,
  type SlideContent,
  type SlideContentAnswer,
  type SlideCreationContent,
} from './slide-fields/slide-fields.ts';
import type { ImageOptions } from './slide-image.ts';
import type { SlidePictureListEntry } from './slide-pictures.ts';

const FIELD_ENTRIES: readonly (readonly [keyof SlideContent, SlideFieldDefinition])[] = Object.entries(
  SLIDE_FIELD_DEFINITIONS,
) as [keyof SlideContent, SlideFieldDefinition][];

/** An object with the value of `partOf` for each field; fields for which it returns undefined are absent. */
function mapFields(
  partOf: (name: keyof SlideContent, field: SlideFieldDefinition) => unknown,
): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const [name, field] of FIELD_ENTRIES) {
    const value = partOf(name, field);
    if (value !== undefined) parts[name] = value;
  }
  return parts;
}

/** The content of a new slide, as it is stored. */
export const newSlideContent = (input: SlideCreationContent): SlideContent =>
  mapFields((name, field) => field.keep(input[name])) as SlideContent;

/** The content of a slide without its other fields. */
export const pickSlideContent = (slide: SlideContent): SlideContent => mapFields((name) => slide[name]) as SlideContent;

/** The content of a slide in the form of answers. */
export const toSlideContentAnswer = (slide: SlideContent): SlideContentAnswer =>
  mapFields((name, field) => field.show(slide[name])) as SlideContentAnswer;

type DrawnContent = EveryFieldRequired<Pick<SlideContent, DrawnFieldName>>;

/** The fields from which the picture of a slide is drawn. Under an image that shows the whole slide, no texts are drawn. */
export const drawnFieldsOfSlide = (slide: SlideContent, hasWholeImage: boolean): DrawnContent =>
  mapFields((name, field) => {
    if (!field.isDrawn) return undefined;
    return hasWholeImage && field.underWholeImage ? field.underWholeImage() : slide[name];
  }) as DrawnContent;

/** A slide with the captions of its pictures. */
interface WithCaption {
  image?: Pick<ImageOptions, 'caption'> | undefined;
  image_request?: Pick<ImageOptions, 'caption'> | undefined;
}
type CaptionedSlide = SlideContent &
  WithCaption & { pictures?: (WithCaption & Pick<SlidePictureListEntry, 'of' | 'index'>)[] | undefined };

const captionTextAt = (...path: string[]) =>
  ({ path: [...path, 'caption'], form: 'plain', maxLength: SLIDE_LIMITS.caption, isRead: true }) as const;
/** The fields with texts: those of the content, and the pictures, which are requested or stored. */
const FIELDS_WITH_TEXTS = {
  ...SLIDE_FIELD_DEFINITIONS,
  image: { texts: [captionTextAt()] },
  image_request: { texts: [captionTextAt()] },
  pictures: { texts: [captionTextAt('*', 'image'), captionTextAt('*', 'image_request')] },
};

/** The texts of a slide that may name variables. */
export const variableTextsOfSlide = (slide: CaptionedSlide): VariableTextWithPath[] =>
  collectTextsAllowingVariables(FIELDS_WITH_TEXTS, slide).map((textWithPath) => {
    const [field, pictureIndex, ...remainingPath] = textWithPath.path;
    if (field === 'image_request') return { ...textWithPath, path: ['image', 'caption'] };
    const picture =
      field === 'pictures' && typeof pictureIndex === 'number' ? slide.pictures?.[pictureIndex] : undefined;
    if (!picture) return textWithPath;
    return {
      ...textWithPath,
      path: [
        ...(picture.of === 'images' ? ['images', picture.index] : ['items', picture.index, 'image']),
        ...remainingPath.slice(1),
      ],
    };
  });

/** Replaces each text of a slide that may name variables by the result of `visit`. @returns only the fields with such texts */
export const mapVariableTextsOfSlide = <Filled extends CaptionedSlide>(
  slide: Filled,
  visit: VisitVariableText,
): Partial<Filled> => mapVariableTextsOfFields(FIELDS_WITH_TEXTS, slide, visit) as Partial<Filled>;

const captionSchemas = {
  image: z.looseObject({ caption: imageCaptionSchema.optional() }),
  image_request: z.looseObject({ caption: imageCaptionSchema.optional() }),
};

/**
 * The schemas of the slide fields whose texts may name variables. A text whose variables were replaced by values must also be valid in a
 * request.
 */
export const schemasOfVariableTextFields: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(FIELD_ENTRIES.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : []))),
  ...captionSchemas,
  pictures: z.array(z.looseObject(captionSchemas).partial()),
};

const HELD_FIELD_NAMES = FIELD_ENTRIES.flatMap(([name, { isHeld }]) => (isHeld ? [name] : []));
const HELD_FIELDS_TEXT = listInWords(HELD_FIELD_NAMES);

/** Finds the faults of fields in relation to each other. The contract has checked each field alone. */
function contentFaults(
  slide: Partial<SlideContent>,
  points: readonly string[],
  sent: SentSlideContent,
): SlideContentFault[] {
  const [, secondField] = HELD_FIELD_NAMES.filter((name) => slide[name] !== undefined);
  return [
    ...(secondField ? [{ param: secondField, message: `A slide has at most one of ${HELD_FIELDS_TEXT}.` }] : []),
    ...FIELD_ENTRIES.flatMap(([name, field]) => field.faults?.(slide[name], { points, sent: sent[name] }) ?? []),
  ];
}

const withPathPrefix = (path: string, faults: readonly SlideContentFault[]): SlideContentFault[] =>
  faults.map((fault) => ({ ...fault, param: `${path}${fault.param}` }));

/** Finds the faults of a new slide that a client sends. @param path prefix of the field names in the faults: `slides[3].` */
export const slideContentFaultsOf = (input: SlideCreationContent & SentSlideFiles, path = ''): SlideContentFault[] => [
  ...withPathPrefix(path, contentFaults(newSlideContent(input), input.bullet_points, input)),
  ...picturesAfterRequest({}, input, new Map(), path).faults,
];

/** Refuses a request with faults. @throws ServiceError with all faults: `icon_unknown` if all have that code, else `validation_failed` */
export function assertNoContentFaults(faults: readonly SlideContentFault[]): void {
  if (faults.length === 0) return;
  const code = faults.every((fault) => fault.code === 'icon_unknown') ? 'icon_unknown' : 'validation_failed';
  throw invalidRequestError(
    code,
    faults.map(({ param, message }) => ({ param, message })),
  );
}

/**
 * Computes the change of a slide by the sent fields, and the faults that the slide then has. When other points are sent, fields that
 * depend on the points and were not sent themselves are reduced to what fits them.
 * @param path prefix of the field names in the faults: `slides[3].`
 */
export function computeSlideContentChange(
  slide: SlideContent,
  sent: SentSlideContent,
  path = '',
): { content: Partial<SlideContent>; faults: SlideContentFault[] } {
  const points = sent.bullet_points ?? slide.bullet_points;
  const content: Partial<SlideContent> = Object.fromEntries(
    FIELD_ENTRIES.flatMap(([name, field]) => {
      if (sent[name] !== undefined) return [[name, field.keep(sent[name])]];
      const hasOtherPoints = sent.bullet_points !== undefined && field.withOtherPoints !== undefined;
      return hasOtherPoints ? [[name, field.withOtherPoints?.(slide[name], points)]] : [];
    }),
  );
  return { content, faults: withPathPrefix(path, contentFaults({ ...slide, ...content }, points, sent)) };
}
