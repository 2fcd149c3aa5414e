import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { MoreButton } from './pages.tsx';
import { Shown } from './states.tsx';
/** A list of the API, page after page. */
export function ListView({ pages, kind = 'row', empty, itemClass, keyOf, children }) {
  return _jsx(Shown, {
    loaded: pages.loaded,
    kind: kind,
    children: (items) =>
      items.length === 0
        ? empty
        : _jsxs(_Fragment, {
            children: [
              _jsx('ul', {
                class: `${kind}s`,
                children: items.map((item) =>
                  _jsx('li', { class: itemClass ?? kind, children: children(item) }, keyOf(item)),
                ),
              }),
              _jsx(MoreButton, { pages: pages }),
            ],
          }),
  });
}
