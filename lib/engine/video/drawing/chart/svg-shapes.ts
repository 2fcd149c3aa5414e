/** A number as text for SVG, rounded to hundredths of a pixel. */
const at = (value: number): string => String(Math.round(value * 100) / 100);

/** A filled rectangle; pixels. `radius`: of its corners. */
export const filledBoxSvg = (x: number, y: number, width: number, height: number, color: string, radius = 0): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${color}"${radius > 0 ? ` rx="${at(radius)}"` : ''}/>`;

/** A path in a CSS colour. `width`: of its line in pixels; 0: it is filled. `opacity`: 0–1. */
export function pathSvg(path: string, color: string, width = 0, opacity = 1): string {
  const faint = opacity < 1 ? ` opacity="${at(opacity)}"` : '';
  if (width === 0) return `<path d="${path}" fill="${color}"${faint}/>`;
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${at(width)}" stroke-linejoin="round" stroke-linecap="round"${faint}/>`;
}

/** A disc; pixels. */
export const discSvg = (x: number, y: number, radius: number, color: string): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${color}"/>`;

/** The side of a bar that is away from the base line. */
export type RoundedBarEnd = 'top' | 'bottom' | 'right' | 'left';

/** A bar with round corners at one end; pixels. */
export function roundedBarSvg(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  end: RoundedBarEnd,
  radius: number,
): string {
  const r = Math.min(radius, width / 4, height / 4);
  if (r < 0.5) return filledBoxSvg(x, y, width, height, color);
  const [right, bottom] = [x + width, y + height];
  const isRound = { tl: end === 'top' || end === 'left', tr: end === 'top' || end === 'right' };
  const isRoundBelow = { bl: end === 'bottom' || end === 'left', br: end === 'bottom' || end === 'right' };
  const [tl, tr] = [isRound.tl ? r : 0, isRound.tr ? r : 0];
  const [bl, br] = [isRoundBelow.bl ? r : 0, isRoundBelow.br ? r : 0];
  const arc = (radius: number, dx: number, dy: number): string =>
    radius === 0 ? '' : `a${at(radius)} ${at(radius)} 0 0 1 ${at(dx * radius)} ${at(dy * radius)}`;
  const path = [
    `M${at(x + tl)} ${at(y)}H${at(right - tr)}${arc(tr, 1, 1)}`,
    `V${at(bottom - br)}${arc(br, -1, 1)}H${at(x + bl)}${arc(bl, -1, -1)}V${at(y + tl)}${arc(tl, 1, -1)}Z`,
  ].join('');
  return pathSvg(path, color);
}

/** A place in a picture; pixels. */
interface Point {
  x: number;
  y: number;
}

/** A dashed line between two points, in a CSS colour; pixels. */
export function dashedLineSvg(from: Point, to: Point, width: number, color: string): string {
  const dashes = `${at(width * 3)} ${at(width * 2.4)}`;
  return `<path d="M${at(from.x)} ${at(from.y)}L${at(to.x)} ${at(to.y)}" fill="none" stroke="${color}" stroke-width="${at(width)}" stroke-dasharray="${dashes}"/>`;
}

/** A thin line through points, in a CSS colour; pixels. */
export const polylineSvg = (
  points: readonly (readonly [x: number, y: number])[],
  width: number,
  color: string,
): string => pathSvg(`M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join('L')}`, color, width);
