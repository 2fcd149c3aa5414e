import type { Item } from './table.ts';

/** What the table adds to an entity: keys and the name of what it is. */
const OWN = ['PK', 'SK', 'GSI1PK', 'GSI1SK', 'GSI2PK', 'GSI2SK', 'entity', 'expires_at_epoch'];

/**
 * An item of the table as the entity it was written from. The table's own attributes go; the rest was written by this
 * service from the same type, so its shape is not checked again on every read.
 */
export function entityOf<Entity>(item: Item): Entity {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !OWN.includes(name))) as Entity;
}
