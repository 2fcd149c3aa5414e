import { useRef, useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { Icon } from './icons.tsx';
/** Takes a file by drop, or by the browser's own dialog. */
export function DropZone({ label, hint, accept, onFile }) {
  const input = useRef(null);
  const [isOver, setIsOver] = useState(false);
  return _jsxs('div', {
    class: isOver ? 'drop drop-over' : 'drop',
    onDragOver: (event) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event) => {
      event.preventDefault();
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    },
    children: [
      _jsx(Icon, { name: 'file' }),
      _jsxs('p', {
        children: [
          'Drop a file, or',
          ' ',
          _jsx('button', {
            type: 'button',
            class: 'link',
            onClick: () => input.current?.click(),
            children: 'choose one',
          }),
        ],
      }),
      _jsx('p', { class: 'hint', children: hint }),
      _jsx('input', {
        ref: input,
        type: 'file',
        class: 'unseen',
        tabIndex: -1,
        'aria-label': label,
        accept: accept,
        onChange: (event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        },
      }),
    ],
  });
}
