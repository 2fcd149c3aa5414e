/** 4:2:0 has one chroma sample for two columns and two rows. @throws RangeError */
export function assertEvenSize({ width, height }: { width: number; height: number }): void {
  const isEven = (side: number): boolean => Number.isInteger(side) && side > 0 && side % 2 === 0;
  if (!isEven(width) || !isEven(height)) throw new RangeError(`${width}x${height} is not an even picture size`);
}
