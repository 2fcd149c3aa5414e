import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Rooms from the first; those in one list do not import each other. */
export type Floors = readonly (readonly string[])[];

/** The rooms of a folder, the rooms that each may import, and its packages, as a table. */
export function roomsTable(folder: string, floors: Floors): string {
  const rows = floors.flatMap((rooms, floor) =>
    rooms.map((room) => {
      const packages = readdirSync(join(folder, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `\`${name}\``)
        .sort();
      return `| \`${room}\` | ${floors.slice(0, floor).flat().join(', ') || 'nothing'} | ${packages.join(', ')} |`;
    }),
  );
  return ['| room | imports | packages |', '|---|---|---|', ...rows].join('\n');
}
