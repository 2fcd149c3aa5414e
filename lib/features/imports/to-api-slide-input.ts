import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { type SlideInput, slideInputSchema } from '#features/timelines/contract.ts';
import { toSentMotionChoice } from '#features/timelines/public.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Warnings about fields that are left out of a slide because the API would refuse them. */
const FIELD_WARNINGS: Readonly<Record<string, Pick<DeckWarning, 'code' | 'message'>>> = {
  table: { code: 'table_cut', message: 'A table was left out: its rows do not fit together.' },
  chart: { code: 'chart_not_taken', message: 'A chart was left out: its values do not fit together.' },
};

/** The content of a slide as an input of `POST /timelines`. A field that the API would refuse is left out, and reported to `warn`. */
export function toApiSlideInput(
  slide: ParsedSlide,
  warn: (warning: DeckWarning) => void = () => undefined,
): SlideInput {
  // Notes that start with a tag `speak` would be read as a whole document in SSML: the notes of a deck are plain text.
  const speaker_notes = slide.content.speaker_notes.replace(/^\s*<\/?speak\b[^>]*>/i, '');
  const { build, image_motion } = slide.content;
  const motions = { build: toSentMotionChoice(build) ?? null, image_motion: toSentMotionChoice(image_motion) ?? null };
  const content = { ...slide.content, speaker_notes, ...motions };
  const acceptedFields: Record<string, unknown> = Object.fromEntries(
    Object.entries(content).filter(([name]) => Object.hasOwn(slideInputSchema.shape, name)),
  );
  for (;;) {
    const parsed = slideInputSchema.safeParse(acceptedFields);
    if (parsed.success) return parsed.data;
    const refusedField = parsed.error.issues
      .map(({ path }) => String(path[0]))
      .find((name) => Object.hasOwn(acceptedFields, name));
    if (refusedField === undefined) throw parsed.error;
    delete acceptedFields[refusedField];
    warn({
      slide: slide.source_page,
      ...(ownPropertyValue(FIELD_WARNINGS, refusedField) ?? {
        code: 'markup_not_taken',
        message: `The field ${refusedField} of the slide was left out: its value is not valid.`,
      }),
    });
  }
}
