import { CALLOUT_KINDS, CALLOUT_LIMITS } from '#engine/video/drawing/callouts/callout.ts';
import {
  CALLOUT_LINE_SYNTAX,
  parseCalloutLine,
  type WrittenCallout,
} from '#engine/video/drawing/callouts/callout-line.ts';
import type { Schemas } from '#front/client/client.ts';

type Callout = Schemas['Callout'];

/** A fraction as a percentage with at most one decimal, without a sign: 0.125 becomes `12.5`. */
const percentText = (fraction: number): string => String(Math.round(fraction * 1000) / 10);

const momentText = ({ seconds, show, sentence }: NonNullable<Callout['at']>): string =>
  show !== null ? `show ${String(show)}` : sentence !== null ? `sentence ${String(sentence)}` : String(seconds ?? 0);

/** Callouts as lines of text, one for each. */
export const formatCalloutLines = (callouts: readonly Callout[] | null): string =>
  (callouts ?? [])
    .map(({ kind, area: { x, y, width, height }, at, until, text, color }) =>
      [
        kind,
        ...[x, y, width, height].map(percentText),
        ...(at ? [`from ${momentText(at)}`] : []),
        ...(until ? [`to ${momentText(until)}`] : []),
        ...(color === null ? [] : [color]),
        ...(text === null ? [] : [`"${text.replace(/["\\]/gu, '\\$&')}"`]),
      ].join(' '),
    )
    .join('\n');

/** The callouts of lines of text, null for none; or the reason, for the user, why they cannot be saved. */
export function parseCalloutFormLines(text: string): { callouts: WrittenCallout[] | null } | { fault: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > CALLOUT_LIMITS.callouts)
    return { fault: `A slide has at most ${String(CALLOUT_LIMITS.callouts)} callouts. Remove some lines.` };
  const callouts = lines.map(parseCalloutLine);
  const malformedIndex = callouts.indexOf(undefined);
  if (malformedIndex >= 0)
    return {
      fault: `Line ${String(malformedIndex + 1)} is not a callout. Write: ${CALLOUT_LINE_SYNTAX}. Kinds: ${CALLOUT_KINDS.join(', ')}.`,
    };
  const parsedCallouts = callouts.flatMap((callout) => callout ?? []);
  return { callouts: parsedCallouts.length > 0 ? parsedCallouts : null };
}
