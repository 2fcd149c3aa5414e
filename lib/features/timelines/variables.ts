import type { z } from 'zod';
import { isSsml } from '#engine/speech/script/read-ssml.ts';
import { invalidRequest } from '#kernel/contract/invalid-request.ts';
import { type Fault, ServiceError } from '#kernel/shared/errors.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import { addressRefusal, REFUSAL_MESSAGES } from '#platform/egress/public.ts';
import { fieldPath, type TextRule } from './field-texts.ts';
import { CENTRE } from './image-fields.ts';
import type { Variables } from './settings/about.ts';
import type { Slide } from './slide.ts';
import type { SlideAudio } from './slide-audio.ts';
import { filledFields, mapTextsOfSlide } from './slide-content.ts';
import type { Timeline } from './timeline.ts';
import { filledSettings, mapTextsOfSettings } from './timeline-settings.ts';
import { escapeMarkup, VARIABLE_MARK } from './variable-marks.ts';

/** The place of the values in a request, and the treatment of a variable that has neither value nor default. */
export interface FillOptions {
  /** Prefix of the names in `param`: `variables`. */
  path: string;
  /** `refuse`: the request is refused. `keep`: its name in braces stays. */
  missing: 'refuse' | 'keep';
}

/** Texts, next to the slides, that may name variables. */
type TextsOfTimeline = Pick<Timeline, 'title' | 'footer' | 'lexicon' | 'variables'>;

/** The values that stand in texts, by name. Without its variables a timeline is what it was: `\{{` is a mark only next to them. */
type Values = ReadonlyMap<string, string>;
type Fill = (text: string) => string;

const filler =
  (values: Values, protect: Fill = (value) => value): Fill =>
  (text) =>
    text.replace(VARIABLE_MARK, (whole, name: string | undefined) => {
      if (name === undefined) return '{{';
      const value = values.get(name);
      return value === undefined ? whole : protect(value);
    });

const namesIn = (text: string): string[] => [...text.matchAll(VARIABLE_MARK)].flatMap(([, name]) => name ?? []);

/** Speaker notes, or a text that is said in their place. A value is never read as tags of SSML. */
const filledSpeech = (text: string, values: Values): string =>
  filler(values, isSsml(text) ? escapeXml : undefined)(text);

/** The fields of a slide that say or show something, each with the values in place. */
function filledTexts(slide: Slide, values: Values): Partial<Slide> {
  const plain = filler(values);
  const fills: Record<TextRule['form'], Fill> = {
    plain,
    marked: slide.markup === 'inline' ? filler(values, escapeMarkup) : plain,
    spoken: (text) => filledSpeech(text, values),
  };
  return mapTextsOfSlide(slide, (text, { form }) => fills[form](text));
}

/**
 * The audio of a slide as a render with these values takes it. Speech that was made for its own text says that text with
 * the values, and so has to be made. The captions of a recording are its notes.
 */
function filledAudio(audio: SlideAudio, values: Values): SlideAudio {
  if (audio.source === 'uploaded') {
    const fill = filler(values);
    const sentences = audio.sentences?.map((sentence) => ({ ...sentence, text: fill(sentence.text) }));
    return { ...audio, sentences };
  }
  if (audio.own_text === undefined) return audio;
  const own_text = filledSpeech(audio.own_text, values);
  return own_text === audio.own_text ? audio : { ...audio, own_text, status: 'queued' };
}

const mayChange = new WeakMap<Slide, boolean>();

/** Reports whether values may change a slide. Read once for each slide: a batch fills the same ones for each of its rows. */
export function takesValues(slide: Slide): boolean {
  const known = mayChange.get(slide);
  if (known !== undefined) return known;
  const found = slide.image_variable !== undefined || JSON.stringify(slide).includes('{{');
  mayChange.set(slide, found);
  return found;
}

/**
 * The image that a variable names, awaited; an empty value means none. It is shown as the slide's own image would be. A variable
 * without a value, as a preview may have it, leaves the slide as it is.
 */
function filledImage({ image, image_request, image_variable }: Slide, values: Values): Partial<Slide> {
  const url = image_variable === undefined ? undefined : values.get(image_variable);
  if (url === undefined) return {};
  const { fit, focus, alt } = image_request ?? image ?? { fit: undefined, focus: CENTRE, alt: '' };
  return {
    image: undefined,
    builds: undefined,
    image_request: url === '' ? undefined : { from: { url }, fit, focus, alt },
  };
}

function filledSlide(slide: Slide, values: Values): Slide {
  if (!takesValues(slide)) return slide;
  const { audio } = slide;
  return {
    ...slide,
    ...filledTexts(slide, values),
    ...(slide.image_variable === undefined ? {} : filledImage(slide, values)),
    ...(audio ? { audio: filledAudio(audio, values) } : {}),
  };
}

/** Finds faults of the addresses of images that variables give. */
export function addressFaults(slides: readonly Slide[], values: Values, path: string): Fault[] {
  const names = new Set(slides.flatMap(({ image_variable }) => image_variable ?? []));
  return [...names].flatMap((name) => {
    const url = values.get(name) ?? '';
    const refusal = url === '' ? undefined : addressRefusal(url, false);
    return refusal
      ? [{ param: `${path}.${name}`, message: `As the address of an image: ${REFUSAL_MESSAGES[refusal]}` }]
      : [];
  });
}

/** @throws ServiceError `variable_missing` for a slide whose image is named by a variable that the timeline does not declare */
function checkImageVariables(slides: readonly Slide[], declared: Variables): void {
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

function filledTimeline<Texts extends TextsOfTimeline>(timeline: Texts, values: Values): Texts {
  const fill = filler(values);
  return { ...timeline, ...mapTextsOfSettings(timeline, fill), variables: undefined };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => ownValue(inner as Record<string, unknown> | undefined, String(key)), value);

/**
 * Faults of the fields that changed, as the contract finds them. Each fault names a variable in its field.
 * @param place prefix of the fields in messages: `slides`, 3
 */
function faultsOf(
  schemas: Readonly<Record<string, z.ZodType>>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  place: readonly PropertyKey[],
  path: string,
): Fault[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const [was, is] = [ownValue(before, name), ownValue(after, name)];
    if (JSON.stringify(was) === JSON.stringify(is) || is === undefined) return [];
    const issues = schema.safeParse(is).error?.issues ?? [];
    return issues.map((issue) => {
      const at = [name, ...issue.path];
      const [variable] = namesIn(JSON.stringify(valueAt(before, at)) ?? '');
      return {
        param: variable === undefined ? path : `${path}.${variable}`,
        message: `Does not fit into ${fieldPath([...place, ...at])}: ${issue.message}`,
      };
    });
  });
}

/** The values by name, where a value that was given comes before a default. @throws ServiceError 400, 422 */
export function valuesOf(declared: Variables, given: Variables, { path, missing }: FillOptions): Values {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) {
    const names = Object.keys(declared).join(', ');
    const known = names === '' ? 'It declares none.' : `It declares ${names}.`;
    const faults = unknown.map((name) => ({ param: `${path}.${name}`, message: 'The timeline has no such variable.' }));
    throw new ServiceError('variable_unknown', `The timeline has no variable ${unknown.join(', ')}. ${known}`, {
      param: faults[0]?.param,
      faults,
    });
  }
  const chosen = Object.keys(declared).map(
    (name) => [name, ownValue(given, name) ?? ownValue(declared, name) ?? null] as const,
  );
  const absent = chosen.flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing === 'refuse' && absent.length > 0) {
    const faults = absent.map((name) => ({ param: `${path}.${name}`, message: 'Has neither a value nor a default.' }));
    throw new ServiceError('variable_missing', `Without a value and a default: ${absent.join(', ')}.`, {
      param: faults[0]?.param,
      faults,
    });
  }
  return new Map(chosen.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

/**
 * A timeline with values instead of its variables: what comes out has none, and its texts are plain. Slides and settings
 * without a variable stay as they are, so that all timelines that are filled from one share them. Pure.
 * @throws ServiceError `variable_unknown` for a name that the timeline does not declare, `variable_missing`, `validation_failed` for a text that its field would not take
 */
export function fillVariables<Texts extends TextsOfTimeline>(
  loaded: { timeline: Texts; slides: Slide[] },
  given: Variables,
  options: FillOptions,
): { timeline: Texts; slides: Slide[] } {
  const { timeline, slides } = loaded;
  const declared = timeline.variables ?? {};
  const values = valuesOf(declared, given, options);
  if (options.missing === 'refuse') checkImageVariables(slides, declared);
  if (Object.keys(declared).length === 0) return loaded;
  const filled = {
    timeline: filledTimeline(timeline, values),
    slides: slides.map((slide) => filledSlide(slide, values)),
  };
  const faults = [
    ...faultsOf(filledSettings, { ...timeline }, { ...filled.timeline }, [], options.path),
    ...slides.flatMap((slide, index) => {
      const after = filled.slides[index];
      if (after === slide) return [];
      return faultsOf(filledFields, { ...slide }, { ...after }, ['slides', index], options.path);
    }),
  ];
  faults.push(...addressFaults(slides, values, options.path));
  if (faults.length > 0) throw invalidRequest('validation_failed', faults);
  return filled;
}
