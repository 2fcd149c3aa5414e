import { CALLOUT_KINDS, CALLOUT_LIMITS, CALLOUT_MOMENT_LIMITS, type RelativePictureArea } from './callout.ts';

/** A moment of a slide, by one of its properties. */
export interface CalloutMomentText {
  /** From the start of the slide. */
  seconds?: number;
  /** Number of a `[[show]]` mark of the notes, from 1. */
  show?: number;
  /** Number of a spoken sentence, from 1. */
  sentence?: number;
}

/** A callout as people write it. */
export interface CalloutText {
  kind: (typeof CALLOUT_KINDS)[number];
  area: RelativePictureArea;
  at?: CalloutMomentText;
  until?: CalloutMomentText;
  text?: string;
  color?: string;
}

/** The form of a line, for hints and for faults. */
export const CALLOUT_LINE_SYNTAX =
  'kind left top width height from 3.5 to show 2 #1e7f5c "label", with the area in percent of the picture and all after it optional';

/** A line of the form: the kind, four numbers, then optional parts in any order. */
const LINE = /^(?<kind>[a-z]+)\s+(?<area>(?:\d+(?:\.\d+)?(?:\s+|$)){4})(?<rest>.*)$/u;
/** One of the parts after the area. */
const PART =
  /^(?:(?<edge>from|to)\s+(?:(?<named>show|sentence)\s+(?<count>\d+)|(?<seconds>\d+(?:\.\d+)?))|(?<color>#[\da-fA-F]{6})|"(?<text>(?:[^"\\]|\\.)*)")(?:\s+|$)/u;
/** The longest line that is read: longer ones have more than a label may have. */
const MAX_CHARACTERS = 400;

function momentOf({ named, count, seconds }: Record<string, string | undefined>): CalloutMomentText | undefined {
  const number = Number(count);
  const isCounted = number >= 1 && number <= CALLOUT_MOMENT_LIMITS.counted;
  if (named === 'show') return isCounted ? { show: number } : undefined;
  if (named === 'sentence') return isCounted ? { sentence: number } : undefined;
  return Number(seconds) <= CALLOUT_MOMENT_LIMITS.seconds ? { seconds: Number(seconds) } : undefined;
}

/** The callout with one more part of its line; undefined for a part that no callout may have. */
function withPart(callout: CalloutText, groups: Record<string, string | undefined>): CalloutText | undefined {
  const { edge, color, text } = groups;
  if (edge !== undefined) {
    const moment = momentOf(groups);
    return moment && { ...callout, [edge === 'from' ? 'at' : 'until']: moment };
  }
  if (color !== undefined) return { ...callout, color: color.toLowerCase() };
  const label = (text ?? '').trim().replace(/\\(.)/gu, '$1');
  if (label.length > CALLOUT_LIMITS.text) return undefined;
  return label === '' ? callout : { ...callout, text: label };
}

/** The area of four percentages; undefined if they are not percentages. */
function areaOf(text: string): RelativePictureArea | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = text
    .trim()
    .split(/\s+/u)
    .map((each) => Math.round(Number(each) * 10) / 1000);
  const isArea = [x, y, width, height].every((part) => part >= 0 && part <= 1) && width > 0 && height > 0;
  return isArea ? { x, y, width, height } : undefined;
}

/** Reads a callout of one line (`CALLOUT_LINE_SYNTAX`); undefined for a line in another form. The time is linear in its length. */
export function readCalloutLine(line: string): CalloutText | undefined {
  if (line.length > MAX_CHARACTERS) return undefined;
  const { kind, area: numbers = '', rest = '' } = LINE.exec(line.trim())?.groups ?? {};
  const known = CALLOUT_KINDS.find((one) => one === kind);
  const area = areaOf(numbers);
  let callout: CalloutText | undefined = known && area ? { kind: known, area } : undefined;
  for (let left = rest; left !== '' && callout; ) {
    const part = PART.exec(left);
    if (!part) return undefined;
    callout = withPart(callout, part.groups ?? {});
    left = left.slice(part[0].length);
  }
  return callout;
}
