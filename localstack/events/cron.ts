const DAY_MS = 86_400_000;
/** The calendar repeats its weekdays and leap days after 28 years: what does not come within them never does. */
const SEARCH_DAYS = 28 * 366;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  name: string;
  first: number;
  last: number;
  /** Names of the values, from `first` on. */
  names?: readonly string[];
}

const MINUTE: Field = { name: 'minutes', first: 0, last: 59 };
const HOUR: Field = { name: 'hours', first: 0, last: 23 };
const DAY: Field = { name: 'day of month', first: 1, last: 31 };
const MONTH: Field = { name: 'month', first: 1, last: 12, names: MONTHS };
const WEEKDAY: Field = { name: 'day of week', first: 1, last: 7, names: WEEKDAYS };
const YEAR: Field = { name: 'year', first: 1970, last: 2199 };

function parseValue(text: string, field: Field): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + field.first : Number(text);
  if (!/^(\d+|[A-Za-z]{3})$/.test(text) || !(value >= field.first && value <= field.last)) {
    throw new Error(
      `"${text}" is not a ${field.name} value of a cron expression (L, W and # are not supported locally)`,
    );
  }
  return value;
}

function parseField(text: string, field: Field): ReadonlySet<number> {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step] = part.split('/');
    const every = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(every) || every < 1) throw new Error(`"${part}" has no valid step (${field.name})`);

    let from = field.first;
    let to = field.last;
    if (range !== '*') {
      const [low = '', high] = range.split('-');
      from = parseValue(low, field);
      if (high !== undefined) to = parseValue(high, field);
      else if (step === undefined) to = from;
    }
    if (from > to) throw new Error(`"${part}" runs backwards (${field.name})`);
    for (let value = from; value <= to; value += every) values.add(value);
  }
  return values;
}

/**
 * Compiles the six fields of an EventBridge cron expression (minutes, hours, day of month, month, day of week, year;
 * UTC). The result gives the first time after `afterMs`, in milliseconds since the epoch, or undefined when there is
 * none. Throws on what is malformed, and on L, W and #.
 */
export function parseCron(expression: string): (afterMs: number) => number | undefined {
  const [minuteText, hourText, dayText, monthText, weekdayText, yearText, ...rest] = expression.trim().split(/\s+/);
  if (!minuteText || !hourText || !dayText || !monthText || !weekdayText || !yearText || rest.length > 0) {
    throw new Error(`cron(${expression}) must have six fields`);
  }
  if ((dayText === '?') === (weekdayText === '?')) {
    throw new Error(`cron(${expression}) must have ? as exactly one of day of month and day of week`);
  }
  const minutes = [...parseField(minuteText, MINUTE)].sort((a, b) => a - b);
  const hours = [...parseField(hourText, HOUR)].sort((a, b) => a - b);
  const days = dayText === '?' ? undefined : parseField(dayText, DAY);
  const weekdays = weekdayText === '?' ? undefined : parseField(weekdayText, WEEKDAY);
  const months = parseField(monthText, MONTH);
  const years = parseField(yearText, YEAR);

  const dayMatches = (date: Date) =>
    years.has(date.getUTCFullYear()) &&
    months.has(date.getUTCMonth() + 1) &&
    (days === undefined || days.has(date.getUTCDate())) &&
    (weekdays === undefined || weekdays.has(date.getUTCDay() + 1));

  return (afterMs) => {
    let day = Math.floor(afterMs / DAY_MS) * DAY_MS;
    const startYear = Math.min(...years);
    if (new Date(day).getUTCFullYear() < startYear) day = Date.UTC(startYear, 0, 1);
    for (let searched = 0; searched < SEARCH_DAYS; searched += 1, day += DAY_MS) {
      if (!dayMatches(new Date(day))) continue;
      for (const hour of hours) {
        for (const minute of minutes) {
          const at = day + (hour * 60 + minute) * 60_000;
          if (at > afterMs) return at;
        }
      }
    }
    return undefined;
  };
}
