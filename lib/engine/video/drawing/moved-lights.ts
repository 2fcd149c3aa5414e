import type { Ornament, SceneDesign } from './design.ts';

/**
 * Version of what differs at the other end of a loop: the positions of backdrop lights, and the glow around tubes of light. It is part of the
 * keys of pictures that show this end. Raise it when either changes.
 */
export const MOVED_LIGHTS_VERSION = 3;

/** A soft light of a backdrop: the centre of a radial gradient, in percents of the width and the height. */
const LIGHT_PATTERN = /(radial-gradient\((?:ellipse|circle) at )(-?\d+(?:\.\d+)?)% (-?\d+(?:\.\d+)?)%/g;

/**
 * The distances that a light moves, in percents of the width and the height: across towards the middle, or from the middle to a side; up or
 * down towards the nearer edge.
 */
const [ACROSS_PERCENT, DOWN_PERCENT] = [15, 5];
/** The largest distance from the middle, in percents of the width, at which a light is in the middle. */
const MAX_MIDDLE_DISTANCE = 20;

/** The position of a light at the other end of a loop, in percents. Lights in the middle go to the right and to the left in turn. */
function movedPosition(x: number, y: number, index: number): [x: number, y: number] {
  const isCentral = Math.abs(x - 50) <= MAX_MIDDLE_DISTANCE;
  const direction = isCentral ? (index % 2 === 0 ? 1 : -1) : Math.sign(50 - x);
  return [x + direction * ACROSS_PERCENT, y + Math.sign(y - 50) * DOWN_PERCENT];
}

/** Factors by which the glow around a tube of light is wider and brighter at the other end of a loop. */
const [GLOW_WIDENING, GLOW_BRIGHTENING] = [1.2, 1.4];

/** A colour with some transparency. */
const TRANSLUCENT_COLOR = /^(rgba\(\d+,\d+,\d+,)(0?\.\d+)\)$/;

/** A line as it is at the other end of a loop: the glow around a tube swells, and the tube itself stays as it is. */
function withSwollenGlow(ornament: Ornament): Ornament {
  const glow = ornament.shape === 'line' ? TRANSLUCENT_COLOR.exec(ornament.color) : null;
  if (ornament.shape !== 'line' || !glow) return ornament;
  const alpha = Math.min(1, GLOW_BRIGHTENING * Number(glow[2])).toFixed(3);
  return { ...ornament, thickness: GLOW_WIDENING * ornament.thickness, color: `${glow[1]}${alpha})` };
}

/** Reports whether a scene has lights that can move: soft ones in its backdrop. */
export const hasMovableBackdropLights = ({ palette: { backdrop = '' } }: Pick<SceneDesign, 'palette'>): boolean =>
  backdrop.search(LIGHT_PATTERN) >= 0;

/**
 * Returns the scene as it is at the other end of a loop: the soft lights of its backdrop at their second positions, as bright as before, and
 * the glow around tubes of light wider and brighter; all other content stays the same. A mix of both pictures looks like moving lights: soft
 * lights have no edges, and the glow swells so little that its edges are not seen. Pure.
 */
export function moveSceneBackdropLights(scene: SceneDesign): SceneDesign {
  const { palette, ornaments } = scene;
  if (palette.backdrop === undefined) return scene;
  let index = 0;
  const backdrop = palette.backdrop.replace(LIGHT_PATTERN, (_, before: string, x: string, y: string) => {
    const [movedX, movedY] = movedPosition(Number(x), Number(y), index++);
    return `${before}${movedX}% ${movedY}%`;
  });
  return { ...scene, palette: { ...palette, backdrop }, ornaments: ornaments.map(withSwollenGlow) };
}
