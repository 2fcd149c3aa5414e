/** `1:05`, `1:02:03`. @param seconds of any length */
export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
/** `1.5 MB`, by thousands. */
export function bytes(count) {
  const step = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[step]}`;
}
/** `12,345`. */
export const count = (value) => new Intl.NumberFormat('en').format(value);
/** A share of a limit, 0 to 1; a limit of 0 is used up. */
export const shareOf = (used, limit) => (limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit)));
/** Result of dragging an item: `ids` with one moved to another's place. */
export function moved(ids, from, to) {
  const next = [...ids];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, taken);
  return next;
}
