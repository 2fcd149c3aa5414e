/** How the three planes of a 4:2:0 picture lie in memory. */
export interface PictureLayout {
  bytes: number;
  planes: readonly { start: number; stride: number; width: number; rows: number }[];
}

/** Rows without padding, as ffmpeg writes raw video. */
export const tightI420 = (width: number, height: number): PictureLayout => i420(width, height, 1);

/** GStreamer's default: every row starts at a multiple of 4 bytes. */
export const gstreamerI420 = (width: number, height: number): PictureLayout => i420(width, height, 4);

function i420(width: number, height: number, alignment: number): PictureLayout {
  const aligned = (n: number): number => Math.ceil(n / alignment) * alignment;
  const chroma = { stride: aligned(width / 2), width: width / 2, rows: height / 2 };
  const luma = { start: 0, stride: aligned(width), width, rows: height };
  const u = { start: luma.stride * luma.rows, ...chroma };
  const v = { start: u.start + u.stride * u.rows, ...chroma };
  return { bytes: v.start + v.stride * v.rows, planes: [luma, u, v] };
}

/** The picture without the padding of its rows. */
export function removeRowPadding(picture: Buffer, { planes }: PictureLayout): Buffer {
  if (planes.every(({ stride, width }) => stride === width)) return picture;
  const rows = planes.flatMap(({ start, stride, width, rows }) =>
    Array.from({ length: rows }, (_, row) => picture.subarray(start + row * stride, start + row * stride + width)),
  );
  return Buffer.concat(rows);
}
