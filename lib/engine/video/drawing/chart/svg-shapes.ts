/** A number as text for SVG, rounded to hundredths of a pixel. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** The thickness of thin lines, a fraction of the unit. */
const THIN_LINE_WIDTH = 0.0016;

/** The thickness of the lines of an axis and between the bars of a waterfall: whole pixels, at least one. @param unit of the slide, in pixels */
export const thinLineThickness = (unit: number): number => Math.max(1, Math.round(unit * THIN_LINE_WIDTH));

/** The markup of a filled rectangle; pixels. @param radius of its corners */
export const filledBoxSvg = (x: number, y: number, width: number, height: number, color: string, radius = 0): string =>
  `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" fill="${color}"${radius > 0 ? ` rx="${rounded(radius)}"` : ''}/>`;

/** The markup of a path in a CSS colour. @param width of its line in pixels; 0: it is filled. @param opacity 0–1 */
export function pathSvg(path: string, color: string, width = 0, opacity = 1): string {
  const opacityAttribute = opacity < 1 ? ` opacity="${rounded(opacity)}"` : '';
  if (width === 0) return `<path d="${path}" fill="${color}"${opacityAttribute}/>`;
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${rounded(width)}" stroke-linejoin="round" stroke-linecap="round"${opacityAttribute}/>`;
}

/** The markup of a disc; pixels. */
export const discSvg = (x: number, y: number, radius: number, color: string): string =>
  `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(radius)}" fill="${color}"/>`;

/** The side of a bar that is away from the base line. */
export type RoundedBarEnd = 'top' | 'bottom' | 'right' | 'left';

/** The markup of a bar with round corners at one end; pixels. */
export function roundedBarSvg(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  end: RoundedBarEnd,
  radius: number,
): string {
  const cornerRadius = Math.min(radius, width / 4, height / 4);
  if (cornerRadius < 0.5) return filledBoxSvg(x, y, width, height, color);
  const [right, bottom] = [x + width, y + height];
  const isRound = { tl: end === 'top' || end === 'left', tr: end === 'top' || end === 'right' };
  const isRoundBelow = { bl: end === 'bottom' || end === 'left', br: end === 'bottom' || end === 'right' };
  const [tl, tr] = [isRound.tl ? cornerRadius : 0, isRound.tr ? cornerRadius : 0];
  const [bl, br] = [isRoundBelow.bl ? cornerRadius : 0, isRoundBelow.br ? cornerRadius : 0];
  const arc = (radius: number, dx: number, dy: number): string =>
    radius === 0 ? '' : `a${rounded(radius)} ${rounded(radius)} 0 0 1 ${rounded(dx * radius)} ${rounded(dy * radius)}`;
  const path = [
    `M${rounded(x + tl)} ${rounded(y)}H${rounded(right - tr)}${arc(tr, 1, 1)}`,
    `V${rounded(bottom - br)}${arc(br, -1, 1)}H${rounded(x + bl)}${arc(bl, -1, -1)}V${rounded(y + tl)}${arc(tl, 1, -1)}Z`,
  ].join('');
  return pathSvg(path, color);
}

/** A place in a picture; pixels. */
interface Point {
  x: number;
  y: number;
}

/** The markup of a dashed line between two points, in a CSS colour; pixels. */
export function dashedLineSvg(from: Point, to: Point, width: number, color: string): string {
  const dashes = `${rounded(width * 3)} ${rounded(width * 2.4)}`;
  return `<path d="M${rounded(from.x)} ${rounded(from.y)}L${rounded(to.x)} ${rounded(to.y)}" fill="none" stroke="${color}" stroke-width="${rounded(width)}" stroke-dasharray="${dashes}"/>`;
}

/** The markup of a line through points, in a CSS colour; pixels. */
export const polylineSvg = (
  points: readonly (readonly [x: number, y: number])[],
  width: number,
  color: string,
): string => pathSvg(`M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`, color, width);
