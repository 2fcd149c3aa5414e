import type { z } from 'zod';
import type { FieldDescriptionsByName } from '#kernel/contract/field-description.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import type { VariableTextPath, VariableTextRulesWithPaths } from '../field-texts.ts';

/** A fault of a value in a slide. `code`: the error of a request with no other faults; absent: `validation_failed`. */
export interface SlideContentFault extends RequestFault {
  code?: 'icon_unknown';
}

/**
 * Definition of a field of a slide. Each field states all required properties, even if the value is empty or false.
 */
export interface SlideFieldDefinition<
  Sent extends z.ZodType = z.ZodType,
  Created extends z.ZodType = z.ZodType,
  Answered extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
  Drawn extends boolean = boolean,
  Imported extends boolean = boolean,
> {
  /** Schema of the values that a change may send. `null` removes an optional field. */
  sent: Sent;
  /** Schema of the values that a new slide may send: `sent`, with a default or optional. */
  created: Created;
  /** Schema of the values in answers. */
  answer: Answered;
  /** Schema of the values in items and snapshots. Optional for a field that is younger than the first stored slides. */
  stored: Stored;
  /** Converts a sent value to the stored form; undefined: the field is absent. */
  keep(sent: z.output<Sent> | z.output<Created>): z.output<Stored>;
  /** Converts a stored value to its form in answers. */
  show(stored: z.output<Stored>): z.output<Answered>;
  /** True if the picture of the slide depends on it. `DrawableSlide` has the fields that are drawn, and no others. */
  isDrawn: Drawn;
  /** Value that is drawn when an image shows the whole slide; absent: the stored value. */
  underWholeImage?(): z.output<Stored>;
  /** The texts in it that may name variables; empty: none. */
  texts: VariableTextRulesWithPaths;
  /** True if it is shown instead of the points. A slide has at most one such field (`code`, `table`, `chart`, `items`). */
  isHeld?: true;
  /** True if decks of other programs may bring it. `DeckSlideContent` has these fields. */
  isImported: Imported;
  /** Value that remains when a change sends other points without this field; absent: the value stays. */
  withOtherPoints?(stored: z.output<Stored>, points: readonly string[]): z.output<Stored>;
  /** Finds faults of its value in a slide with these points. `sent`: the value in the request; undefined: the request has none. */
  faults?(
    stored: z.output<Stored>,
    slide: { points: readonly string[]; sent: z.output<Sent> | z.output<Created> | undefined },
  ): SlideContentFault[];
  /** Descriptions and examples for the document of the API, of the field and of fields within it, where the schemas have none. */
  words: FieldDescriptionsByName;
  /** Its name in the console. */
  label: string;
  /** True if the tools of agents list it among the fields that change a slide. They also accept fields that they do not list. */
  isListedForAgents: boolean;
  /** Shorter descriptions for the tools of agents, of the field and of fields within it, by name; absent: those of the schemas. */
  shortWords?: Readonly<Record<string, string>>;
}

/** Defines a field of a slide. The paths of its texts are checked against its stored form. */
export const defineSlideField = <
  Sent extends z.ZodType,
  Created extends z.ZodType,
  Answered extends z.ZodType,
  Stored extends z.ZodType,
  const Drawn extends boolean,
  const Imported extends boolean,
>(
  field: SlideFieldDefinition<Sent, Created, Answered, Stored, Drawn, Imported> & {
    texts: VariableTextRulesWithPaths<VariableTextPath<NonNullable<z.output<Stored>>>>;
  },
): SlideFieldDefinition<Sent, Created, Answered, Stored, Drawn, Imported> => field;
