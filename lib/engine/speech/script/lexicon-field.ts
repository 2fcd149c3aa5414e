import { z } from 'zod';
import { textSchema } from '#kernel/contract/text.ts';
import { hasLetterOrDigit } from '../sentences.ts';
import { describeIpaFault, MAX_IPA_CHARACTERS, toCanonicalIpa } from './ipa.ts';
import { foldLexiconWord } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';

const MAX_ENTRIES = 200;
/** Maximum size of a lexicon as JSON: a timeline is one item of at most 400 KB, and lists read a page of timelines. */
const MAX_LEXICON_BYTES = 32_768;

/** Schema of a lexicon, the pronunciations that an author sets: up to 200 entries, no word twice, at most 32 KB in all. */
export const lexiconFieldSchema = z
  .array(
    z
      .strictObject({
        word: textSchema(1, 100).refine((word) => word.trim() !== '', 'Use a word, such as a name or an abbreviation.'),
        say: textSchema(1, 200).refine(hasLetterOrDigit, 'Use words that a voice can speak.'),
        ipa: textSchema(1, MAX_IPA_CHARACTERS)
          .check(({ value, issues }) => {
            const fault = describeIpaFault(value);
            if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value });
          })
          .optional(),
      })
      .meta({ id: 'PronunciationInput' }),
  )
  .max(MAX_ENTRIES)
  .check(({ value: entries, issues }) => {
    const seenWords = new Set<string>();
    entries.forEach(({ word }, index) => {
      const foldedWord = foldLexiconWord(word);
      if (seenWords.has(foldedWord))
        issues.push({
          code: 'custom',
          message: 'This word is listed twice. Send one entry for it.',
          path: [index, 'word'],
          input: word,
        });
      seenWords.add(foldedWord);
    });
    if (Buffer.byteLength(JSON.stringify(entries)) > MAX_LEXICON_BYTES)
      issues.push({ code: 'custom', message: `At most ${MAX_LEXICON_BYTES} bytes in all.`, input: entries });
  })
  .describe(
    'Pronunciations. Whole words match, case-insensitively, longest first, in notes and `text`, except within `say-as` and `sub`. Captions keep the original spelling.',
  );

/** Converts the entries of a request to pronunciations, with their IPA in the canonical form. */
export const toPronunciations = (entries: z.output<typeof lexiconFieldSchema>): Pronunciation[] =>
  entries.map(({ word, say, ipa }) => ({ word, say, ...(ipa === undefined ? {} : { ipa: toCanonicalIpa(ipa) }) }));
