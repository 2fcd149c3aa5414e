const [OPEN, CLOSE] = ['<!--', '-->'];

/** The texts of the comments in a text, in linear time. */
export function commentsIn(text: string): string[] {
  const comments: string[] = [];
  for (let at = text.indexOf(OPEN); at >= 0; at = text.indexOf(OPEN, at)) {
    const end = text.indexOf(CLOSE, at + 2);
    if (end < 0) break;
    comments.push(text.slice(at + OPEN.length, Math.max(end, at + OPEN.length)));
    at = end + CLOSE.length;
  }
  return comments;
}

/** Meaning of a comment of a slide, in the ways of all programs. `other` is a note, directives, or a remark. */
type CommentMeaning =
  | { kind: 'settings'; pairs: string }
  /** Spoken, in decks that are narrated by such comments. */
  | { kind: 'say'; text: string; options: string | undefined }
  | { kind: 'skip' }
  /** The slide is shown without a word; seconds as they are written. */
  | { kind: 'silence'; seconds: string | undefined }
  | { kind: 'slot'; name: string }
  /** Attributes of the slide, or of the element before, of reveal.js. */
  | { kind: 'attributes'; of: 'slide' | 'element'; text: string }
  | { kind: 'nothing' }
  | { kind: 'other'; text: string };

const SETTINGS = /^\s*slide\s*:(.*)$/is;
const SAY = /^\s*say\s*(?:\(([^)]*)\)\s*)?:(.*)$/is;
const SKIP = /^\s*skip\s*$/i;
const SILENCE = /^\s*(?:nonarration|silent)\s*(?:\(([^)]*)\)\s*)?$/i;
const SLOT = /^slot:(.*)$/is;
/** Comments that other programs read. */
const FOREIGN =
  /^\s*(?:markdownlint|prettier|eslint|cspell|spell|textlint|vale|lint|omit in toc|fit\b|#region|#endregion|more\s*$|toc\s*$)/i;
const ATTRIBUTES = /^\s*\.(slide|element)\s*:(.*)$/is;
const RULE = /^---(?!-)/;

/** Reports whether a comment has slides that were taken out of the deck: it starts or ends with the line between two slides. */
function isTakenOut(comment: string): boolean {
  const lines = comment.trim().split('\n');
  return lines.length > 1 && (RULE.test(lines[0] ?? '') || RULE.test(lines.at(-1)?.trim() ?? ''));
}

/** Reads the text of a comment. */
export function readComment(comment: string): CommentMeaning {
  const [, slot] = SLOT.exec(comment) ?? [];
  if (slot !== undefined) return { kind: 'slot', name: slot };
  // Marp takes any number of dashes around a comment.
  const text = isTakenOut(comment) ? '' : comment.replace(/^-+/, '').replace(/(?<!-)-+$/, '');
  if (text.trim() === '' || FOREIGN.test(text)) return { kind: 'nothing' };
  const [, of, attributes] = ATTRIBUTES.exec(text) ?? [];
  if (attributes !== undefined)
    return { kind: 'attributes', of: of?.toLowerCase() === 'slide' ? 'slide' : 'element', text: attributes };
  const [, pairs] = SETTINGS.exec(text) ?? [];
  if (pairs !== undefined) return { kind: 'settings', pairs };
  const [, options, words] = SAY.exec(text) ?? [];
  if (words !== undefined) return { kind: 'say', text: words.replace(/\s+/g, ' ').trim(), options };
  if (SKIP.test(text)) return { kind: 'skip' };
  const silence = SILENCE.exec(text);
  return silence ? { kind: 'silence', seconds: silence[1]?.trim() || undefined } : { kind: 'other', text };
}

/** Reports whether a deck is narrated by `say:`; its other comments are remarks then. @param text without code */
export const speaksBySay = (text: string): boolean =>
  commentsIn(text).some((comment) => readComment(comment).kind === 'say');
