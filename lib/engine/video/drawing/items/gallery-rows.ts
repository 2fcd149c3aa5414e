import type { PictureDimensions } from '../../format.ts';

/** A picture that is to be shown in a row. */
interface RowPicture {
  /** Width : height. */
  ratio: number;
  /** The largest height in which it may be shown, in pixels. */
  maxHeight: number;
}

/** Pictures of equal height next to one another, in pixels from the corner of the room. */
interface PictureRow {
  y: number;
  height: number;
  /** In their order; `index` counts in the list of all pictures. */
  pictures: readonly { index: number; x: number; width: number }[];
}

/** Rows of pictures, each with room for texts below it. */
export interface GalleryRows {
  rows: readonly PictureRow[];
  /** Height of all rows with the room for texts, in pixels. */
  height: number;
  /** Returns the same pictures in the same rows, with other heights of the texts below the rows, in pixels. */
  withTexts(texts: readonly number[]): GalleryRows;
}

/** Space between pictures of a row, and between rows, in pixels. */
interface RowSpaces {
  across: number;
  down: number;
}

/** The largest number of pictures for which all ways to divide them among rows are compared. */
const MAX_PICTURES_FOR_ALL_WAYS = 7;
/** The weight (an exponent) of the smallest picture in the comparison: with 0, only the area of all pictures would be compared. */
const SMALLEST_PICTURE_WEIGHT = 0.5;

/** The ways to divide a number of pictures among rows: the numbers of pictures of the rows. */
function waysToDivide(count: number): number[][] {
  if (count === 0) return [[]];
  return Array.from({ length: count }, (_, i) => i + 1).flatMap((firstRow) =>
    waysToDivide(count - firstRow).map((otherRows) => [firstRow, ...otherRows]),
  );
}

/** Three ways to divide a number of pictures: among two, three and four rows of about equal numbers of pictures. */
function evenDivisions(count: number): number[][] {
  return [2, 3, 4].map((rows) =>
    Array.from({ length: rows }, (_, row) => Math.floor((count * (row + 1)) / rows) - Math.floor((count * row) / rows)),
  );
}

/** The width of rows that are equally wide and together as high as the room, in pixels. */
function equalRowWidth(rows: readonly { ratio: number; gaps: number }[], height: number): number {
  const [gaps, inverseRatios] = [
    rows.reduce((sum, row) => sum + row.gaps / row.ratio, 0),
    rows.reduce((sum, row) => sum + 1 / row.ratio, 0),
  ];
  return (height + gaps) / inverseRatios;
}

/**
 * Places pictures in rows: as high as the room allows, within the largest height of each picture.
 * @param lengths numbers of pictures of the rows
 * @param texts heights of the texts below the rows, in pixels
 */
function placeInRows(
  pictures: readonly RowPicture[],
  lengths: readonly number[],
  room: PictureDimensions,
  spaces: RowSpaces,
  texts: readonly number[],
): GalleryRows {
  let firstIndex = 0;
  const rows = lengths.map((length) => {
    const rowPictures = pictures
      .slice(firstIndex, firstIndex + length)
      .map((picture, i) => ({ ...picture, index: firstIndex + i }));
    firstIndex += length;
    const ratio = rowPictures.reduce((sum, picture) => sum + picture.ratio, 0);
    return {
      own: rowPictures,
      ratio,
      gaps: spaces.across * (length - 1),
      maxHeight: Math.min(...rowPictures.map((picture) => picture.maxHeight)),
    };
  });
  const heightForPictures =
    room.height - texts.reduce((sum, text) => sum + text, 0) - spaces.down * (lengths.length - 1);
  const width = Math.min(room.width, equalRowWidth(rows, Math.max(0, heightForPictures)));
  let y = 0;
  const placedRows = rows.map(({ own, ratio, gaps, maxHeight }, rowIndex): PictureRow => {
    const height = Math.max(2, Math.min(maxHeight, (width - gaps) / ratio));
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
    y += height + (texts[rowIndex] ?? 0) + spaces.down;
    return row;
  });
  return {
    rows: placedRows,
    height: Math.round(y - spaces.down),
    withTexts: (otherTexts) => placeInRows(pictures, lengths, room, spaces, otherTexts),
  };
}

/** The score of rows: the area of the pictures, less if one is much smaller than the others. */
function scoreOf({ rows }: GalleryRows): number {
  const areas = rows.flatMap(({ height, pictures }) => pictures.map(({ width }) => width * height));
  const sum = areas.reduce((total, area) => total + area, 0);
  return sum * ((Math.min(...areas) * areas.length) / sum) ** SMALLEST_PICTURE_WEIGHT;
}

/**
 * Divides pictures among rows, in their order, so that they are as large as the room allows.
 * @param textHeight of the texts below each row, in pixels
 */
export function arrangeGalleryRows(
  pictures: readonly RowPicture[],
  room: PictureDimensions,
  spaces: RowSpaces,
  textHeight: number,
): GalleryRows {
  const ways =
    pictures.length <= MAX_PICTURES_FOR_ALL_WAYS ? waysToDivide(pictures.length) : evenDivisions(pictures.length);
  const arrangements = ways.map((lengths) =>
    placeInRows(
      pictures,
      lengths,
      room,
      spaces,
      lengths.map(() => textHeight),
    ),
  );
  const [best] = arrangements.sort((first, second) => scoreOf(second) - scoreOf(first));
  return best ?? placeInRows([], [], room, spaces, []);
}
