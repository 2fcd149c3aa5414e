import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { Icon } from '../parts/icons.tsx';
import { SlidePreview } from '../parts/picture.tsx';

/**
 * The list of slides with their previews. A slide is selected by a click or an arrow key, moved by dragging or by Alt and an arrow key, and
 * deleted by Delete.
 */
export function SlidePreviewList({
  timeline,
  settingsKey,
  enteredValuesJson,
  chosenId,
  onChoose,
  onMove,
  onAdd,
  onDelete,
}: {
  timeline: Schemas['Timeline'];
  /** A key of the settings on which pictures depend: a change reloads them. */
  settingsKey: string;
  /** Values of variables for the previews, as JSON. */
  enteredValuesJson: string;
  chosenId: string;
  onChoose: (id: string) => void;
  onMove: (from: number, to: number) => void;
  onAdd: () => void;
  onDelete: (id: string) => void;
}) {
  const { slides } = timeline;
  const listRef = useRef<HTMLOListElement>(null);
  const [draggedIndex, setDraggedIndex] = useState<number | undefined>();
  const [dropIndex, setDropIndex] = useState<number | undefined>();
  const chosenIndex = slides.findIndex(({ id }) => id === chosenId);
  const focusSlide = (index: number) => listRef.current?.querySelectorAll<HTMLElement>('.strip-slide')[index]?.focus();
  const orderKey = slides.map(({ id }) => id).join();
  const restoresFocus = useRef(false);
  // After a move or deletion by keyboard, the chosen slide has the focus.
  useEffect(() => {
    if (restoresFocus.current) focusSlide(chosenIndex);
    restoresFocus.current = false;
  }, [orderKey]);
  // The list scrolls to the selected slide: vertically on wide screens, horizontally on phones.
  useEffect(() => {
    const listElement = listRef.current;
    const item = listElement?.querySelectorAll<HTMLElement>('.strip-item')[chosenIndex];
    if (!item || !listElement) return;
    const [listBox, itemBox] = [listElement.getBoundingClientRect(), item.getBoundingClientRect()];
    if (itemBox.top < listBox.top || itemBox.bottom > listBox.bottom)
      listElement.scrollTop += itemBox.top - listBox.top - (listBox.height - itemBox.height) / 2;
    if (itemBox.left < listBox.left || itemBox.right > listBox.right)
      listElement.scrollLeft += itemBox.left - listBox.left - (listBox.width - itemBox.width) / 2;
  }, [chosenId, orderKey]);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= slides.length || from === to) return;
    onMove(from, to);
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const slide = slides[index];
    if (event.key === 'Delete' && slide) {
      event.preventDefault();
      restoresFocus.current = true;
      onDelete(slide.id);
      return;
    }
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const targetIndex = index + step;
    const targetSlide = slides[targetIndex];
    if (!targetSlide) return;
    if (event.altKey) {
      restoresFocus.current = true;
      onMove(index, targetIndex);
    } else {
      onChoose(targetSlide.id);
      focusSlide(targetIndex);
    }
  };
  return (
    <section class="strip" aria-label="Slides">
      <p class="unseen" id="strip-help">
        Arrow keys choose a slide. With Alt they move it. Delete deletes it.
      </p>
      <ol class="strip-list" ref={listRef}>
        {slides.map((slide, index) => (
          <li
            key={slide.id}
            class={index === dropIndex && index !== draggedIndex ? 'strip-item strip-over' : 'strip-item'}
            draggable
            onDragStart={(event) => {
              setDraggedIndex(index);
              event.dataTransfer?.setData('text/plain', slide.id);
            }}
            onDragOver={(event) => {
              if (draggedIndex === undefined) return;
              event.preventDefault();
              setDropIndex(index);
            }}
            onDragEnd={() => {
              setDraggedIndex(undefined);
              setDropIndex(undefined);
            }}
            onDrop={(event) => {
              if (draggedIndex === undefined) return;
              event.preventDefault();
              move(draggedIndex, index);
              setDraggedIndex(undefined);
              setDropIndex(undefined);
            }}
          >
            <button
              type="button"
              class="strip-slide"
              aria-current={slide.id === chosenId ? 'true' : undefined}
              aria-describedby="strip-help"
              aria-label={`Slide ${String(index + 1)}: ${slide.title || 'without title'}`}
              onClick={() => onChoose(slide.id)}
              onKeyDown={(event) => onKey(event, index)}
            >
              <span class="strip-number">{index + 1}</span>
              <SlidePreview
                timelineId={timeline.id}
                slideId={slide.id}
                version={`${slide.updated_at} ${settingsKey}`}
                format={timeline.format}
                alt=""
                width={320}
                enteredValuesJson={enteredValuesJson}
              />
            </button>
          </li>
        ))}
      </ol>
      <div class="strip-tools">
        <button
          type="button"
          class="button-icon"
          aria-label="Move slide up"
          disabled={chosenIndex <= 0}
          onClick={() => move(chosenIndex, chosenIndex - 1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          class="button-icon"
          aria-label="Move slide down"
          disabled={chosenIndex >= slides.length - 1}
          onClick={() => move(chosenIndex, chosenIndex + 1)}
        >
          <Icon name="down" />
        </button>
        <button type="button" class="button button-small" onClick={onAdd}>
          <Icon name="plus" /> Add slide
        </button>
      </div>
    </section>
  );
}
