import type { z } from 'zod';
import type { WordsOfFields } from '#kernel/contract/field-words.ts';
import type { Fault } from '#kernel/shared/errors.ts';
import type { FieldTexts, TextPath } from '../field-texts.ts';

/**
 * Everything that the service knows of a field of a slide. What is required here has to be decided for every field; no text and false
 * are decisions too.
 */
export interface SlideField<
  Sent extends z.ZodType = z.ZodType,
  Created extends z.ZodType = z.ZodType,
  Answered extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
  Drawn extends boolean = boolean,
  Imported extends boolean = boolean,
> {
  /** Values that a change may send. `null` removes an optional field. */
  sent: Sent;
  /** Values that a new slide may send: as `sent`, with a default, or optional. */
  created: Created;
  /** Values that answers have. */
  answer: Answered;
  /** Values that items and snapshots have. Optional for a field that slides were once stored without. */
  stored: Stored;
  /** The stored form of what was sent; undefined: the field is absent. */
  keep(sent: z.output<Sent> | z.output<Created>): z.output<Stored>;
  /** The answer for what is stored. */
  show(stored: z.output<Stored>): z.output<Answered>;
  /** True if the picture of the slide depends on it. `DrawableSlide` has the fields that are drawn, and no others. */
  isDrawn: Drawn;
  /** Value that is drawn where an image shows the whole slide; absent: the same as elsewhere. */
  underWholeImage?(): z.output<Stored>;
  /** The texts in it that variables may stand in; empty: none. */
  texts: FieldTexts;
  /** It takes the place of the points, and a slide has at most one such field. */
  isHeld?: true;
  /** True if decks of other programs may bring it. `DeckSlideContent` has these fields. */
  isImported: Imported;
  /** Value that remains when a change brings other points and not this field; absent: the whole value. */
  withOtherPoints?(stored: z.output<Stored>, points: readonly string[]): z.output<Stored>;
  /** Faults of its value in a slide with these points. `sent`: the value of the client's request; undefined: the request has none. */
  faults?(
    stored: z.output<Stored>,
    slide: { points: readonly string[]; sent: z.output<Sent> | z.output<Created> | undefined },
  ): Fault[];
  /** Words for the description of the API, also of fields within it, where the schemas say none. */
  words: WordsOfFields;
  /** Its name in the console. */
  label: string;
  /** True if tools for agents list it where they change slides; they accept all fields. */
  isListedForAgents: boolean;
  /** Shorter descriptions for agents, by name, of it and of fields within it; absent: those of the schemas. */
  shortWords?: Readonly<Record<string, string>>;
}

/** Defines a field of a slide. The definition is complete, or it does not compile. */
export const defineField = <
  Sent extends z.ZodType,
  Created extends z.ZodType,
  Answered extends z.ZodType,
  Stored extends z.ZodType,
  const Drawn extends boolean,
  const Imported extends boolean,
>(
  field: SlideField<Sent, Created, Answered, Stored, Drawn, Imported> & {
    texts: FieldTexts<TextPath<NonNullable<z.output<Stored>>>>;
  },
): SlideField<Sent, Created, Answered, Stored, Drawn, Imported> => field;
