import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { fieldInWords, shownError } from '../shown-error.ts';
/** A failure with its code and the id of the request, which support asks for. */
export function Failure({ error, retry }) {
  const { message, code, requestId, faults } = shownError(error);
  return _jsxs('div', {
    class: 'failure',
    role: 'alert',
    children: [
      _jsx('p', { children: message }),
      faults.length > 0 &&
        _jsx('ul', {
          children: faults.map((fault) =>
            _jsxs('li', { children: [fieldInWords(fault.param), ': ', fault.message] }, fault.param),
          ),
        }),
      (code !== undefined || requestId !== undefined) &&
        _jsxs('p', {
          class: 'fine',
          children: [
            code !== undefined && _jsx('code', { children: code }),
            ' ',
            requestId !== undefined && _jsx('code', { children: requestId }),
          ],
        }),
      retry && _jsx('button', { type: 'button', class: 'button', onClick: retry, children: 'Try again' }),
    ],
  });
}
/** Text of an empty list. */
export const Empty = ({ title, children }) =>
  _jsxs('div', { class: 'empty', children: [_jsx('p', { class: 'empty-title', children: title }), children] });
/** Placeholders of rows or cards that are loading. */
export const Skeleton = ({ rows = 4, kind = 'row' }) =>
  _jsxs('div', {
    class: `skeletons skeletons-${kind}`,
    role: 'status',
    children: [
      _jsx('span', { class: 'unseen', children: 'Loading\u2026' }),
      Array.from({ length: rows }, (_, index) => _jsx('div', { class: 'skeleton' }, `place-${String(index)}`)),
    ],
  });
/** Shows data from the API, that it is loading, or why it failed. */
export function Shown({ loaded, kind, heading, children }) {
  if (loaded.state === 'ready') return _jsx(_Fragment, { children: children(loaded.data) });
  return _jsxs(_Fragment, {
    children: [
      heading !== undefined && _jsx('h1', { class: 'view-head', children: heading }),
      loaded.state === 'loading'
        ? _jsx(Skeleton, { ...(kind ? { kind } : {}) })
        : _jsx(Failure, { error: loaded.error, retry: loaded.reload }),
    ],
  });
}
