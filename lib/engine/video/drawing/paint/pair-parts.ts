import type { Node } from '@takumi-rs/core';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { areEqualBoxes } from '../layout/boxes.ts';
import { drawingOfLayout } from '../layout/layouts/layout-of.ts';
import { sharablePartOfNode } from '../layout/slide-parts.ts';
import { itemPartKeys, picturePartKey, titlePartKey } from '../shared-slide-parts.ts';
import type { SlideComposition } from './compose-slide.ts';
import type { MorphPair } from './morph-layers.ts';
import type { PlacedImage } from './shown-image.ts';

/** Keys in the order of a list, those that occur again with the number of the occurrence. */
function counted(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? key : `${key}\n${before}`;
  });
}

/** The key of the rule next to a heading: it follows its heading. */
export const HEADING_RULE_KEY = 'rule';

/** The layout nodes that draw each part of a slide, by the keys of the parts. */
export function drawnNodesByPartKey(
  slide: DrawableSlide,
  { nodes, content, layout }: SlideComposition,
): Map<string, Node[]> {
  const items = counted(itemPartKeys(slide, layout));
  const title = titlePartKey(slide, layout);
  const groups = new Map<string, Node[]>();
  for (const node of nodes) {
    const part = content.has(node) ? sharablePartOfNode(node) : undefined;
    if (part === undefined) continue;
    const key =
      part === 'heading' ? title : part === 'rule' ? HEADING_RULE_KEY : items[Number(part.slice('item '.length))];
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  return groups;
}

const textOf = (nodes: readonly Node[]): string => JSON.stringify(nodes);

/** Reports whether nodes look the same, in the same place. */
export const areNodesEqual = (some: readonly Node[], others: readonly Node[]): boolean =>
  textOf(some) === textOf(others);

/** A slide with its nodes, and those of its parts by their keys. */
interface NodesInParts {
  composition: Pick<SlideComposition, 'nodes'>;
  groups: ReadonlyMap<string, readonly Node[]>;
}

/** The nodes of a slide that another also has, in the same place and as a part of the same thing: a mark of one card is not that of another. */
export function nodesOnBothSlides(slide: NodesInParts, other: NodesInParts): Set<Node> {
  const named = ({ composition, groups }: NodesInParts): Map<Node, string> => {
    const keys = new Map([...groups].flatMap(([key, nodes]) => nodes.map((node) => [node, key] as const)));
    return new Map(composition.nodes.map((node) => [node, JSON.stringify([keys.get(node) ?? null, node])]));
  };
  const others = new Set(named(other).values());
  return new Set([...named(slide)].flatMap(([node, name]) => (others.has(name) ? [node] : [])));
}

/** An image of a slide with its key, and whether other things are over it. */
export interface MorphableImage extends PlacedImage {
  key: string;
  isUnder: boolean;
  /** True if text may be over it. */
  isGround: boolean;
}

/** The images of a slide that may turn into images of another: not those on the screen of a device. */
export function morphableImagesOf(
  { image }: Pick<DrawableSlide, 'image'>,
  { image: place, pictures, layout, zoom }: SlideComposition,
  rest: PlacedImage['rest'],
  nameOf: (image: DrawableImage) => string,
): MorphableImage[] {
  const own: MorphableImage[] =
    image && place
      ? [
          {
            ...{ image, box: place.imageBox, rest, zoom, key: picturePartKey(nameOf(image)), isUnder: true },
            radius: place.imageBox === place.panel ? place.radius : 0,
            isGround: drawingOfLayout(layout).image === 'ground',
          },
        ]
      : [];
  const over = pictures.flatMap(({ image: picture, box, radius, corners, screen }): MorphableImage[] =>
    screen
      ? []
      : [
          {
            image: picture,
            box,
            radius,
            corners,
            key: picturePartKey(nameOf(picture)),
            isUnder: false,
            isGround: false,
          },
        ],
  );
  const all = [...own, ...over];
  const keys = counted(all.map(({ key }) => key));
  return all.map((each, index) => ({ ...each, key: keys[index] ?? each.key }));
}

/** Reports whether an image looks the same on both slides. */
export const isSameImage = ({ from, to }: MorphPair<MorphableImage>): boolean =>
  areEqualBoxes(from.box, to.box) &&
  from.isUnder === to.isUnder &&
  from.radius === to.radius &&
  from.corners === to.corners &&
  from.rest === undefined &&
  to.rest === undefined &&
  (from.zoom?.factor ?? 1) === (to.zoom?.factor ?? 1) &&
  from.image.fit === to.image.fit &&
  from.image.focus.x === to.image.focus.x &&
  from.image.focus.y === to.image.focus.y;

/** The images that both slides have. An image that is below text on one slide and above everything on the other is left out. */
export function pairImages(
  from: readonly MorphableImage[],
  to: readonly MorphableImage[],
): MorphPair<MorphableImage>[] {
  return from.flatMap((one) => {
    const other = to.find(({ key }) => key === one.key);
    if (!other) return [];
    const isPossible = one.isUnder === other.isUnder || !(one.isGround || other.isGround);
    return isPossible ? [{ from: one, to: other }] : [];
  });
}
