import type { z } from 'zod';
import { text } from '../../contract/text.ts';
import { markupFault } from './read-markup.ts';

/**
 * A text to be said, of `least` to `most` characters: plain, or SSML that is checked. Of a text that has another fault
 * (such as its length) the markup is not looked at.
 */
export const notesField = (least: number, most: number): z.ZodString =>
  text(least, most)
    .check((context) => {
      const fault = context.issues.length === 0 ? markupFault(context.value) : undefined;
      if (fault !== undefined) context.issues.push({ code: 'custom', message: fault, input: context.value });
    })
    .describe(
      'Plain text, in which Markdown and HTML around words are left out; or SSML, when it begins with `<speak>`: `p`, `s`, `break`, `emphasis`, `say-as` and `sub`.',
    );
