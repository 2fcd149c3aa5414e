/** A turn of phrase that makes a reader stop, and what to write in its place. */
export interface Riddle {
  pattern: RegExp;
  /** Why it is refused, and what to write. */
  reason: string;
}

/** Start of a sentence. */
const START = String.raw`(?:^\s*|[.;:!?]\s+)`;

/**
 * The phrases that comments, messages and documents do not use. A pattern is here because it came again and again, and
 * because it has few honest uses. A line that is right and still matches is a reason to make its pattern narrower.
 */
export const RIDDLES: readonly Riddle[] = [
  {
    pattern: /\bso (?:long|often|many|much|few|little)\b(?! as\b)(?![^.;:!?]{0,80}\bthat\b)/i,
    reason: 'An amount without a number. Name the number or its unit: "for at most N seconds", "the number of tries".',
  },
  {
    pattern: /\bas (?:long|often|many|much|few|little|far|large|small|short) as (?:may|can) be\b/i,
    reason: 'Say which limit applies: "at most N", "the longest that fits".',
  },
  {
    pattern: /\bas (?:many|few|often) as (?:may|can|it|they|there)\b/i,
    reason: 'Say how many: "all of them", "one for each frame", "at most N".',
  },
  {
    pattern: /\b(?:is|are|was|be|as) no (?:fault|failure|error)\b/i,
    reason: 'A denial in place of what happens. Say what the code does: "is ignored", "is not an error".',
  },
  { pattern: /\bnobody\b/i, reason: 'Name what does not act: "no worker", "no caller", "nothing".' },
  { pattern: /\bwhoever\b/i, reason: 'Name who or what acts: "the worker that", "the caller".' },
  {
    pattern: new RegExp(
      String.raw`${START}(?:Was|Were|Is|Are|Has|Have|Had|Does|Did|Should|Can)\b[^.?!;:]{3,150}, (?:then\b|it\b|that\b|this\b|they\b|the\b|there\b|nothing\b)`,
    ),
    reason: 'An inverted condition. Begin with "If" or "When".',
  },
  { pattern: /, then it is\b/i, reason: 'Put the subject first: "It is … when …".' },
  {
    pattern: new RegExp(String.raw`${START}Of (?!course\b)`),
    reason: 'A fronted object or half a sentence. Put the subject first: "Two of the tests run at a time".',
  },
  {
    pattern: /\b(?!and\b|or\b|is\b|are\b)[a-z]+ no more(?=[.,;:)]|$)/,
    reason: 'Write "no longer", or say what is ignored from now on.',
  },
  {
    pattern: /\bwhat(?:ever)? (?:came|comes|becomes|became) of\b|\bthat (?:came|come|comes) of\b/i,
    reason: 'Write "the result of", "the state of".',
  },
  { pattern: /\bwhat of (?:a|an|the|it|its|what|each|them)\b/i, reason: 'Write "the part of … that".' },
  { pattern: /\bbe had\b/i, reason: 'Write "is available", "can be fetched".' },
  { pattern: /\banew\b/i, reason: 'Write "again".' },
  { pattern: /\bsees? to (?!it\b)/i, reason: 'Write "handles", or the verb for what is done.' },
  { pattern: /, for that (?:a|it|the|they)\b/i, reason: 'Write "because".' },
  { pattern: /(?<!-)\bbut for\b/i, reason: 'Write "except", or "without" for a condition.' },
  { pattern: /\bhad better\b/i, reason: 'Write "should".' },
  {
    pattern: /\bfrom which on\b/i,
    reason: 'Write "from which", or name the least or the most: "the smallest share that …".',
  },
  {
    pattern:
      /(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b|other\b|sooner\b|fault\b|failure\b|error\b|better\b|different\b|\w+er\b)[a-z]/,
    reason: 'Write "is not a …", "is not part of", "are not …".',
  },
  {
    pattern: /(?:: (?:it|they) (?:is|are)|\bthat (?:is|are)) none\b(?! of\b)/i,
    reason: 'Write "is not one", or what it is instead: "undefined for any other text".',
  },
  {
    pattern: /\b(?:frames|samples|bits|requests) a second\b(?! apart)/i,
    reason: 'A unit. Write "per second".',
  },
  {
    pattern: /\bnot (?:be )?taken over\b/i,
    reason: 'Say what happened: "was left out", "was not used", "was not imported".',
  },
  {
    pattern: /\b(?:a|each|every|one|of) stand\b(?!-)/i,
    reason: 'A stretch of video that does not move is a hold.',
  },
];

/** A riddle in a text. */
export interface FoundRiddle {
  /** Where it starts in the text. */
  offset: number;
  /** The words that match. */
  words: string;
  reason: string;
}

/** The first occurrence of each riddle in a text. */
export function findRiddles(text: string): FoundRiddle[] {
  return RIDDLES.flatMap(({ pattern, reason }) => {
    const match = pattern.exec(text);
    return match ? [{ offset: match.index, words: match[0].replace(/^[.;:!?]\s+/, '').slice(0, 60), reason }] : [];
  });
}
