import type { z } from 'zod';
import type { FieldDescriptionsByName } from '#kernel/contract/field-description.ts';
import type { VariableTextPath, VariableTextRulesWithPaths } from '../field-texts.ts';

/**
 * Definition of a setting of a timeline. Each setting states all required properties, even if the value is empty or false.
 */
export interface TimelineSettingDefinition<
  Sent extends z.ZodType = z.ZodType,
  Created extends z.ZodType = z.ZodType,
  Answered extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
  InLists extends boolean = boolean,
  Imported extends boolean = boolean,
> {
  /** Schema of the values that a change may send. */
  sent: Sent;
  /** Schema of the values that a new timeline may send: `sent`, with a default or optional. */
  created: Created;
  /** Schema of the values in answers. */
  answer: Answered;
  /** Schema of the values in items and snapshots. Optional for a setting that is younger than the first stored timelines. */
  stored: Stored;
  /** Converts a sent value to the stored form; undefined: the setting is absent. */
  keep(sent: z.output<Sent> | z.output<Created>): z.output<Stored>;
  /** Converts a stored value to its form in answers. */
  show(stored: z.output<Stored>): z.output<Answered>;
  /** True if lists of timelines show it. */
  isInLists: InLists;
  /** True if pictures of slides depend on it. A setting that every slide shows is in `DrawnSettings` (`drawn-slide.ts`). */
  isDrawn: boolean;
  /** The texts in it that may name variables; empty: none. */
  texts: VariableTextRulesWithPaths;
  /** True if decks of other programs may bring it. `DeckSettings` has these settings. */
  isImported: Imported;
  /** Descriptions and examples for the document of the API, of the setting and of fields within it, where the schemas have none. */
  words: FieldDescriptionsByName;
  /** Shorter descriptions for the tools of agents, of the setting and of fields within it, by name; absent: those of the schemas. */
  shortWords?: Readonly<Record<string, string>>;
}

/** Defines a setting of a timeline. The paths of its texts are checked against its stored form. */
export const defineTimelineSetting = <
  Sent extends z.ZodType,
  Created extends z.ZodType,
  Answered extends z.ZodType,
  Stored extends z.ZodType,
  const InLists extends boolean,
  const Imported extends boolean,
>(
  setting: TimelineSettingDefinition<Sent, Created, Answered, Stored, InLists, Imported> & {
    texts: VariableTextRulesWithPaths<VariableTextPath<NonNullable<z.output<Stored>>>>;
  },
): TimelineSettingDefinition<Sent, Created, Answered, Stored, InLists, Imported> => setting;

/** The description of a setting for all schemas of timelines. It is used for names that mean something else in other schemas. */
export const describeSettingInTimelineSchemas = (
  name: string,
  words: FieldDescriptionsByName[string],
): FieldDescriptionsByName =>
  Object.fromEntries(
    ['Timeline', 'TimelineSummary', 'TimelineInput', 'UpdateTimelineBody'].map((place) => [`${place}.${name}`, words]),
  );
