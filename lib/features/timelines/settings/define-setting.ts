import type { z } from 'zod';
import type { WordsOfFields } from '#kernel/contract/field-words.ts';
import type { FieldTexts, TextPath } from '../field-texts.ts';

/**
 * Everything that the service knows of a setting of a timeline. What is required here has to be decided for every setting;
 * no text and false are decisions too.
 */
export interface TimelineSetting<
  Sent extends z.ZodType = z.ZodType,
  Created extends z.ZodType = z.ZodType,
  Answered extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
  InLists extends boolean = boolean,
  Imported extends boolean = boolean,
> {
  /** Values that a change may send. */
  sent: Sent;
  /** Values that a new timeline may send: as `sent`, with a default, or optional. */
  created: Created;
  /** Values that answers have. */
  answer: Answered;
  /** Values that items and snapshots have. Optional for a setting that timelines were once stored without. */
  stored: Stored;
  /** The stored form of what was sent; undefined: the setting is absent. */
  keep(sent: z.output<Sent> | z.output<Created>): z.output<Stored>;
  /** The answer for what is stored. */
  show(stored: z.output<Stored>): z.output<Answered>;
  /** True if lists of timelines show it. */
  isInLists: InLists;
  /** True if pictures of slides depend on it. A setting that every slide shows is in `ShownSettings` (`drawn-slide.ts`). */
  isDrawn: boolean;
  /** The texts in it that variables may stand in; empty: none. */
  texts: FieldTexts;
  /** True if decks of other programs may bring it. `DeckSettings` has these settings. */
  isImported: Imported;
  /** Words for the description of the API, also of fields within it, where the schemas say none. */
  words: WordsOfFields;
  /** Shorter descriptions for agents, by name, of it and of fields within it; absent: those of the schemas. */
  shortWords?: Readonly<Record<string, string>>;
}

/** Defines a setting of a timeline. The definition is complete, or it does not compile. */
export const defineSetting = <
  Sent extends z.ZodType,
  Created extends z.ZodType,
  Answered extends z.ZodType,
  Stored extends z.ZodType,
  const InLists extends boolean,
  const Imported extends boolean,
>(
  setting: TimelineSetting<Sent, Created, Answered, Stored, InLists, Imported> & {
    texts: FieldTexts<TextPath<NonNullable<z.output<Stored>>>>;
  },
): TimelineSetting<Sent, Created, Answered, Stored, InLists, Imported> => setting;

/** The same words wherever the setting of a timeline appears; elsewhere its name means something else. */
export const wordsOfTimelines = (name: string, words: WordsOfFields[string]): WordsOfFields =>
  Object.fromEntries(
    ['Timeline', 'TimelineSummary', 'TimelineInput', 'UpdateTimelineBody'].map((place) => [`${place}.${name}`, words]),
  );
