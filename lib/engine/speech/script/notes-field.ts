import type { z } from 'zod';
import { textSchema } from '#kernel/contract/text.ts';
import { describeSpeechMarkupFault } from './read-markup.ts';

/**
 * The schema of a spoken text with `min` to `max` characters: plain text, or SSML, which is checked. The markup is not checked when the
 * text has another fault, such as its length.
 */
export const notesFieldSchema = (min: number, max: number): z.ZodString =>
  textSchema(min, max)
    .check((context) => {
      const fault = context.issues.length === 0 ? describeSpeechMarkupFault(context.value) : undefined;
      if (fault !== undefined) context.issues.push({ code: 'custom', message: fault, input: context.value });
    })
    .describe(
      'Plain text, whose Markdown and HTML are not spoken; or SSML, if it starts with `<speak>`: `p`, `s`, `break`, `emphasis`, `say-as`, `sub`, `phoneme` and `voice`.',
    );
