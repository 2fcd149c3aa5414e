/** A duration as text: `1:05`, `1:02:03`. @param seconds rounded to whole seconds; negative ones become 0 */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes as text with a decimal unit: `1.5 MB`. */
export function formatBytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[step]}`;
}

/** A number as text with separators of thousands: `12,345`. */
export const formatCount = (value: number): string => new Intl.NumberFormat('en').format(value);

/** The used fraction of a limit, 0 to 1; 1 for a limit of 0. */
export const usedFractionOf = (used: number, limit: number): number =>
  limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit));

/** A copy of a list in which the item at index `from` is moved to index `to`. */
export function listWithItemMoved<T>(ids: readonly T[], from: number, to: number): T[] {
  const next = [...ids];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, taken);
  return next;
}
