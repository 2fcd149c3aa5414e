import type { MarkedBreak, MarkedRun } from './marked-text.ts';
import { REVEAL_MARK } from './reveal-mark.ts';
import { MAX_BREAK_SECONDS } from './ssml-tags.ts';

/**
 * Directions in brackets that programs for presentations read in notes (PowerPointLabs, Slidev): they are no words. Other texts in
 * brackets are spoken, and so are links and brackets with a backslash.
 */
const DIRECTION = new RegExp(
  String.raw`(?<!\\)\[(?:pause\s*:\s*(\d{1,3}(?:\.\d{1,3})?)(?:\s*s)?|(?:speed|gender|voice)\s*:\s*[\w-]{1,30})\s*\](?!\()|${REVEAL_MARK.source}`,
  'gi',
);
/** Stands for a direction while markup is removed: a character without a meaning. */
const PLACE = '\ue000';

/**
 * The words of a line without its directions; `[pause: 2]` is a silence of 2 s, at most 10.
 * @param strip removes the markup of a text
 */
export function takeDirections(line: string, strip: (text: string) => string): (MarkedRun | MarkedBreak)[] {
  if (line.includes(PLACE)) return [{ text: strip(line) }];
  const silences: number[] = [];
  const placed = line.replace(DIRECTION, (_, seconds?: string) => {
    silences.push(Math.min(MAX_BREAK_SECONDS, Number(seconds ?? 0)));
    return PLACE;
  });
  return strip(placed)
    .split(PLACE)
    .flatMap((text, at) => {
      const silence = silences[at] ?? 0;
      return silence > 0 ? [{ text }, { break_seconds: silence }] : [{ text }];
    });
}
