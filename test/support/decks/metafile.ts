/** A rectangle of an EMF, in its units. */
export type EmfBox = readonly [left: number, top: number, right: number, bottom: number];

/** An EMF with filled rectangles. @param sides in hundredths of a millimetre @param colours red, green and blue of each rectangle */
export function makeEmf(
  [width, height]: readonly [number, number],
  boxes: readonly (readonly [EmfBox, readonly [number, number, number]])[],
): Buffer {
  const record = (type: number, ...values: number[]): Buffer => {
    const made = Buffer.alloc(8 + 4 * values.length);
    made.writeUInt32LE(type);
    made.writeUInt32LE(made.length, 4);
    for (const [at, value] of values.entries()) made.writeInt32LE(value | 0, 8 + 4 * at);
    return made;
  };
  const body = boxes.flatMap(([box, [red, green, blue]], at) => [
    // CREATEBRUSHINDIRECT, SELECTOBJECT of it and of no pen, RECTANGLE.
    record(39, at + 1, 0, red | (green << 8) | (blue << 16), 0),
    record(37, at + 1),
    record(37, 0x80000008),
    record(43, ...box),
  ]);
  const extents = [record(17, 8), record(9, width, height), record(11, width, height)];
  const records = [...extents, ...body, record(14, 0, 16, 20)];
  const header = Buffer.alloc(108);
  header.writeUInt32LE(1);
  header.writeUInt32LE(108, 4);
  for (const [at, value] of [0, 0, width, height, 0, 0, width, height].entries())
    header.writeInt32LE(value, 8 + 4 * at);
  header.writeUInt32LE(0x464d4520, 40);
  header.writeUInt32LE(0x10000, 44);
  header.writeUInt32LE(108 + records.reduce((sum, { length }) => sum + length, 0), 48);
  header.writeUInt32LE(records.length + 1, 52);
  header.writeUInt16LE(boxes.length + 1, 56);
  for (const [at, value] of [width, height, width / 100, height / 100].entries())
    header.writeInt32LE(Math.round(value), 72 + 4 * at);
  return Buffer.concat([header, ...records]);
}
