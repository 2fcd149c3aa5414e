import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { canAddItem, canMoveItems, EMPTY_ITEM_DRAFT, type ItemDraft, withItemMoved } from '../items-draft.ts';
import { Checkbox, TextArea, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { IconField } from './icon-field.tsx';

interface ItemProps {
  item: ItemDraft;
  /** The number of the item, from 1. */
  itemNumber: number;
  itemCount: number;
  isMovable: boolean;
  /** The error of a field of this item in the last attempt to save. */
  faultOf: (field: string) => string | undefined;
  onItem: (item: ItemDraft) => void;
  /** @param step −1: before the item above it; 1: after the one below it */
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

/** The form of one item. */
function ItemField({ item, itemNumber, itemCount, isMovable, faultOf, onItem, onMove, onRemove }: ItemProps) {
  const itemName = `item ${String(itemNumber)}`;
  const change = (changed: Partial<ItemDraft>) => onItem({ ...item, ...changed });
  return (
    <fieldset class="speaker" aria-label={`Item ${String(itemNumber)}`}>
      <TextField
        label={`Title of ${itemName}`}
        value={item.title}
        maxLength={SLIDE_ITEM_LIMITS.title}
        error={faultOf('title')}
        onText={(title) => change({ title })}
      />
      <TextArea
        label={`Text of ${itemName}`}
        rows={2}
        maxLength={SLIDE_ITEM_LIMITS.text}
        value={item.text}
        error={faultOf('text')}
        onText={(text) => change({ text })}
      />
      <div class="pair">
        <TextField
          label={`Figure of ${itemName}`}
          value={item.figure}
          maxLength={SLIDE_ITEM_LIMITS.figure}
          placeholder="42 %"
          onText={(figure) => change({ figure })}
        />
        <TextField
          label={`Date of ${itemName}`}
          value={item.date}
          maxLength={SLIDE_ITEM_LIMITS.date}
          placeholder="Q3 2026"
          onText={(date) => change({ date })}
        />
      </div>
      <IconField itemName={itemName} value={item.icon} error={faultOf('icon')} onIcon={(icon) => change({ icon })} />
      <Checkbox label={`Emphasize ${itemName}`} isOn={item.highlight} onCheck={(highlight) => change({ highlight })} />
      <div class="item-actions">
        <button
          type="button"
          class="button button-small"
          aria-label={`Move ${itemName} up`}
          disabled={!isMovable || itemNumber === 1}
          onClick={() => onMove(-1)}
        >
          Up
        </button>
        <button
          type="button"
          class="button button-small"
          aria-label={`Move ${itemName} down`}
          disabled={!isMovable || itemNumber === itemCount}
          onClick={() => onMove(1)}
        >
          Down
        </button>
        <button
          type="button"
          class="button button-small"
          aria-label={`Remove ${itemName}`}
          disabled={!isMovable && itemNumber < itemCount}
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
  faultOf,
  onItems,
}: {
  items: readonly ItemDraft[];
  /** The error of a field of the slide in the last attempt to save, by its path. */
  faultOf: (path: string) => string | undefined;
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
          itemNumber={index + 1}
          itemCount={items.length}
          isMovable={isMovable}
          faultOf={(field) => faultOf(`items[${String(index)}].${field}`)}
          onItem={(changed) => onItems(items.with(index, changed))}
          onMove={(step) => onItems(withItemMoved(items, index, index + step))}
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
