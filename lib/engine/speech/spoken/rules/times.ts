import type { SpokenLanguage, TimeParts } from '../spoken-language.ts';
import { endsSentence, NUMBER_START, type RulesOf, START } from '../spoken-rule.ts';

const halfOf = (half: string | undefined): TimeParts['half'] =>
  half === undefined ? undefined : half.toLowerCase().startsWith('a') ? 'AM' : 'PM';

/** A time of groups that matched; undefined if there is no such time. */
export function timeOf({
  hour,
  minute,
  second,
  half,
}: Readonly<Record<string, string | undefined>>): TimeParts | undefined {
  const parts = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: second === undefined ? undefined : Number(second),
    half: halfOf(half),
  };
  const isTime = parts.hour <= (parts.half ? 12 : 24) && parts.minute < 60 && (parts.second ?? 0) < 60;
  return isTime ? parts : undefined;
}

/** Before and after "16:10" that is the shape of a picture. */
const SHAPE =
  /^\s?(?:aspect|ratio|format|display|screen|bild|video|image|formato|schermo|pantalla|tela|écran|verhouding)/iu;
/** Halves of the day after a time. */
const HALF = '(?:[AaPp]\\.\\s?[Mm]\\.|[AP]M(?![\\p{L}\\p{N}])|pm(?![\\p{L}\\p{N}]))';
const PLAIN_HALF = '[AaPp]\\.?[Mm](?:\\.|(?![\\p{L}\\p{N}]))';
const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?';

/** Times of day. "16:9" is none, as its minutes have two figures. */
export const timeRules: RulesOf = ({ times, afterTime, hasPlainAm }) => {
  const anyHalf = hasPlainAm ? PLAIN_HALF : HALF;
  const say = (
    {
      groups,
      before,
      after,
      text,
    }: { groups: Readonly<Record<string, string | undefined>>; before: string; after: string; text: string },
    language: SpokenLanguage,
  ): string | undefined => {
    const time = timeOf(groups);
    if (!time || SHAPE.test(after)) return undefined;
    const until =
      groups.until === undefined
        ? undefined
        : timeOf({ hour: groups.until, minute: groups.untilMinute, half: groups.untilHalf });
    if (groups.until !== undefined && !until) return undefined;
    const words = language.time(time, before) + (until ? ` ${language.words.to} ${language.time(until, '')}` : '');
    return words + (text.endsWith('.') && endsSentence(after) ? '.' : '');
  };
  const range = `(?: ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2}))?`;
  return [
    {
      pattern: new RegExp(
        `${NUMBER_START}${TIME} ?(?<half>${anyHalf})(?: ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2}) ?(?<untilHalf>${anyHalf}))?`,
        'gu',
      ),
      say,
    },
    {
      pattern: new RegExp(`${NUMBER_START}${TIME}${range}(?:${afterTime})?(?![\\p{L}\\p{N}_]|[:.,/]\\p{N})`, 'gu'),
      say,
    },
    ...times.map((time) => ({
      pattern: new RegExp(`${START}(?<![.,:]|[$€£/-])${time}(?![\\p{L}\\p{N}_]|[:.,/]\\p{N})`, 'gu'),
      say,
    })),
  ];
};
