import { z } from 'zod';
import { textSchema } from '#kernel/contract/text.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';

/** Form of the name of a variable, which texts contain as `{{first_name}}`. */
export const VARIABLE_NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
const NAME_RULE = 'A name is a lower-case letter and up to 39 lower-case letters, digits and _.';

/** The maximum number of variables of a timeline. */
const MAX_VARIABLES = 50;
/** The maximum length of a value, in characters. */
const MAX_VALUE_CHARACTERS = 1000;

/** Schema of the name of a variable. */
export const variableNameSchema = z.string().regex(VARIABLE_NAME_PATTERN, NAME_RULE);

/** Values of variables, by name; null: no value. */
const valuesSchema = z
  .record(variableNameSchema, textSchema(0, MAX_VALUE_CHARACTERS).nullable())
  .refine((pairs) => Object.keys(pairs).length <= MAX_VARIABLES, `At most ${MAX_VARIABLES} variables.`)
  .meta({ maxProperties: MAX_VARIABLES });

/** The variables that a timeline declares, with their defaults. */
export const variableDefaultsSchema = valuesSchema.describe(
  'The variables of the timeline with their defaults. Null: each render must give the value. `{{name}}` in a text is replaced by the value; `\\{{` writes the braces themselves. A name that is not declared here is ordinary text.',
);

/** Schema of the values of the variables of a timeline in a request, such as that for a render. */
export const variableValuesSchema = valuesSchema.describe(
  'Values for the variables that the timeline declares. An absent or null value takes the default.',
);

/** The values of a preview: the same object as JSON in the query. */
export const variablesQuerySchema = z
  .string()
  .transform((json, context): unknown => {
    const value = parseJsonIfValid(z.unknown(), json);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: 'Must be a JSON object: {"name": "Ada"}, percent-encoded.' });
    return z.NEVER;
  })
  .pipe(valuesSchema)
  .optional()
  .describe(
    'Values for the variables that the timeline declares, as a JSON object. A variable without value and default is shown as its name in braces.',
  );
