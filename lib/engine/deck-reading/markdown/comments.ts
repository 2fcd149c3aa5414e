const [COMMENT_START, COMMENT_END] = ['<!--', '-->'];

/** The texts between `<!--` and `-->` in a text. The time is linear in its length. */
export function htmlCommentTextsIn(text: string): string[] {
  const comments: string[] = [];
  for (let offset = text.indexOf(COMMENT_START); offset >= 0; offset = text.indexOf(COMMENT_START, offset)) {
    // The dashes of the start may be those of the end: `<!-->` is an empty comment.
    const end = text.indexOf(COMMENT_END, offset + '<!'.length);
    if (end < 0) break;
    const contentStart = offset + COMMENT_START.length;
    comments.push(text.slice(contentStart, Math.max(end, contentStart)));
    offset = end + COMMENT_END.length;
  }
  return comments;
}

/** The meaning of a comment of a slide, in the conventions of all supported programs. */
type CommentMeaning =
  /** Settings of the slide, as written: `name=value …`. */
  | { kind: 'settings'; pairs: string }
  /** A callout over the slide, as written. */
  | { kind: 'callout'; line: string }
  /** A text to speak. A deck with such a comment has no other notes. */
  | { kind: 'say'; text: string; options: string | undefined }
  /** The slide is left out. */
  | { kind: 'skip' }
  /** The slide has no narration. Its length in seconds, as written; undefined: the default. */
  | { kind: 'silence'; seconds: string | undefined }
  /** A slot of Slidev, which `rewriteSlidevSyntax` wrote as a comment. */
  | { kind: 'slot'; name: string }
  /** Attributes of reveal.js, for the slide or for the element before the comment. */
  | { kind: 'attributes'; target: 'slide' | 'element'; text: string }
  /** An empty comment, or one for another program. */
  | { kind: 'nothing' }
  /** A note, directives of Marp, or a remark, depending on the dialect. */
  | { kind: 'other'; text: string };

const SETTINGS = /^\s*slide\s*:(.*)$/is;
const CALLOUT = /^\s*callout\s*:(.*)$/is;
const SAY = /^\s*say\s*(?:\(([^)]*)\)\s*)?:(.*)$/is;
const SKIP = /^\s*skip\s*$/i;
const SILENCE = /^\s*(?:nonarration|silent)\s*(?:\(([^)]*)\)\s*)?$/i;
const SLOT = /^slot:(.*)$/is;
/** Comments for programs that do not show slides, such as linters. */
const FOREIGN_COMMENT =
  /^\s*(?:markdownlint|prettier|eslint|cspell|spell|textlint|vale|lint|omit in toc|fit\b|#region|#endregion|more\s*$|toc\s*$)/i;
const ATTRIBUTES = /^\s*\.(slide|element)\s*:(.*)$/is;
/** The start of a line between two slides. */
const SLIDE_SEPARATOR = /^---(?!-)/;

/** Reports whether a comment contains slides that the author commented out: it starts or ends with a line between slides. */
function hasCommentedOutSlides(comment: string): boolean {
  const lines = comment.trim().split('\n');
  return lines.length > 1 && (SLIDE_SEPARATOR.test(lines[0] ?? '') || SLIDE_SEPARATOR.test(lines.at(-1)?.trim() ?? ''));
}

/** Reads the text of a comment, without `<!--` and `-->`. */
export function parseMarkdownCommentMeaning(comment: string): CommentMeaning {
  const [, slot] = SLOT.exec(comment) ?? [];
  if (slot !== undefined) return { kind: 'slot', name: slot };
  // Marp accepts any number of dashes around a comment.
  const text = hasCommentedOutSlides(comment) ? '' : comment.replace(/^-+/, '').replace(/(?<!-)-+$/, '');
  if (text.trim() === '' || FOREIGN_COMMENT.test(text)) return { kind: 'nothing' };
  const [, target, attributes] = ATTRIBUTES.exec(text) ?? [];
  if (attributes !== undefined)
    return { kind: 'attributes', target: target?.toLowerCase() === 'slide' ? 'slide' : 'element', text: attributes };
  const [, pairs] = SETTINGS.exec(text) ?? [];
  if (pairs !== undefined) return { kind: 'settings', pairs };
  const [, callout] = CALLOUT.exec(text) ?? [];
  if (callout !== undefined) return { kind: 'callout', line: callout.replace(/\s+/g, ' ').trim() };
  const [, options, words] = SAY.exec(text) ?? [];
  if (words !== undefined) return { kind: 'say', text: words.replace(/\s+/g, ' ').trim(), options };
  if (SKIP.test(text)) return { kind: 'skip' };
  const silence = SILENCE.exec(text);
  return silence ? { kind: 'silence', seconds: silence[1]?.trim() || undefined } : { kind: 'other', text };
}

/** Reports whether a deck has comments `say: …`. If so, its other comments are remarks. @param text the deck without code */
export const hasSayComments = (text: string): boolean =>
  htmlCommentTextsIn(text).some((comment) => parseMarkdownCommentMeaning(comment).kind === 'say');
