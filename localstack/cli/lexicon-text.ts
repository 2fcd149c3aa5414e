import { z } from 'zod';
import { lexiconField } from '../../lib/speech/script/lexicon-field.ts';

/** How words are said, as decks write it: `SQL = sequel; nginx = engine x`. */
export const lexiconText = z
  .string()
  .transform((text, context) =>
    text
      .split(';')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => {
        const [word = '', say, ...more] = entry.split('=').map((side) => side.trim());
        if (word !== '' && say !== undefined && more.length === 0) return { word, say };
        context.addIssue({ code: 'custom', message: `"word = how it is said", parted by ";"; not "${entry.trim()}"` });
        return z.NEVER;
      }),
  )
  .pipe(lexiconField);
