import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { clock } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { Icon } from '../parts/icons.tsx';
import { MoreButton, usePages } from '../parts/pages.tsx';
import { SlidePicture } from '../parts/picture.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { NewTimelineDialog } from './new-timeline.tsx';

/** The first slide of a timeline. */
function Cover({ timeline }: { timeline: Schemas['TimelineSummary'] }) {
  const first = useLoad(async () => {
    const params = { path: { id: timeline.id }, query: { limit: 1 } };
    const { data } = await signedIn().quiet.get('/timelines/{id}/slides', { params });
    return data[0] ?? null;
  }, [timeline.id, timeline.version]);
  const frame = `picture picture-${timeline.format}`;
  if (first.state === 'loading')
    return (
      <div class={frame}>
        <div class="skeleton" />
      </div>
    );
  if (first.state === 'failed' || first.data === null)
    return (
      <div class={frame}>
        <p class="picture-note">{first.state === 'failed' ? 'No preview' : 'No slides yet'}</p>
      </div>
    );
  return (
    <SlidePicture
      timelineId={timeline.id}
      slideId={first.data.id}
      version={String(timeline.version)}
      format={timeline.format}
      alt=""
    />
  );
}

const slideCount = (slides: number): string => (slides === 1 ? '1 slide' : `${String(slides)} slides`);

/** All timelines of the account, newest first. */
export function Timelines() {
  const pages = usePages((cursor) =>
    video().get('/timelines', { params: { query: { limit: 24, ...(cursor === undefined ? {} : { cursor }) } } }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <button type="button" class="button button-main" onClick={() => setIsMaking(true)}>
      <Icon name="plus" /> New timeline
    </button>
  );
  return (
    <>
      <header class="view-head">
        <h1>Timelines</h1>
        {make}
      </header>
      <Shown loaded={pages.loaded} kind="card">
        {(timelines) =>
          timelines.length === 0 ? (
            <Empty title="Nothing here yet">
              <p>Write a few slides in Markdown, or drop a deck: the first film is a minute away.</p>
              {make}
            </Empty>
          ) : (
            <>
              <ul class="cards">
                {timelines.map((timeline) => (
                  <li key={timeline.id} class="card">
                    <a href={`#/timelines/${timeline.id}`} class="card-link">
                      <span class="card-picture">
                        <Cover timeline={timeline} />
                      </span>
                      <span class="card-title">{timeline.title}</span>
                    </a>
                    <p class="card-facts">
                      {slideCount(timeline.slide_count)} · {clock(timeline.duration_seconds)} ·{' '}
                      <When at={timeline.updated_at} />
                    </p>
                  </li>
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </Shown>
      {isMaking && <NewTimelineDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}
