import type { ComponentChildren } from 'preact';
import type { LoadState } from '../load.ts';
import { type LoadedPages, LoadMoreButton } from './pages.tsx';
import { WhenLoaded } from './states.tsx';

/** A list from the API, with a button that adds the next page. */
export function ListView<Item>({
  pages,
  kind = 'row',
  empty,
  itemClass,
  keyOf,
  children,
}: {
  pages: LoadedPages<Item> & { loadState: LoadState<Item[]> };
  kind?: 'row' | 'card';
  /** Shown instead of an empty list. */
  empty: ComponentChildren;
  itemClass?: string;
  keyOf: (item: Item) => string;
  children: (item: Item) => ComponentChildren;
}) {
  return (
    <WhenLoaded loadState={pages.loadState} kind={kind}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            <ul class={`${kind}s`}>
              {items.map((item) => (
                <li key={keyOf(item)} class={itemClass ?? kind}>
                  {children(item)}
                </li>
              ))}
            </ul>
            <LoadMoreButton pages={pages} />
          </>
        )
      }
    </WhenLoaded>
  );
}
