import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listRendersContract } from '#features/renders/contract.ts';
import { findRenderQueuePosition } from '#features/renders/render-slots.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import {
  cursorScopeNameOfFilter,
  decodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
} from '#kernel/contract/pagination.ts';

/** Answers `GET /renders` with the renders of the account, newest first. */
export const handler = createApiEndpoint(
  listRendersContract,
  async ({ principal, query: { limit, cursor, ...filter } }) => {
    const { renders, files, clock, scopeOf } = sharedServices();
    const scope = scopeOf(`renders:${principal.account_id}:${cursorScopeNameOfFilter(filter)}`);
    const after = decodeCursor(cursor, scope, idPositionSchemaOf('render'));
    const [page, slots] = await Promise.all([
      renders.list(principal.account_id, filter, { limit, after }),
      renders.slots(principal.account_id),
    ]);
    const now = clock();
    const items = await Promise.all(
      page.items.map((render) =>
        toRenderAnswer(render, files, now, {
          position: findRenderQueuePosition(slots, render.id),
          showsThumbnails: false,
        }),
      ),
    );
    return listAnswerOfPage({ items, next: page.next }, scope, (render) => render);
  },
);
