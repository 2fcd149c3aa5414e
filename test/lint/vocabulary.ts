/** A word that the documents do not use, and the plain one. */
export interface PlainWord {
  pattern: RegExp;
  plain: string;
}

/** Possessors before "own". */
const OWNERS = String.raw`(?:its|one's|our|your|their|his|her|\w+'s)`;

/** Words that follow a thing that is owned; any other is the thing. */
const AFTER_OWN =
  '(?:that|which|and|or|for|in|of|to|by|is|are|with|on|at|from|so|there|until|as|before|after|while|where|here)';

/**
 * Words with a plain one that the field uses. They are looked for in Markdown, in comments, in the texts of the product and in the
 * names of tests; names in backticks, such as fields, types and files, are left alone.
 */
export const VOCABULARY: readonly PlainWord[] = [
  { pattern: /\bfilm(?:s|ed|ing)?\b/i, plain: 'video; for the stored files of a render: output files' },
  {
    // "The order of its own items" says whose items they are.
    pattern: new RegExp(String.raw`\bof ${OWNERS} own\b(?! (?!${AFTER_OWN}\b)\p{L})|\bour own\b`, 'iu'),
    plain: 'its own …, separate, custom',
  },
  { pattern: /\bbeside\b/i, plain: 'next to, as well as, in addition to' },
  // In capitals it is a word of SQL.
  { pattern: /\b[Bb](?:egin|egins|egan|egun)\b/, plain: 'start, started' },
  { pattern: /\bin place of\b/i, plain: 'instead of' },
  {
    pattern: /\bthat (?:is there|there (?:is|are))\b(?! (?:no|nothing)\b)|\bthere is not\b/i,
    plain: 'existing, available',
  },
  { pattern: /\bholds\b|\bhold (?:for|until)\b/i, plain: 'contains, has; is valid for' },
  { pattern: /\b(?:is|are|was|were|be|been|being|gets?) told\b/i, plain: 'is notified, is reported' },
  { pattern: /\b(?:lies|lay) (?:in|on|at|below|under|within|outside)\b/i, plain: 'is stored in, is' },
  { pattern: /\bgo(?:es)? on\b|\bgoing on\b/i, plain: 'continues' },
  {
    pattern:
      /\b(?:a|an|each|every|first|last|next|second|third|one|this|the|its|three|ten|two|more|of|another|other|earlier|later|fewer|makes?|\d+) (?:try|tries)\b|\btries of\b/i,
    plain: 'attempt',
  },
  { pattern: /\b(?:next|each|every) look\b|\bneeds a look\b/i, plain: 'next check' },
  { pattern: /\bdut(?:y|ies)\b/i, plain: 'sweep' },
  { pattern: /\b(?:read|reads|decoded?s?) apart\b/i, plain: 'isolated' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, plain: 'correct, repair' },
];

/** A word of the list in a text. */
export interface FoundWord {
  /** Where it starts in the text. */
  offset: number;
  words: string;
  plain: string;
}

/** The first occurrence of each word of the list in a text, names in backticks left out. */
export function findWords(text: string): FoundWord[] {
  const prose = text.replace(/`[^`]*`/g, (name) => '_'.repeat(name.length));
  return VOCABULARY.flatMap(({ pattern, plain }) => {
    const match = pattern.exec(prose);
    return match ? [{ offset: match.index, words: match[0], plain }] : [];
  });
}
