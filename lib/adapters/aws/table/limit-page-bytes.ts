import type { RepositoryPage } from '#kernel/contract/pagination.ts';

/**
 * Shortens a page to a number of bytes of JSON; the entities that are cut off come first on the next page. Keeps at least one entity.
 * @param maxBytes the most bytes of JSON
 * @param positionOf returns the position of an entity in its list
 */
export function limitPageBytes<Entity>(
  page: RepositoryPage<Entity>,
  maxBytes: number,
  positionOf: (entity: Entity) => string,
): RepositoryPage<Entity> {
  let bytes = 0;
  const items: Entity[] = [];
  for (const entity of page.items) {
    bytes += Buffer.byteLength(JSON.stringify(entity));
    const lastItem = items.at(-1);
    if (bytes > maxBytes && lastItem !== undefined) return { items, next: positionOf(lastItem) };
    items.push(entity);
  }
  return page;
}
