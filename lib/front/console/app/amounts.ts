/** A duration as text: `1:05`, `1:02:03`. @param seconds rounded to whole seconds; negative ones become 0 */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.round(seconds));
  const timeParts = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60];
  const [hours = 0, minutes = 0, secondsOfMinute = 0] = timeParts;
  const minutesAndSeconds = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(secondsOfMinute).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds;
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes as text with a decimal unit: `1.5 MB`. */
export function formatBytes(byteCount: number): string {
  const unitIndex = byteCount < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(byteCount) / 3));
  const value = byteCount / 1000 ** unitIndex;
  return `${value >= 100 || unitIndex === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${BYTE_UNITS[unitIndex]}`;
}

/** A number as text with separators of thousands: `12,345`. */
export const formatWithThousandsSeparators = (value: number): string => new Intl.NumberFormat('en').format(value);

/** The used fraction of a limit, 0 to 1; 1 for a limit of 0. */
export const usedFractionOf = (used: number, limit: number): number =>
  limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit));

/** A copy of a list in which the item at index `from` is moved to index `to`, which is clamped to the list. */
export function listWithItemMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const reorderedItems = [...items];
  const [movedItem] = reorderedItems.splice(from, 1);
  if (movedItem !== undefined) reorderedItems.splice(Math.max(0, Math.min(to, reorderedItems.length)), 0, movedItem);
  return reorderedItems;
}
