const UNITS_WITH_SECONDS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
/** Days before and after now within which a time is shown relative to now. */
const DAYS_IN_WORDS = 7;

/** An ISO 8601 time: relative within seven days of now (`2 hours ago`), else as a date. The tooltip has the exact time. */
export function RelativeTime({ time }: { time: string }) {
  const date = new Date(time);
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, secondsOfUnit] = UNITS_WITH_SECONDS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
  const isRecent = Math.abs(seconds) < DAYS_IN_WORDS * 86_400;
  const words = Math.abs(seconds) < 60 ? 'just now' : relativeFormat.format(Math.round(seconds / secondsOfUnit), unit);
  return (
    <time dateTime={time} title={exactFormat.format(date)}>
      {isRecent ? words : exactFormat.format(date)}
    </time>
  );
}
