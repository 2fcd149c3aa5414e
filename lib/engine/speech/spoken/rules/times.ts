import type { SpokenLanguageRules, TimeOfDayParts } from '../spoken-language-rules.ts';
import {
  alternativesPattern,
  doesAbbreviationEndSentence,
  type MakeSpokenRules,
  type SpokenRuleMatch,
  WORD_START_PATTERN,
  WRITTEN_NUMBER_START_PATTERN,
} from '../spoken-rule.ts';

const halfOf = (half: string | undefined): TimeOfDayParts['half'] =>
  half === undefined ? undefined : half.toLowerCase().startsWith('a') ? 'AM' : 'PM';

/** A time of groups that matched; undefined if there is no such time. */
export function timeOfDayOfMatch({
  hour,
  minute,
  second,
  half,
}: Readonly<Record<string, string | undefined>>): TimeOfDayParts | undefined {
  const parts = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: second === undefined ? undefined : Number(second),
    half: halfOf(half),
  };
  const isTime = parts.hour <= (parts.half ? 12 : 24) && parts.minute < 60 && (parts.second ?? 0) < 60;
  return isTime ? parts : undefined;
}

/** Words after "16:10" that show that it is the shape of a picture. */
const PICTURE_SHAPE =
  /^\s?(?:aspect|ratio|format|display|screen|bild|video|image|formato|schermo|pantalla|tela|écran|verhouding)/iu;
/** Halves of the day after a time. */
const DAY_HALF = '(?:[AaPp]\\.\\s?[Mm]\\.|[AP]M(?![\\p{L}\\p{N}])|pm(?![\\p{L}\\p{N}]))';
const PLAIN_DAY_HALF = '[AaPp]\\.?[Mm](?:\\.|(?![\\p{L}\\p{N}]))';
const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?';
/** A time zone after a time with a full stop ("10 a.m. EST"): the sentence continues. */
const TIME_ZONE =
  /^\s(?:UTC|GMT|[A-Z]{1,3}[SD]T|[ECMP]T|CES?T|WES?T|EES?T|(?:Eastern|Central|Mountain|Pacific|Atlantic|Alaska|Hawaii)(?: (?:Standard|Daylight))? Time|\p{Lu}\p{L}+ time)(?![\p{L}\p{N}])/u;

/** The end of a range in the form of a time: its groups have other names. */
const asRangeEnd = (time: string): string =>
  time.replace('<hour>', '<until>').replace('<minute>', '<untilMinute>').replace('<half>', '<untilHalf>');

/** The words of a time, or of both times of a range; undefined: there is no such time. */
function timeWords(
  { groups, before }: Pick<SpokenRuleMatch, 'groups' | 'before'>,
  language: SpokenLanguageRules,
): string | undefined {
  const startTime = timeOfDayOfMatch(groups);
  if (!startTime || groups.until === undefined) return startTime && language.time(startTime, before);
  const endTime = timeOfDayOfMatch({ hour: groups.until, minute: groups.untilMinute, half: groups.untilHalf });
  if (!endTime) return undefined;
  // "9–5 pm": the hour alone. "1–2 Uhr" has no such form: "ein Uhr bis zwei Uhr".
  const hour = language.cardinal(startTime.hour, 'f');
  const isBareHour = groups.bare !== undefined && startTime.minute === 0;
  const from =
    isBareHour && (startTime.hour > 1 || hour === language.cardinal(1)) ? hour : language.time(startTime, before);
  return `${from} ${language.words.to} ${language.time(endTime, '')}`;
}

/** Times of day. "16:9" does not match, because minutes have two digits. */
export const spokenTimeOfDayRules: MakeSpokenRules = ({
  times,
  rangeTime,
  afterTime,
  hasPlainAm,
  weekdays,
  dayLetters = {},
}) => {
  const dayHalf = hasPlainAm ? PLAIN_DAY_HALF : DAY_HALF;
  const weekday = new RegExp(`^ (?:${alternativesPattern(weekdays.flat())})(?!\\p{L})`, 'u');
  const say = (match: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined => {
    const { text, after } = match;
    if (PICTURE_SHAPE.test(after)) return undefined;
    const words = timeWords(match, language);
    const endsSentence =
      text.endsWith('.') && doesAbbreviationEndSentence(after) && !TIME_ZONE.test(after) && !weekday.test(after);
    return words && words + (endsSentence ? '.' : '');
  };
  const endPattern = '(?![\\p{L}\\p{N}_]|[:.,/]\\p{N})';
  const startPattern = `${WORD_START_PATTERN}(?<![.,:]|[$€£/-])`;
  const timeWithHalf = `(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))? ?(?<half>${dayHalf})`;
  return [
    // "9–5 pm", "9–17 Uhr": the first time has the half or the noun of the second.
    ...[timeWithHalf, ...times].map((time) => ({
      pattern: new RegExp(
        `${startPattern}(?<bare>(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))?) ?[–-] ?${asRangeEnd(time)}${endPattern}`,
        'gu',
      ),
      say,
    })),
    // "9h–17h30": one of them has minutes. "9-17h" is a number of hours as well.
    ...(rangeTime === undefined
      ? []
      : [
          {
            pattern: new RegExp(`${startPattern}${rangeTime} ?[–-] ?${asRangeEnd(rangeTime)}${endPattern}`, 'gu'),
            say: (match: SpokenRuleMatch, language: SpokenLanguageRules) =>
              (match.groups.minute ?? match.groups.untilMinute) ? say(match, language) : undefined,
          },
        ]),
    // "9–5:30": the hour alone.
    {
      pattern: new RegExp(
        `${startPattern}(?<bare>(?<hour>\\d{1,2})) ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2})(?:${afterTime})?${endPattern}`,
        'gu',
      ),
      say,
    },
    // "Mon–Fri 9–5".
    {
      pattern: new RegExp(
        `(?<=(?:${alternativesPattern([...weekdays.flat(), ...Object.keys(dayLetters).map((letter) => `-${letter}`), ...Object.keys(dayLetters).map((letter) => `–${letter}`)])})\\.?,? )(?<hour>\\d{1,2}) ?[–-] ?(?<until>\\d{1,2})(?=\\.?(?:$|[,;\\n]))`,
        'gu',
      ),
      say({ groups: { hour, until } }, { cardinal, words: { to } }) {
        const [from, lastHour] = [Number(hour), Number(until)];
        return from <= 24 && lastHour <= 24 ? `${cardinal(from)} ${to} ${cardinal(lastHour)}` : undefined;
      },
    },
    {
      pattern: new RegExp(`${startPattern}${timeWithHalf}(?: ?[–-] ?${asRangeEnd(timeWithHalf)})${endPattern}`, 'gu'),
      say,
    },
    { pattern: new RegExp(`${WRITTEN_NUMBER_START_PATTERN}${TIME} ?(?<half>${dayHalf})`, 'gu'), say },
    {
      pattern: new RegExp(
        `${WRITTEN_NUMBER_START_PATTERN}${TIME}(?: ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2}))?(?:${afterTime})?${endPattern}`,
        'gu',
      ),
      say,
    },
    ...times.map((time) => ({ pattern: new RegExp(`${startPattern}${time}${endPattern}`, 'gu'), say })),
  ];
};
