import type { Ornament, SceneDesign } from './design.ts';

/**
 * Version of what differs at the other end of a loop: the positions of backdrop lights, and the glow around tubes of light. It is part of the
 * keys of pictures that show this end. Raise it when either changes.
 */
export const MOVED_LIGHTS_VERSION = 3;

/** A soft light of a backdrop: the centre of a radial gradient, in percents of the width and the height. */
const LIGHT = /(radial-gradient\((?:ellipse|circle) at )(-?\d+(?:\.\d+)?)% (-?\d+(?:\.\d+)?)%/g;

/** The way of a light, in percents: along the nearer edge, towards the middle; one that is in the middle goes to the side. */
const [ALONG, DOWN] = [15, 5];
/** Percents around the middle that count as the middle. */
const MIDDLE = 20;

/** The other place of a light. Every second one that is in the middle goes to the other side. */
function otherPlace(x: number, y: number, index: number): [x: number, y: number] {
  const isCentral = Math.abs(x - 50) <= MIDDLE;
  const across = isCentral ? (index % 2 === 0 ? 1 : -1) : Math.sign(50 - x);
  return [x + across * ALONG, y + Math.sign(y - 50) * DOWN];
}

/** Factors by which the glow around a tube of light is wider and brighter at the other end of a loop. */
const [WIDER, BRIGHTER] = [1.2, 1.4];

/** A colour with some transparency. */
const TRANSLUCENT = /^(rgba\(\d+,\d+,\d+,)(0?\.\d+)\)$/;

/** A line as it is at the other end of a loop: the glow around a tube swells, and the tube itself stands. */
function swollenLine(ornament: Ornament): Ornament {
  const glow = ornament.shape === 'line' ? TRANSLUCENT.exec(ornament.color) : null;
  if (ornament.shape !== 'line' || !glow) return ornament;
  const alpha = Math.min(1, BRIGHTER * Number(glow[2])).toFixed(3);
  return { ...ornament, thickness: WIDER * ornament.thickness, color: `${glow[1]}${alpha})` };
}

/** Reports whether a scene has lights that can move: soft ones in its backdrop. */
export const hasMovableBackdropLights = ({ palette: { backdrop = '' } }: Pick<SceneDesign, 'palette'>): boolean =>
  backdrop.search(LIGHT) >= 0;

/**
 * Returns the scene as it is at the other end of a loop: the soft lights of its backdrop at their second positions, as bright as before, and
 * the glow around tubes of light wider and brighter; all other content stays the same. A mix of both pictures looks like moving lights: soft
 * lights have no edges, and the glow swells so little that its edges are not seen. Pure.
 */
export function withMovedBackdropLights(scene: SceneDesign): SceneDesign {
  const { palette, ornaments } = scene;
  if (palette.backdrop === undefined) return scene;
  let index = 0;
  const backdrop = palette.backdrop.replace(LIGHT, (_, before: string, x: string, y: string) => {
    const [across, down] = otherPlace(Number(x), Number(y), index++);
    return `${before}${across}% ${down}%`;
  });
  return { ...scene, palette: { ...palette, backdrop }, ornaments: ornaments.map(swollenLine) };
}
