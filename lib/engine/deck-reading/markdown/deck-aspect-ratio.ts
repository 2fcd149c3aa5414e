import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { ParsedDeck } from '../deck.ts';

/** Ratio of the sides of a deck that names none. */
export const DEFAULT_DECK_ASPECT_RATIO = { width: 16, height: 9 };

/** Ratios of sides by the values of Marp's `size`, such as `4:3`, and of Slidev's `aspectRatio`, such as `4/3`. */
const SIDES_BY_NAME: Readonly<Record<string, ParsedDeck['sides']>> = {
  '4:3': { width: 4, height: 3 },
  '4/3': { width: 4, height: 3 },
  '1:1': { width: 1, height: 1 },
  '1/1': { width: 1, height: 1 },
  '9:16': { width: 9, height: 16 },
  '9/16': { width: 9, height: 16 },
};

/** The ratio of the sides that a deck names; the default for any other text. */
export const parseDeckAspectRatio = (size: string): ParsedDeck['sides'] =>
  ownPropertyValue(SIDES_BY_NAME, size) ?? DEFAULT_DECK_ASPECT_RATIO;
