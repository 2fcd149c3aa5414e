import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import type { Schemas } from '#front/client/client.ts';

/** The values of the form fields of one item, as texts; an empty text means that the item has no such value. */
export interface ItemDraft {
  title: string;
  text: string;
  figure: string;
  date: string;
  /** Name of an icon. */
  icon: string;
  highlight: boolean;
  /** True if the stored item has a picture, which stays at the index of the item. */
  hasPicture: boolean;
}

/** The form values of a new item, which are all empty. */
export const EMPTY_ITEM_DRAFT: ItemDraft = {
  title: '',
  text: '',
  figure: '',
  date: '',
  icon: '',
  highlight: false,
  hasPicture: false,
};

/** Converts the stored items of a slide to the values of the item form. */
export const itemsDraftOf = (items: NonNullable<Schemas['Slide']['items']>): ItemDraft[] =>
  items.map(({ title, text, figure, date, icon, highlight, image }) => ({
    title,
    text: text ?? '',
    figure: figure ?? '',
    date: date ?? '',
    icon: icon ?? '',
    highlight,
    hasPicture: image !== null,
  }));

const isBlank = ({ title, text, figure, date, icon, hasPicture }: ItemDraft): boolean =>
  !hasPicture && [title, text, figure, date, icon].every((each) => each.trim() === '');

/** The reason, for the user, why items cannot be saved; undefined if they can. */
export function itemsFormFault(items: readonly ItemDraft[]): string | undefined {
  if (items.length === 0) return 'Add an item, or choose “Points only”.';
  const blankIndex = items.findIndex(isBlank);
  return blankIndex < 0 ? undefined : `Item ${String(blankIndex + 1)} is empty: enter a title, or remove it.`;
}

/**
 * Converts the values of the item form to the `items` field of a request. `image: {}` keeps the existing picture of the item at the same
 * index.
 */
export const toItemsRequestInput = (items: readonly ItemDraft[]): NonNullable<Schemas['UpdateSlideBody']['items']> =>
  items.map(({ title, text, figure, date, icon, highlight, hasPicture }) => ({
    title,
    ...(text === '' ? {} : { text }),
    ...(figure === '' ? {} : { figure }),
    ...(date === '' ? {} : { date }),
    ...(icon.trim() === '' ? {} : { icon: icon.trim() }),
    highlight,
    ...(hasPicture ? { image: {} } : {}),
  }));

/** Reports whether another item can be added. */
export const canAddItem = (items: readonly ItemDraft[]): boolean => items.length < SLIDE_ITEM_LIMITS.items;

/** Reports whether the items can be reordered. Items with pictures cannot, because a picture stays at its index. */
export const canMoveItems = (items: readonly ItemDraft[]): boolean => items.every(({ hasPicture }) => !hasPicture);

/** Moves one item to another index and returns the new list. @param from index of the item; `to` is clamped to the list */
export function withItemMoved(items: readonly ItemDraft[], from: number, to: number): ItemDraft[] {
  const movedItem = items[from];
  if (!movedItem) return [...items];
  return items.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, movedItem);
}
