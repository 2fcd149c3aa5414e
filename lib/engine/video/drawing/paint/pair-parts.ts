import type { Node } from '@takumi-rs/core';
import type { DrawableImage, DrawableSlide } from '../drawable-slide.ts';
import { areEqualBoxes } from '../layout/boxes.ts';
import { drawingOfLayout } from '../layout/layouts/layout-of.ts';
import { sharablePartOfNode } from '../layout/slide-parts.ts';
import { partKeyOfPicture, partKeyOfTitle, partKeysOfItems } from '../shared-slide-parts.ts';
import type { SlideComposition } from './compose-slide.ts';
import type { MorphPair } from './morph-layers.ts';
import type { PlacedImage } from './shown-image.ts';

/** The keys in their order; a key that occurred before is followed by how often, so that all differ. */
function distinctKeys(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const earlierCount = counts.get(key) ?? 0;
    counts.set(key, earlierCount + 1);
    return earlierCount === 0 ? key : `${key}\n${earlierCount}`;
  });
}

/** The key of the rule next to a heading. The rule moves only with its heading. */
export const HEADING_RULE_KEY = 'rule';

/** The layout nodes that draw each part of a slide, by the keys of the parts. */
export function drawnNodesByPartKey(
  slide: DrawableSlide,
  { nodes, content, layout }: SlideComposition,
): Map<string, Node[]> {
  const itemKeys = distinctKeys(partKeysOfItems(slide, layout));
  const titleKey = partKeyOfTitle(slide, layout);
  const nodesByKey = new Map<string, Node[]>();
  for (const node of nodes) {
    const part = content.has(node) ? sharablePartOfNode(node) : undefined;
    if (part === undefined) continue;
    const key =
      part === 'heading' ? titleKey : part === 'rule' ? HEADING_RULE_KEY : itemKeys[Number(part.slice('item '.length))];
    if (key !== undefined) nodesByKey.set(key, [...(nodesByKey.get(key) ?? []), node]);
  }
  return nodesByKey;
}

/** Nodes as text, by which they are compared. */
const serializeNodes = (nodes: readonly Node[]): string => JSON.stringify(nodes);

/** Reports whether nodes look the same, in the same place. */
export const areNodesEqual = (first: readonly Node[], second: readonly Node[]): boolean =>
  serializeNodes(first) === serializeNodes(second);

/** The nodes of a slide, and the nodes of each of its parts by the keys of the parts. */
interface NodesInParts {
  composition: Pick<SlideComposition, 'nodes'>;
  nodesByKey: ReadonlyMap<string, readonly Node[]>;
}

/** The nodes of a slide that another one has in the same place and in the part with the same key: marks of different cards are different. */
export function nodesOnBothSlides(slide: NodesInParts, other: NodesInParts): Set<Node> {
  const nodesWithIdentity = ({ composition, nodesByKey }: NodesInParts): Map<Node, string> => {
    const keys = new Map([...nodesByKey].flatMap(([key, nodes]) => nodes.map((node) => [node, key] as const)));
    return new Map(composition.nodes.map((node) => [node, JSON.stringify([keys.get(node) ?? null, node])]));
  };
  const identitiesOnOther = new Set(nodesWithIdentity(other).values());
  return new Set(
    [...nodesWithIdentity(slide)].flatMap(([node, identity]) => (identitiesOnOther.has(identity) ? [node] : [])),
  );
}

/** An image of a slide with its key. */
export interface MorphableImage extends PlacedImage {
  key: string;
  /** True if it is below the nodes of the slide, false if it is over them. */
  isBelowNodes: boolean;
  /** True if it is the background, over which text may be. */
  isBackground: boolean;
}

/** The images of a slide that may turn into images of another: not those on the screen of a device. */
export function morphableImagesOf(
  { image }: Pick<DrawableSlide, 'image'>,
  { image: place, pictures, layout, zoom }: SlideComposition,
  restState: PlacedImage['rest'],
  hashOf: (image: DrawableImage) => string,
): MorphableImage[] {
  const slideImages: MorphableImage[] =
    image && place
      ? [
          {
            image,
            box: place.imageBox,
            rest: restState,
            zoom,
            key: partKeyOfPicture(hashOf(image)),
            isBelowNodes: true,
            radius: place.imageBox === place.panel ? place.radius : 0,
            isBackground: drawingOfLayout(layout).image === 'ground',
          },
        ]
      : [];
  const pastedImages = pictures.flatMap(({ image: picture, box, radius, corners, screen }): MorphableImage[] =>
    screen
      ? []
      : [
          {
            image: picture,
            box,
            radius,
            corners,
            key: partKeyOfPicture(hashOf(picture)),
            isBelowNodes: false,
            isBackground: false,
          },
        ],
  );
  const allImages = [...slideImages, ...pastedImages];
  const keys = distinctKeys(allImages.map(({ key }) => key));
  return allImages.map((placedImage, index) => ({ ...placedImage, key: keys[index] ?? placedImage.key }));
}

/** Reports whether an image looks the same, and stands still, on both slides. */
export const isSameImageOnBothSlides = ({ from, to }: MorphPair<MorphableImage>): boolean =>
  areEqualBoxes(from.box, to.box) &&
  from.isBelowNodes === to.isBelowNodes &&
  from.radius === to.radius &&
  from.corners === to.corners &&
  from.rest === undefined &&
  to.rest === undefined &&
  (from.zoom?.factor ?? 1) === (to.zoom?.factor ?? 1) &&
  from.image.fit === to.image.fit &&
  from.image.focus.x === to.image.focus.x &&
  from.image.focus.y === to.image.focus.y;

/**
 * The images that both slides have. An image that is below the nodes on one slide and over them on the other is left out if it is the
 * background of one of them.
 */
export function pairImages(
  from: readonly MorphableImage[],
  to: readonly MorphableImage[],
): MorphPair<MorphableImage>[] {
  return from.flatMap((fromImage) => {
    const toImage = to.find(({ key }) => key === fromImage.key);
    if (!toImage) return [];
    const canTurn =
      fromImage.isBelowNodes === toImage.isBelowNodes || !(fromImage.isBackground || toImage.isBackground);
    return canTurn ? [{ from: fromImage, to: toImage }] : [];
  });
}
