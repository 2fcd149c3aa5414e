/**
 * A mark in notes at which the next part of a slide appears: `[click]`, `[afterclick]` or `[[show]]`; `[click:3]` stands for three. With a
 * backslash before it, or as the text of a link, it is text.
 */
export const REVEAL_MARK_PATTERN =
  /(?<!\\)(?:\[\s*(?:after)?click(?::(?<count>\d{1,3}))?\s*\]|\[\[\s*show\s*\]\])(?!\()/gi;
