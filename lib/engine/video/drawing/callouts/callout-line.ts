import { CALLOUT_KINDS, CALLOUT_LIMITS, CALLOUT_MOMENT_LIMITS, type RelativePictureArea } from './callout.ts';

/** A moment of a slide; one of the properties is set. */
export interface WrittenCalloutMoment {
  /** From the start of the slide. */
  seconds?: number;
  /** Number of a `[[show]]` mark of the notes, from 1. */
  show?: number;
  /** Number of a spoken sentence, from 1. */
  sentence?: number;
}

/** A callout as people write it. */
export interface WrittenCallout {
  kind: (typeof CALLOUT_KINDS)[number];
  area: RelativePictureArea;
  at?: WrittenCalloutMoment;
  until?: WrittenCalloutMoment;
  text?: string;
  color?: string;
}

/** The syntax of the line of a callout, as texts for people describe it. */
export const CALLOUT_LINE_SYNTAX =
  'kind left top width height from 3.5 to show 2 #1e7f5c "label", with the area in percent of the picture and all after it optional';

/** A line of the form: the kind, four numbers, then optional parts in any order. */
const LINE_PATTERN = /^(?<kind>[a-z]+)\s+(?<area>(?:\d+(?:\.\d+)?(?:\s+|$)){4})(?<rest>.*)$/u;
/** One of the parts after the area. */
const PART_PATTERN =
  /^(?:(?<edge>from|to)\s+(?:(?<named>show|sentence)\s+(?<count>\d+)|(?<seconds>\d+(?:\.\d+)?))|(?<color>#[\da-fA-F]{6})|"(?<text>(?:[^"\\]|\\.)*)")(?:\s+|$)/u;
/** The longest line that is read: longer ones have more than a label may have. */
const MAX_LINE_CHARACTERS = 400;

/** The moment that a part names; undefined if its number is out of range. */
function momentOf({ named, count, seconds }: Record<string, string | undefined>): WrittenCalloutMoment | undefined {
  const ordinal = Number(count);
  const isOrdinalInRange = ordinal >= 1 && ordinal <= CALLOUT_MOMENT_LIMITS.counted;
  if (named === 'show') return isOrdinalInRange ? { show: ordinal } : undefined;
  if (named === 'sentence') return isOrdinalInRange ? { sentence: ordinal } : undefined;
  return Number(seconds) <= CALLOUT_MOMENT_LIMITS.seconds ? { seconds: Number(seconds) } : undefined;
}

/** The callout with one more part of its line; undefined for a part that no callout may have. */
function withPart(callout: WrittenCallout, groups: Record<string, string | undefined>): WrittenCallout | undefined {
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
export function parseCalloutLine(line: string): WrittenCallout | undefined {
  if (line.length > MAX_LINE_CHARACTERS) return undefined;
  const { kind, area: areaText = '', rest: textAfterArea = '' } = LINE_PATTERN.exec(line.trim())?.groups ?? {};
  const knownKind = CALLOUT_KINDS.find((name) => name === kind);
  const area = areaOf(areaText);
  let callout: WrittenCallout | undefined = knownKind && area ? { kind: knownKind, area } : undefined;
  for (let remainingText = textAfterArea; remainingText !== '' && callout; ) {
    const part = PART_PATTERN.exec(remainingText);
    if (!part) return undefined;
    callout = withPart(callout, part.groups ?? {});
    remainingText = remainingText.slice(part[0].length);
  }
  return callout;
}
