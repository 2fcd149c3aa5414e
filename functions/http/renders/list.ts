import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listRendersContract } from '#features/renders/contract.ts';
import { queuePosition } from '#features/renders/render-slots.ts';
import { renderView } from '#features/renders/view.ts';
import { decodeCursor, filterScope, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /renders` with the renders of the account, newest first. */
export const handler = endpoint(listRendersContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const { renders, files, clock, scopeOf } = services();
  const scope = scopeOf(`renders:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('render'));
  const [page, slots] = await Promise.all([
    renders.list(principal.account_id, filter, { limit, after }),
    renders.slots(principal.account_id),
  ]);
  const now = clock();
  const shown = await Promise.all(
    page.items.map((render) =>
      renderView(render, files, now, { position: queuePosition(slots, render.id), showsThumbnails: false }),
    ),
  );
  return pageAnswer({ items: shown, next: page.next }, scope, (render) => render);
});
