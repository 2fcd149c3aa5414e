import type { Schemas } from '../../client/client.ts';

/** What the form of a slide holds, as text. */
export interface SlideDraft {
  title: string;
  points: string;
  notes: string;
  layout: Schemas['SlideLayout'];
  build: Schemas['SlideBuild'];
  /** Empty: as long as the slide speaks. */
  seconds: string;
}

/** The form of a slide as it is stored. */
export const draftOf = (slide: Schemas['Slide']): SlideDraft => ({
  title: slide.title,
  points: slide.bullet_points.join('\n'),
  notes: slide.speaker_notes,
  layout: slide.layout,
  build: slide.build,
  seconds: slide.duration_seconds === null ? '' : String(slide.duration_seconds),
});

/** One point a line; empty lines are none. */
const pointsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What has to be sent so that the slide is what the form says: the fields that differ. */
export function changesIn(slide: Schemas['Slide'], draft: SlideDraft): Schemas['UpdateSlideBody'] {
  const changes: Schemas['UpdateSlideBody'] = {};
  const points = pointsIn(draft.points);
  if (draft.title !== slide.title) changes.title = draft.title;
  if (JSON.stringify(points) !== JSON.stringify(slide.bullet_points)) changes.bullet_points = points;
  if (draft.notes !== slide.speaker_notes) changes.speaker_notes = draft.notes;
  if (draft.layout !== slide.layout) changes.layout = draft.layout;
  if (draft.build !== slide.build) changes.build = draft.build;
  const seconds = draft.seconds.trim() === '' ? null : Number(draft.seconds);
  if (seconds !== slide.duration_seconds && !Number.isNaN(seconds)) changes.duration_seconds = seconds;
  return changes;
}
