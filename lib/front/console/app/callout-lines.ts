import { CALLOUT_KINDS, CALLOUT_LIMITS } from '#engine/video/drawing/callouts/callout.ts';
import type { Schemas } from '#front/client/client.ts';

type Callout = Schemas['Callout'];
type CalloutInput = Schemas['CalloutInput'];
type Moment = NonNullable<CalloutInput['at']>;

/** The form of a line, for its hint and for faults. */
export const CALLOUT_LINE =
  'kind left top width height (in percent of the picture), from 3.5, to show 2, #1e7f5c, "label"';

/** A line of the form: four numbers, then what may follow in any order. */
const LINE = /^(?<kind>[a-z]+)\s+(?<area>(?:[\d.]+\s*){4})(?<rest>.*)$/u;
/** One of the parts after the area. */
const PART =
  /^(?:(?<edge>from|to)\s+(?:(?<named>show|sentence)\s+(?<count>\d+)|(?<seconds>\d+(?:\.\d+)?))|(?<color>#[\da-fA-F]{6})|"(?<text>(?:[^"\\]|\\.)*)")\s*/u;

const percent = (part: number): string => String(Math.round(part * 1000) / 10);

const momentText = ({ seconds, show, sentence }: NonNullable<Callout['at']>): string =>
  show !== null ? `show ${String(show)}` : sentence !== null ? `sentence ${String(sentence)}` : String(seconds ?? 0);

/** Callouts as lines of text, one for each. */
export const writeCalloutLines = (callouts: readonly Callout[] | null): string =>
  (callouts ?? [])
    .map(({ kind, area: { x, y, width, height }, at, until, text, color }) =>
      [
        ...[kind, ...[x, y, width, height].map(percent)],
        ...(at ? [`from ${momentText(at)}`] : []),
        ...(until ? [`to ${momentText(until)}`] : []),
        ...(color === null ? [] : [color]),
        ...(text === null ? [] : [`"${text.replace(/["\\]/gu, '\\$&')}"`]),
      ].join(' '),
    )
    .join('\n');

function readMoment({ named, count, seconds }: Record<string, string | undefined>): Moment {
  if (named === 'show') return { show: Number(count) };
  if (named === 'sentence') return { sentence: Number(count) };
  return { seconds: Number(seconds) };
}

/** A callout of a line; undefined for a line in another form. */
function readLine(line: string): CalloutInput | undefined {
  const { kind, area = '', rest = '' } = LINE.exec(line.trim())?.groups ?? {};
  const known = CALLOUT_KINDS.find((one) => one === kind);
  const numbers = area
    .trim()
    .split(/\s+/u)
    .map((each) => Number(each) / 100);
  const [x, y, width, height] = numbers;
  if (!known || numbers.length !== 4 || !numbers.every((part) => part >= 0 && part <= 1)) return undefined;
  if (x === undefined || y === undefined || !width || !height) return undefined;
  const callout: CalloutInput = { kind: known, area: { x, y, width, height } };
  for (let left = rest; left !== ''; ) {
    const part = PART.exec(left);
    if (!part) return undefined;
    const { edge, color, text } = part.groups ?? {};
    if (edge === 'from') callout.at = readMoment(part.groups ?? {});
    else if (edge === 'to') callout.until = readMoment(part.groups ?? {});
    else if (color !== undefined) callout.color = color.toLowerCase();
    else if (text !== undefined && text.trim() !== '') callout.text = text.trim().replace(/\\(.)/gu, '$1');
    left = left.slice(part[0].length);
  }
  return callout;
}

/** The callouts of lines of text, null for none; or the reason, for the user, why they cannot be saved. */
export function readCalloutLines(text: string): { callouts: CalloutInput[] | null } | { fault: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > CALLOUT_LIMITS.callouts)
    return { fault: `A slide has at most ${String(CALLOUT_LIMITS.callouts)} callouts. Remove some lines.` };
  const callouts: CalloutInput[] = [];
  for (const [index, line] of lines.entries()) {
    const callout = readLine(line);
    if (!callout)
      return {
        fault: `Line ${String(index + 1)} is not a callout. Write: ${CALLOUT_LINE}. Kinds: ${CALLOUT_KINDS.join(', ')}.`,
      };
    callouts.push(callout);
  }
  return { callouts: callouts.length > 0 ? callouts : null };
}
