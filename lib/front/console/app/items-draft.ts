import { ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import type { Schemas } from '#front/client/client.ts';

/** An item in the form: all texts; empty where it has none. */
export interface ItemDraft {
  title: string;
  text: string;
  figure: string;
  date: string;
  /** Name of an icon. */
  icon: string;
  highlight: boolean;
  /** True if it has a picture, which belongs to its place. */
  hasPicture: boolean;
}

/** A new item. */
export const NEW_ITEM: ItemDraft = {
  ...{ title: '', text: '', figure: '', date: '', icon: '' },
  ...{ highlight: false, hasPicture: false },
};

/** The form for stored items. */
export const itemsDraftOf = (items: NonNullable<Schemas['Slide']['items']>): ItemDraft[] =>
  items.map(({ title, text, figure, date, icon, highlight, image }) => ({
    title,
    ...{ text: text ?? '', figure: figure ?? '', date: date ?? '', icon: icon ?? '' },
    highlight,
    hasPicture: image !== null,
  }));

const isBlank = ({ title, text, figure, date, icon, hasPicture }: ItemDraft): boolean =>
  !hasPicture && [title, text, figure, date, icon].every((each) => each.trim() === '');

/** The reason, for the user, why items cannot be saved; undefined if they can. */
export function itemsFormFault(items: readonly ItemDraft[]): string | undefined {
  if (items.length === 0) return 'Add an item, or choose “Points only”.';
  const blank = items.findIndex(isBlank);
  return blank < 0 ? undefined : `Item ${String(blank + 1)} is empty: enter a title, or remove it.`;
}

/** Items as a request has them. `image: {}` keeps the picture of the item in this place. */
export const itemsInput = (items: readonly ItemDraft[]): NonNullable<Schemas['UpdateSlideBody']['items']> =>
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
export const canAddItem = (items: readonly ItemDraft[]): boolean => items.length < ITEM_LIMITS.items;

/** Reports whether items can change places: pictures belong to places, and would stay behind. */
export const canMoveItems = (items: readonly ItemDraft[]): boolean => items.every(({ hasPicture }) => !hasPicture);

/** The items with one in another place. @param from index of the item; `to` is clamped to the list */
export function withItemMoved(items: readonly ItemDraft[], from: number, to: number): ItemDraft[] {
  const moved = items[from];
  if (!moved) return [...items];
  return items.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, moved);
}
