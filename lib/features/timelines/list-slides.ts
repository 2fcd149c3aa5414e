import { limitsOfPlan, type Principal } from '#features/accounts/public.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { loadTimeline } from './change-timeline.ts';
import type { TimelineStore } from './ports.ts';
import { pageOfSlides } from './slide-page.ts';
import type { SlideInTimeline } from './timeline.ts';
import { slideBytes } from './timeline-bytes.ts';

/** A page of the slides of a timeline, in order; it has fewer than requested if they would not fit into one answer. */
export async function listSlides(
  store: TimelineStore,
  principal: Principal,
  id: string,
  request: RepositoryPageRequest,
): Promise<RepositoryPage<SlideInTimeline>> {
  const { timeline, slides } = await loadTimeline(store, principal, id);
  const page = pageOfSlides(slides, request, {
    max_bytes: limitsOfPlan(principal.plan).timeline_bytes,
    bytesOf: slideBytes,
  });
  const [firstSlide] = page.items;
  const firstPosition = firstSlide ? slides.indexOf(firstSlide) : 0;
  const count = slides.length;
  return {
    items: page.items.map((slide, index) => ({ slide, position: firstPosition + index, count, timeline })),
    next: page.next,
  };
}
