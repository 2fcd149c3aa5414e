import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

/** A button that opens a list of further actions. Escape, a choice, or a click elsewhere closes it. */
export function Menu({ label, items }: { label: string; items: readonly (readonly [string, () => void])[] }) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  useEffect(() => {
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
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
        {label} <Icon name="more" />
      </summary>
      <ul class="menu-list">
        {items.map(([text, run]) => (
          <li key={text}>
            <button
              type="button"
              class="menu-item"
              onClick={() => {
                close();
                element.current?.querySelector('summary')?.focus();
                run();
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
