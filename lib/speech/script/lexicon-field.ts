import { z } from 'zod';
import { text } from '../../contract/text.ts';
import { hasWords } from '../sentences.ts';
import { foldedWord } from './lexicon.ts';

const ENTRIES = 200;
// A timeline is one item of at most 400 KB, and a page of them is read at once.
const LEXICON_BYTES = 32_768;

/** How words of the author's own are said: up to 200, no word twice, together at most 32 KB. */
export const lexiconField = z
  .array(
    z
      .strictObject({
        word: text(1, 100).refine((word) => word.trim() !== '', 'A word.'),
        say: text(1, 200).refine(hasWords, 'Words that a voice can say.'),
      })
      .meta({ id: 'PronunciationInput' }),
  )
  .max(ENTRIES)
  .check(({ value: entries, issues }) => {
    const known = new Set<string>();
    entries.forEach(({ word }, index) => {
      const folded = foldedWord(word);
      if (known.has(folded))
        issues.push({ code: 'custom', message: 'This word is there already.', path: [index, 'word'], input: word });
      known.add(folded);
    });
    if (Buffer.byteLength(JSON.stringify(entries)) > LEXICON_BYTES)
      issues.push({ code: 'custom', message: `At most ${LEXICON_BYTES} bytes in all.`, input: entries });
  })
  .describe(
    'How words are said: whole words in any case, the longest first, in notes and in the `text` of narration; captions keep the spelling. It is not applied within `say-as` and `sub`.',
  );
