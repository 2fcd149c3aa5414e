import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { SHORTCUTS } from '../shortcut-keys.ts';
import { singleKeys, switchLetters } from '../shortcuts.ts';
import { Dialog } from './dialog.tsx';
import { Tick } from './fields.tsx';
/** The keys that the console takes. */
export const ShortcutsDialog = ({ onClose }) =>
  _jsxs(Dialog, {
    title: 'Keyboard shortcuts',
    onClose: onClose,
    children: [
      _jsxs('div', {
        class: 'dialog-body',
        children: [
          _jsx('dl', {
            class: 'shortcuts',
            children: SHORTCUTS.map(([keys, what]) =>
              _jsxs(
                'div',
                {
                  children: [_jsx('dt', { children: _jsx('kbd', { children: keys }) }), _jsx('dd', { children: what })],
                },
                keys,
              ),
            ),
          }),
          _jsx(Tick, { label: 'Shortcuts of a single key', isOn: singleKeys.value, onTick: switchLetters }),
        ],
      }),
      _jsx('footer', {
        class: 'dialog-foot',
        children: _jsx('button', { type: 'button', class: 'button button-main', onClick: onClose, children: 'Close' }),
      }),
    ],
  });
