import type { z } from 'zod';
import { isSsml } from '#engine/speech/script/read-ssml-as-speech-text.ts';
import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { invalidRequestError } from '#kernel/contract/invalid-request.ts';
import { type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { ADDRESS_REFUSAL_MESSAGES, receiverUrlRefusal } from '#platform/egress/public.ts';
import { formatFieldPath, type VariableTextRule } from './field-texts.ts';
import type { VariableValues } from './settings/about.ts';
import type { Slide } from './slide.ts';
import type { SlideAudio } from './slide-audio.ts';
import { mapVariableTextsOfSlide, schemasOfVariableTextFields } from './slide-content.ts';
import { focusOfImage, type ImageOptions, type SlideImage } from './slide-image.ts';
import type { Timeline } from './timeline.ts';
import { mapVariableTextsOfSettings, schemasOfVariableTextSettings } from './timeline-settings.ts';
import { VARIABLE_MARK_PATTERN } from './variable-marks.ts';

/** Options of filling a timeline with values. */
export interface FillVariablesOptions {
  /** Path of the values in the request: the prefix of the names in the `param` of faults. */
  path: string;
  /** Treatment of a variable without value and default. `refuse`: the request is refused. `keep`: its name stays in the text, in braces. */
  missing: 'refuse' | 'keep';
}

/** Settings of a timeline that are needed to fill it. */
type TextsOfTimeline = Pick<Timeline, 'title' | 'footer' | 'lexicon' | 'variables'>;

/** The values that replace variables, by name. */
type Values = ReadonlyMap<string, string>;
type Fill = (text: string) => string;

const createFiller =
  (values: Values, escapeValue: Fill = (value) => value): Fill =>
  (text) =>
    text.replace(VARIABLE_MARK_PATTERN, (mark, name: string | undefined) => {
      if (name === undefined) return '{{';
      const value = values.get(name);
      return value === undefined ? mark : escapeValue(value);
    });

const namesIn = (text: string): string[] => [...text.matchAll(VARIABLE_MARK_PATTERN)].flatMap(([, name]) => name ?? []);

/** Fills a text to speak: notes, or a text that replaces them. In SSML the values are escaped, so that they are never read as tags. */
const fillSpokenText = (text: string, values: Values): string =>
  createFiller(values, isSsml(text) ? escapeXml : undefined)(text);

/** The fields of a slide with texts, filled with the values. */
function fillSlideTexts(slide: Slide, values: Values): Partial<Slide> {
  const plain = createFiller(values);
  const fills: Record<VariableTextRule['form'], Fill> = {
    plain,
    marked: slide.markup === 'inline' ? createFiller(values, escapeInlineMarks) : plain,
    spoken: (text) => fillSpokenText(text, values),
  };
  return mapVariableTextsOfSlide(slide, (text, { form }) => fills[form](text));
}

/**
 * The audio of a slide for a render with these values. Speech of its own text that contains variables must be generated again with
 * the values. In the sentences of a recording, which become captions, the values are filled in.
 */
function fillAudio(audio: SlideAudio, values: Values): SlideAudio {
  if (audio.source === 'uploaded') {
    const fill = createFiller(values);
    const sentences = audio.sentences?.map((sentence) => ({ ...sentence, text: fill(sentence.text) }));
    return { ...audio, sentences };
  }
  if (audio.own_text === undefined) return audio;
  const own_text = fillSpokenText(audio.own_text, values);
  return own_text === audio.own_text ? audio : { ...audio, own_text, status: 'queued' };
}

/** Results of `maySlideContainVariables`: a batch fills the same slides for each of its rows. */
const mayContainVariablesOf = new WeakMap<Slide, boolean>();

/** Reports whether values may change a slide: its image is a variable, or a text contains two braces. */
export function maySlideContainVariables(slide: Slide): boolean {
  const knownResult = mayContainVariablesOf.get(slide);
  if (knownResult !== undefined) return knownResult;
  const mayContain = slide.image_variable !== undefined || JSON.stringify(slide).includes('{{');
  mayContainVariablesOf.set(slide, mayContain);
  return mayContain;
}

/** The options of an image for the one that replaces it, without a focus that was found in the old image. */
function optionsForReplacementImage(image: SlideImage): ImageOptions {
  const measuredFocus = focusOfImage(undefined, image);
  const { fit, focus, alt, caption } = image;
  return { fit, focus: focus.x === measuredFocus.x && focus.y === measuredFocus.y ? undefined : focus, alt, caption };
}

/**
 * The change of a slide whose image is named by a variable: a request for the image, with the display options of the slide's own
 * image. An empty value means no image. Without a value, which only previews allow, the slide stays unchanged.
 */
function imageChangeByVariable({ image, image_request, image_variable }: Slide, values: Values): Partial<Slide> {
  const url = image_variable === undefined ? undefined : values.get(image_variable);
  if (url === undefined) return {};
  const { fit, focus, alt, caption } = image_request ?? (image && optionsForReplacementImage(image)) ?? { alt: '' };
  return {
    image: undefined,
    builds: undefined,
    image_request: url === '' ? undefined : { from: { url }, fit, focus, alt, caption },
  };
}

function fillSlide(slide: Slide, values: Values): Slide {
  if (!maySlideContainVariables(slide)) return slide;
  const { audio } = slide;
  const slideWithTexts = { ...slide, ...fillSlideTexts(slide, values) };
  return {
    ...slideWithTexts,
    ...(slide.image_variable === undefined ? {} : imageChangeByVariable(slideWithTexts, values)),
    ...(audio ? { audio: fillAudio(audio, values) } : {}),
  };
}

/** Finds values that are used as the address of an image and are not allowed as such. */
export function imageVariableFaultsOf(slides: readonly Slide[], values: Values, path: string): RequestFault[] {
  const names = new Set(slides.flatMap(({ image_variable }) => image_variable ?? []));
  return [...names].flatMap((name) => {
    const url = values.get(name) ?? '';
    const refusal = url === '' ? undefined : receiverUrlRefusal(url, false);
    return refusal
      ? [{ param: `${path}.${name}`, message: `As the address of an image: ${ADDRESS_REFUSAL_MESSAGES[refusal]}` }]
      : [];
  });
}

/** Checks the variables that name images. @throws ServiceError `variable_missing` if the timeline does not declare one */
function checkImageVariables(slides: readonly Slide[], declared: VariableValues): void {
  const faults = slides.flatMap(({ image_variable }, index) =>
    image_variable !== undefined && !Object.hasOwn(declared, image_variable)
      ? [{ param: `slides[${index}].image_variable`, message: `The timeline does not declare ${image_variable}.` }]
      : [],
  );
  if (faults.length > 0)
    throw new ServiceError('variable_missing', `The image of a slide needs a variable. ${faults[0]?.message ?? ''}`, {
      param: faults[0]?.param,
      faults,
    });
}

function fillTimelineTexts<Texts extends TextsOfTimeline>(timeline: Texts, values: Values): Texts {
  const fill = createFiller(values);
  return { ...timeline, ...mapVariableTextsOfSettings(timeline, fill), variables: undefined };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => ownPropertyValue(inner as Record<string, unknown> | undefined, String(key)),
    value,
  );

/**
 * Checks the fields that the values changed by the schemas of the contract. Each fault names a variable that its field contains.
 * @param place path of the checked object, for messages: `slides`, 3
 * @param path path of the values in the request
 */
function faultsOfChangedFields(
  schemas: Readonly<Record<string, z.ZodType>>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  place: readonly PropertyKey[],
  path: string,
): RequestFault[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const [valueBefore, valueAfter] = [ownPropertyValue(before, name), ownPropertyValue(after, name)];
    if (JSON.stringify(valueBefore) === JSON.stringify(valueAfter) || valueAfter === undefined) return [];
    const issues = schema.safeParse(valueAfter).error?.issues ?? [];
    return issues.map((issue) => {
      const fieldPath = [name, ...issue.path];
      const [variable] = namesIn(JSON.stringify(valueAt(before, fieldPath)) ?? '');
      return {
        param: variable === undefined ? path : `${path}.${variable}`,
        message: `Does not fit into ${formatFieldPath([...place, ...fieldPath])}: ${issue.message}`,
      };
    });
  });
}

/** The values of the declared variables: the given value, or else the default. @throws ServiceError `variable_unknown`, `variable_missing` */
export function valuesOfVariables(
  declared: VariableValues,
  givenValues: VariableValues,
  { path, missing }: FillVariablesOptions,
): Values {
  const unknownNames = Object.keys(givenValues).filter((name) => !Object.hasOwn(declared, name));
  if (unknownNames.length > 0) {
    const names = Object.keys(declared).join(', ');
    const declaration = names === '' ? 'It declares none.' : `It declares ${names}.`;
    const faults = unknownNames.map((name) => ({
      param: `${path}.${name}`,
      message: 'The timeline has no such variable.',
    }));
    throw new ServiceError(
      'variable_unknown',
      `The timeline has no variable ${unknownNames.join(', ')}. ${declaration}`,
      {
        param: faults[0]?.param,
        faults,
      },
    );
  }
  const valueEntries = Object.keys(declared).map(
    (name) => [name, ownPropertyValue(givenValues, name) ?? ownPropertyValue(declared, name) ?? null] as const,
  );
  const missingNames = valueEntries.flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing === 'refuse' && missingNames.length > 0) {
    const faults = missingNames.map((name) => ({
      param: `${path}.${name}`,
      message: 'Has neither a value nor a default.',
    }));
    throw new ServiceError('variable_missing', `Without a value and a default: ${missingNames.join(', ')}.`, {
      param: faults[0]?.param,
      faults,
    });
  }
  return new Map(valueEntries.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

/**
 * Replaces the variables of a timeline by values; the result declares no variables. Slides that take no values stay the same objects,
 * so that all timelines that are filled from one share them. Pure.
 * @throws ServiceError `variable_unknown` for a name that the timeline does not declare, `variable_missing`, `validation_failed` for a
 * text that is invalid with the values
 */
export function fillVariables<Texts extends TextsOfTimeline>(
  loaded: { timeline: Texts; slides: Slide[] },
  givenValues: VariableValues,
  options: FillVariablesOptions,
): { timeline: Texts; slides: Slide[] } {
  const { timeline, slides } = loaded;
  const declared = timeline.variables ?? {};
  const values = valuesOfVariables(declared, givenValues, options);
  if (options.missing === 'refuse') checkImageVariables(slides, declared);
  if (Object.keys(declared).length === 0) return loaded;
  const filledTimeline = {
    timeline: fillTimelineTexts(timeline, values),
    slides: slides.map((slide) => fillSlide(slide, values)),
  };
  const faults = [
    ...faultsOfChangedFields(
      schemasOfVariableTextSettings,
      { ...timeline },
      { ...filledTimeline.timeline },
      [],
      options.path,
    ),
    ...slides.flatMap((slide, index) => {
      const after = filledTimeline.slides[index];
      if (after === slide) return [];
      return faultsOfChangedFields(
        schemasOfVariableTextFields,
        { ...slide },
        { ...after },
        ['slides', index],
        options.path,
      );
    }),
  ];
  faults.push(...imageVariableFaultsOf(slides, values, options.path));
  if (faults.length > 0) throw invalidRequestError('validation_failed', faults);
  return filledTimeline;
}
