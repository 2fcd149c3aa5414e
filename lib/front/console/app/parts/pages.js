import { useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { useLoad } from '../load.ts';
import { Failure } from './states.tsx';
/** A list of the API, page after page. @param read the page after a cursor */
export function usePages(read, keys = []) {
  const [next, setNext] = useState(null);
  const [more, setMore] = useState({ isBusy: false });
  const loaded = useLoad(async () => {
    const page = await read(undefined);
    setNext(page.next_cursor);
    return page.data;
  }, keys);
  return {
    loaded,
    hasMore: next !== null,
    isBusy: more.isBusy,
    error: more.error,
    more() {
      if (next === null || loaded.state !== 'ready') return;
      setMore({ isBusy: true });
      read(next).then(
        (page) => {
          loaded.set([...loaded.data, ...page.data]);
          setNext(page.next_cursor);
          setMore({ isBusy: false });
        },
        (error) => setMore({ isBusy: false, error }),
      );
    },
  };
}
/** The button to the next page, where there is one. */
export function MoreButton({ pages }) {
  if (!pages.hasMore) return null;
  return _jsxs('div', {
    class: 'more',
    children: [
      pages.error !== undefined && _jsx(Failure, { error: pages.error }),
      _jsx('button', {
        type: 'button',
        class: 'button',
        onClick: pages.more,
        disabled: pages.isBusy,
        children: pages.isBusy ? 'Loading…' : 'Show more',
      }),
    ],
  });
}
