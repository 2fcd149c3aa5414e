import { SLIDE_LIMITS, SLIDE_SECONDS_RANGE } from '#engine/video/drawing/slide-limits.ts';
import type { Schemas } from '#front/client/client.ts';
import { formatCalloutLines, parseCalloutFormLines } from './callout-lines.ts';
import { type SlideDataDraft, slideDataDraftOf, slideDataFormFault, slideDataInput } from './data-draft.ts';
import { parseEnteredSeconds } from './parse-entered-seconds.ts';
import { isSameJson, type SlideRequestFields, slideContentForRequest } from './slide-content.ts';
import { enteredSpeedFault, parseEnteredSpeed } from './speed-draft.ts';

/** The values of the slide editor form, which may contain unsaved edits. */
export interface SlideDraft {
  title: string;
  points: string;
  notes: string;
  /** Empty: the voice of the timeline. */
  voice: string;
  /** Empty: the speed of the timeline. */
  speed: string;
  layout: Schemas['SlideLayout'];
  build: Schemas['SlideBuild'];
  buildStyle: Schemas['Slide']['build_style'];
  /** Empty: the duration follows from narration and text. */
  seconds: string;
  data: SlideDataDraft;
  motion: Schemas['ImageMotion'];
  /** A line for each callout. */
  callouts: string;
  /** Empty: the image does not come from a variable. */
  imageVariable: string;
}

/** Converts a stored slide to the values of the slide editor form. */
export const slideDraftOf = (slide: Schemas['Slide']): SlideDraft => ({
  title: slide.title,
  points: slide.bullet_points.join('\n'),
  notes: slide.speaker_notes,
  voice: slide.voice ?? '',
  speed: slide.speed === null ? '' : String(slide.speed),
  layout: slide.layout,
  build: slide.build,
  buildStyle: slide.build_style,
  seconds: slide.duration_seconds === null ? '' : String(slide.duration_seconds),
  data: slideDataDraftOf(slide),
  motion: slide.image_motion,
  callouts: formatCalloutLines(slide.callouts),
  imageVariable: slide.image_variable ?? '',
});

/** The points of a text: one for each line that is not empty. */
const pointsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The name of a field of the slide editor form that is validated, because a user can enter a value that the API does not accept. */
export type ValidatedSlideDraftField = 'points' | 'speed' | 'seconds' | 'data' | 'callouts';

/** Returns an error message for each field of the slide editor form that cannot be saved; valid fields have no entry. */
export function slideDraftFaults(draft: SlideDraft): Partial<Record<ValidatedSlideDraftField, string>> {
  const faults: Partial<Record<ValidatedSlideDraftField, string>> = {};
  const points = pointsIn(draft.points);
  const tooLongIndex = points.findIndex((point) => point.length > SLIDE_LIMITS.point);
  if (points.length > SLIDE_LIMITS.points)
    faults.points = `A slide shows at most ${String(SLIDE_LIMITS.points)} points. These are ${String(points.length)}: move some to another slide.`;
  else if (tooLongIndex >= 0)
    faults.points = `Point ${String(tooLongIndex + 1)} has more than ${String(SLIDE_LIMITS.point)} characters. Shorten it, or split it.`;
  const speed = enteredSpeedFault(draft.speed);
  if (speed !== undefined) faults.speed = speed;
  const seconds = parseEnteredSeconds(draft.seconds);
  if (
    seconds === undefined ||
    (seconds !== null && (seconds < SLIDE_SECONDS_RANGE.min || seconds > SLIDE_SECONDS_RANGE.max))
  )
    faults.seconds = `Enter ${String(SLIDE_SECONDS_RANGE.min)} to ${String(SLIDE_SECONDS_RANGE.max)} seconds, or leave it empty.`;
  const data = slideDataFormFault(draft.data);
  if (data !== undefined) faults.data = data;
  const callouts = parseCalloutFormLines(draft.callouts);
  if ('fault' in callouts) faults.callouts = callouts.fault;
  return faults;
}

/** The fields of a request that saves the form: those that differ from the slide and can be saved. */
export function slideDraftChanges(slide: Schemas['Slide'], draft: SlideDraft): SlideRequestFields {
  const faults = slideDraftFaults(draft);
  const seconds = parseEnteredSeconds(draft.seconds);
  const parsedCallouts = parseCalloutFormLines(draft.callouts);
  const draftFields: SlideRequestFields = {
    title: draft.title,
    ...(faults.points === undefined ? { bullet_points: pointsIn(draft.points) } : {}),
    speaker_notes: draft.notes,
    voice: draft.voice === '' ? null : draft.voice,
    ...(faults.speed === undefined ? { speed: parseEnteredSpeed(draft.speed) ?? null } : {}),
    layout: draft.layout,
    build: draft.build,
    build_style: draft.buildStyle,
    ...(faults.seconds === undefined && seconds !== undefined ? { duration_seconds: seconds } : {}),
    ...(faults.data === undefined ? slideDataInput(draft.data) : {}),
    image_motion: draft.motion,
    ...('callouts' in parsedCallouts ? { callouts: parsedCallouts.callouts } : {}),
    image_variable: draft.imageVariable === '' ? null : draft.imageVariable,
  };
  const storedFields = slideContentForRequest(slide);
  return Object.fromEntries(
    Object.entries(draftFields).filter(
      ([name, value]) => !isSameJson(value, storedFields[name as keyof SlideRequestFields]),
    ),
  );
}

/**
 * A form after another client has changed the slide: fields that were not edited here get their new values.
 * @param before the form of the slide before that change
 * @param now the form of the slide after it
 */
export function rebaseSlideDraft(draft: SlideDraft, before: SlideDraft, now: SlideDraft): SlideDraft {
  const names = Object.keys(draft) as (keyof SlideDraft)[];
  const uneditedFields = names.filter((name) => isSameJson(draft[name], before[name]));
  return { ...draft, ...Object.fromEntries(uneditedFields.map((name) => [name, now[name]])) };
}
