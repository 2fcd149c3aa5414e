import type { ComponentChildren } from 'preact';
import type { Loaded } from '../load.ts';
import { MoreButton, type Pages } from './pages.tsx';
import { Shown } from './states.tsx';

/** A list of the API, page after page. */
export function ListView<Item>({
  pages,
  kind = 'row',
  empty,
  itemClass,
  keyOf,
  children,
}: {
  pages: Pages<Item> & { loaded: Loaded<Item[]> };
  kind?: 'row' | 'card';
  /** Shown when there is nothing. */
  empty: ComponentChildren;
  itemClass?: string;
  keyOf: (item: Item) => string;
  children: (item: Item) => ComponentChildren;
}) {
  return (
    <Shown loaded={pages.loaded} kind={kind}>
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
            <MoreButton pages={pages} />
          </>
        )
      }
    </Shown>
  );
}
