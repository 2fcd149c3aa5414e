import { useEffect, useRef } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { Icon } from './icons.tsx';
/** A button that opens a list of further actions. Escape, a choice, or a click elsewhere closes it. */
export function Menu({ label, items }) {
  const element = useRef(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  useEffect(() => {
    const elsewhere = (event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, []);
  return _jsxs('details', {
    class: 'menu',
    ref: element,
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || !element.current?.open) return;
      close();
      element.current.querySelector('summary')?.focus();
    },
    children: [
      _jsxs('summary', { class: 'button', children: [label, ' ', _jsx(Icon, { name: 'more' })] }),
      _jsx('ul', {
        class: 'menu-list',
        children: items.map(([text, run]) =>
          _jsx(
            'li',
            {
              children: _jsx('button', {
                type: 'button',
                class: 'menu-item',
                onClick: () => {
                  close();
                  element.current?.querySelector('summary')?.focus();
                  run();
                },
                children: text,
              }),
            },
            text,
          ),
        ),
      }),
    ],
  });
}
