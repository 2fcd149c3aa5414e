import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { tell } from './notices.tsx';
/** A secret, which is shown only once. */
export const Secret = ({ secret }) =>
  _jsxs(_Fragment, {
    children: [
      _jsx('p', {
        children: 'Copy the signing secret now: it is not shown again. Your receiver verifies each delivery with it.',
      }),
      _jsx('p', { class: 'secret', children: _jsx('code', { children: secret }) }),
      _jsx('button', {
        type: 'button',
        class: 'button button-small',
        onClick: async () => {
          await navigator.clipboard.writeText(secret);
          tell('Copied.');
        },
        children: 'Copy secret',
      }),
    ],
  });
