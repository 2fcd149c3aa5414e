import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { useWork } from '../work.ts';
import { DropZone } from './drop-zone.tsx';
import { Failure } from './states.tsx';
/** A file of a resource: sent by drop or choice, shown, removed. */
export function UploadField({ title, label, accept, hint, onFile, onRemove, children }) {
  const { attempt, ...work } = useWork();
  const isThere = children !== false && children !== null && children !== undefined;
  return _jsxs('div', {
    class: 'media-field',
    children: [
      _jsx('h2', { children: title }),
      isThere &&
        _jsxs('div', {
          class: 'media-row',
          children: [
            children,
            onRemove &&
              _jsx('button', {
                type: 'button',
                class: 'button button-small',
                'aria-label': `Remove the ${label.toLowerCase()}`,
                disabled: work.isBusy,
                onClick: () => attempt(onRemove),
                children: 'Remove',
              }),
          ],
        }),
      !isThere &&
        !work.isBusy &&
        _jsx(DropZone, {
          label: label,
          accept: accept,
          hint: hint,
          onFile: (file) => void attempt(() => onFile(file)),
        }),
      work.isBusy && _jsx('p', { class: 'fine', role: 'status', children: 'Working\u2026' }),
      work.error !== undefined && _jsx(Failure, { error: work.error }),
    ],
  });
}
