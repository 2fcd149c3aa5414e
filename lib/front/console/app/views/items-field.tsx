import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { canAddItem, canMoveItems, EMPTY_ITEM_DRAFT, type ItemDraft, withItemMoved } from '../items-draft.ts';
import { Checkbox, TextArea, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { IconField } from './icon-field.tsx';

interface ItemProps {
  item: ItemDraft;
  /** From 1. */
  number: number;
  count: number;
  isMovable: boolean;
  /** The error of a field of this item in the last attempt to save. */
  fault: (field: string) => string | undefined;
  onItem: (item: ItemDraft) => void;
  /** @param by −1: before the item above it; 1: after the one below it */
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The form of one item. */
function ItemField({ item, number, count, isMovable, fault, onItem, onMove, onRemove }: ItemProps) {
  const name = `item ${String(number)}`;
  const change = (changed: Partial<ItemDraft>) => onItem({ ...item, ...changed });
  return (
    <fieldset class="speaker" aria-label={`Item ${String(number)}`}>
      <TextField
        label={`Title of ${name}`}
        value={item.title}
        maxLength={SLIDE_ITEM_LIMITS.title}
        error={fault('title')}
        onText={(title) => change({ title })}
      />
      <TextArea
        label={`Text of ${name}`}
        rows={2}
        maxLength={SLIDE_ITEM_LIMITS.text}
        value={item.text}
        error={fault('text')}
        onText={(text) => change({ text })}
      />
      <div class="pair">
        <TextField
          label={`Figure of ${name}`}
          value={item.figure}
          maxLength={SLIDE_ITEM_LIMITS.figure}
          placeholder="42 %"
          onText={(figure) => change({ figure })}
        />
        <TextField
          label={`Date of ${name}`}
          value={item.date}
          maxLength={SLIDE_ITEM_LIMITS.date}
          placeholder="Q3 2026"
          onText={(date) => change({ date })}
        />
      </div>
      <IconField name={name} value={item.icon} error={fault('icon')} onIcon={(icon) => change({ icon })} />
      <Checkbox label={`Emphasize ${name}`} isOn={item.highlight} onCheck={(highlight) => change({ highlight })} />
      <div class="item-actions">
        <button
          type="button"
          class="button button-small"
          aria-label={`Move ${name} up`}
          disabled={!isMovable || number === 1}
          onClick={() => onMove(-1)}
        >
          Up
        </button>
        <button
          type="button"
          class="button button-small"
          aria-label={`Move ${name} down`}
          disabled={!isMovable || number === count}
          onClick={() => onMove(1)}
        >
          Down
        </button>
        <button
          type="button"
          class="button button-small"
          aria-label={`Remove ${name}`}
          disabled={!isMovable && number < count}
          onClick={onRemove}
        >
          <Icon name="trash" /> Remove
        </button>
      </div>
    </fieldset>
  );
}

/** The form of the items of a slide: add, remove, move and change them. */
export function ItemsField({
  items,
  fault,
  onItems,
}: {
  items: readonly ItemDraft[];
  /** The error of a field of the slide in the last attempt to save, by its path. */
  fault: (path: string) => string | undefined;
  onItems: (items: readonly ItemDraft[]) => void;
}) {
  const isMovable = canMoveItems(items);
  return (
    <>
      {!isMovable && <p class="hint">Items with pictures keep their places. Only the last one can be removed.</p>}
      {items.map((item, index) => (
        <ItemField
          key={index}
          item={item}
          number={index + 1}
          count={items.length}
          isMovable={isMovable}
          fault={(field) => fault(`items[${String(index)}].${field}`)}
          onItem={(changed) => onItems(items.with(index, changed))}
          onMove={(by) => onItems(withItemMoved(items, index, index + by))}
          onRemove={() => onItems(items.toSpliced(index, 1))}
        />
      ))}
      <button
        type="button"
        class="button button-small"
        disabled={!canAddItem(items)}
        onClick={() => onItems([...items, EMPTY_ITEM_DRAFT])}
      >
        Add an item
      </button>
      {!canAddItem(items) && <p class="hint">A slide has at most {SLIDE_ITEM_LIMITS.items} items.</p>}
    </>
  );
}
