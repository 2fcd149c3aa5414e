import type { Page } from '../../contract/pagination.ts';

/**
 * A page without what would make it longer than so many bytes of JSON; that begins the next one. It has one entity at least.
 * @param positionOf the position of an entity in its list.
 */
export function withinBytes<Entity>(
  page: Page<Entity>,
  most: number,
  positionOf: (entity: Entity) => string,
): Page<Entity> {
  let bytes = 0;
  const items: Entity[] = [];
  for (const entity of page.items) {
    bytes += Buffer.byteLength(JSON.stringify(entity));
    const last = items.at(-1);
    if (bytes > most && last !== undefined) return { items, next: positionOf(last) };
    items.push(entity);
  }
  return page;
}
