import type { PictureDimensions } from '../../format.ts';

/** A picture that is to be shown in a row. */
interface RowPicture {
  /** Width : height. */
  ratio: number;
  /** The greatest height in which it may be shown, in pixels. */
  most: number;
}

/** Pictures of equal height next to one another, in pixels from the corner of the room. */
interface PictureRow {
  y: number;
  height: number;
  /** In their order, by their index in the list of all pictures. */
  pictures: readonly { index: number; x: number; width: number }[];
}

/** Rows of pictures, each with room for texts below it. */
export interface GalleryRows {
  rows: readonly PictureRow[];
  /** With the room for texts, in pixels. */
  height: number;
  /** The same pictures in the same rows, with other heights of the texts below the rows. */
  withTexts(texts: readonly number[]): GalleryRows;
}

/** Space between pictures of a row, and between rows, in pixels. */
interface RowSpaces {
  across: number;
  down: number;
}

/** Up to this number of pictures, all ways to divide them among rows are compared. */
const ALL_WAYS = 7;
/** The weight of the smallest picture in the comparison: 0 compares the area of all pictures only. */
const OF_SMALLEST = 0.5;

/** The ways to divide a number of pictures among rows: the numbers of pictures of the rows. */
function waysToDivide(count: number): number[][] {
  if (count === 0) return [[]];
  return Array.from({ length: count }, (_, i) => i + 1).flatMap((first) =>
    waysToDivide(count - first).map((rest) => [first, ...rest]),
  );
}

/** Numbers of rows that are about as long as each other. */
function evenWays(count: number): number[][] {
  return [2, 3, 4].map((rows) =>
    Array.from({ length: rows }, (_, row) => Math.floor((count * (row + 1)) / rows) - Math.floor((count * row) / rows)),
  );
}

/** The common width of rows that together are as high as the room. */
function sharedWidth(rows: readonly { ratio: number; gaps: number }[], height: number): number {
  const [gaps, slope] = [
    rows.reduce((sum, row) => sum + row.gaps / row.ratio, 0),
    rows.reduce((sum, row) => sum + 1 / row.ratio, 0),
  ];
  return (height + gaps) / slope;
}

/** Places pictures in rows of these lengths: as high as the room allows, within the largest height of each picture. */
function placed(
  pictures: readonly RowPicture[],
  lengths: readonly number[],
  room: PictureDimensions,
  spaces: RowSpaces,
  texts: readonly number[],
): GalleryRows {
  let first = 0;
  const rows = lengths.map((length) => {
    const own = pictures.slice(first, first + length).map((picture, i) => ({ ...picture, index: first + i }));
    first += length;
    const ratio = own.reduce((sum, picture) => sum + picture.ratio, 0);
    return { own, ratio, gaps: spaces.across * (length - 1), most: Math.min(...own.map(({ most }) => most)) };
  });
  const free = room.height - texts.reduce((sum, text) => sum + text, 0) - spaces.down * (lengths.length - 1);
  const width = Math.min(room.width, sharedWidth(rows, Math.max(0, free)));
  let y = 0;
  const all = rows.map(({ own, ratio, gaps, most }, at): PictureRow => {
    const height = Math.max(2, Math.min(most, (width - gaps) / ratio));
    let x = Math.max(0, (room.width - ratio * height - spaces.across * (own.length - 1)) / 2);
    const row = {
      y,
      height,
      pictures: own.map((picture) => {
        const width = picture.ratio * height;
        const place = { index: picture.index, x, width };
        x += width + spaces.across;
        return place;
      }),
    };
    y += height + (texts[at] ?? 0) + spaces.down;
    return row;
  });
  return {
    rows: all,
    height: Math.round(y - spaces.down),
    withTexts: (other) => placed(pictures, lengths, room, spaces, other),
  };
}

/** The worth of rows in comparison with others: the area of the pictures, less where one is much smaller than the others. */
function worthOf({ rows }: GalleryRows): number {
  const areas = rows.flatMap(({ height, pictures }) => pictures.map(({ width }) => width * height));
  const sum = areas.reduce((all, area) => all + area, 0);
  return sum * ((Math.min(...areas) * areas.length) / sum) ** OF_SMALLEST;
}

/**
 * Divides pictures among rows, in their order, so that they are as large as the room allows.
 * @param text height of the texts below each row, in pixels
 */
export function arrangeGalleryRows(
  pictures: readonly RowPicture[],
  room: PictureDimensions,
  spaces: RowSpaces,
  text: number,
): GalleryRows {
  const ways = pictures.length <= ALL_WAYS ? waysToDivide(pictures.length) : evenWays(pictures.length);
  const all = ways.map((lengths) =>
    placed(
      pictures,
      lengths,
      room,
      spaces,
      lengths.map(() => text),
    ),
  );
  const [best] = all.sort((one, other) => worthOf(other) - worthOf(one));
  return best ?? placed([], [], room, spaces, []);
}
