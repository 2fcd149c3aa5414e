const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAYS_IN_WORDS = 7;

/** A time: relative in the last seven days (`2 hours ago`), else as a date. The tooltip has the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const date = new Date(at);
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
  const isLately = Math.abs(seconds) < DAYS_IN_WORDS * 86_400;
  const words = Math.abs(seconds) < 60 ? 'just now' : relative.format(Math.round(seconds / size), unit);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {isLately ? words : exact.format(date)}
    </time>
  );
}
