import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

/**
 * A button that opens a list of further actions. Escape, an action, or a click or focus outside closes it.
 * @param items label and effect of each
 */
export function Menu({ label, items }: { label: string; items: readonly (readonly [string, () => void])[] }) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  useEffect(() => {
    const closeIfOutside = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', closeIfOutside);
    document.addEventListener('focusin', closeIfOutside);
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside);
      document.removeEventListener('focusin', closeIfOutside);
    };
  }, []);
  return (
    <details
      class="menu"
      ref={element}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !element.current?.open) return;
        close();
        element.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="button">
        {label} <Icon name="expand" />
      </summary>
      <ul class="menu-list">
        {items.map(([itemLabel, runAction]) => (
          <li key={itemLabel}>
            <button
              type="button"
              class="menu-item"
              onClick={() => {
                close();
                element.current?.querySelector('summary')?.focus();
                runAction();
              }}
            >
              {itemLabel}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
