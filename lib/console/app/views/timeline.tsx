import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { clock, moved } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { Empty, Failure, Shown } from '../parts/states.tsx';
import { video } from '../session.ts';
import { Checks } from './checks.tsx';
import { RenderDialog } from './render-dialog.tsx';
import { SlideEditor } from './slide-editor.tsx';
import { SlideStrip } from './slide-strip.tsx';
import { TimelineSettingsForm } from './timeline-settings.tsx';

type Timeline = Schemas['Timeline'];

/** What the pictures of a timeline depend on beside their slides. */
const lookOf = ({ template_id, format, footer, slide_numbers, language }: Timeline): string =>
  [template_id, format, footer, slide_numbers, language].join(' ');

const numbered = (slides: Schemas['Slide'][]): Schemas['Slide'][] =>
  slides.map((slide, position) => ({ ...slide, position }));

/** One timeline: its slides, what is wrong with them, and how it becomes a film. */
export function TimelineView({ id }: { id: string }) {
  const path = { id };
  const loaded = useLoad(() => video().get('/timelines/{id}', { params: { path } }), [id]);
  const [chosenId, setChosenId] = useState<string | undefined>();
  const [open, setOpen] = useState<'render' | 'settings' | 'delete' | undefined>();
  const [error, setError] = useState<unknown>();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (loaded.state === 'ready') document.title = `${loaded.data.title} · Video console`;
  }, [loaded.state]);

  const shown = (timeline: Timeline) => {
    const { slides } = timeline;
    const chosen = slides.find((slide) => slide.id === chosenId) ?? slides[0];
    const put = (next: Schemas['Slide'][]) => {
      loaded.set({ ...timeline, slides: numbered(next), slide_count: next.length });
      setChanges((count) => count + 1);
    };
    const attempt = async (work: () => Promise<void>) => {
      setError(undefined);
      try {
        await work();
      } catch (failure) {
        setError(failure);
      }
    };
    const add = () =>
      attempt(async () => {
        const position = chosen === undefined ? 0 : chosen.position + 1;
        const body = { title: 'New slide', position };
        const slide = await video().post('/timelines/{id}/slides', { params: { path }, body });
        put([...slides.slice(0, position), slide, ...slides.slice(position)]);
        setChosenId(slide.id);
      });
    const reorder = (from: number, to: number) =>
      attempt(async () => {
        const next = moved(slides, from, to);
        put(next);
        const slide_ids = next.map((slide) => slide.id);
        try {
          await video().patch('/timelines/{id}/slides/reorder', { params: { path }, body: { slide_ids } });
          tell(`Slide ${String(from + 1)} is now number ${String(to + 1)}`);
        } catch (failure) {
          put(slides);
          throw failure;
        }
      });
    const remove = (slide: Schemas['Slide']) =>
      attempt(async () => {
        await video().delete('/timelines/{id}/slides/{sid}', { params: { path: { id, sid: slide.id } } });
        setChosenId((slides[slide.position + 1] ?? slides[slide.position - 1])?.id);
        put(slides.filter((each) => each.id !== slide.id));
        tell('The slide is deleted');
      });

    return (
      <>
        <header class="view-head">
          <div class="title-block">
            <a class="up-link" href="#/timelines">
              <Icon name="back" /> Timelines
            </a>
            <h1>{timeline.title}</h1>
            <p class="fine">
              {slides.length} {slides.length === 1 ? 'slide' : 'slides'} · about {clock(timeline.duration_seconds)} ·{' '}
              {timeline.format}, {timeline.resolution}
            </p>
          </div>
          <div class="view-actions">
            <button type="button" class="button" onClick={() => setOpen('delete')}>
              <Icon name="trash" /> Delete
            </button>
            <button type="button" class="button" onClick={() => setOpen('settings')}>
              <Icon name="templates" /> Look and voice
            </button>
            <button
              type="button"
              class="button button-main"
              disabled={slides.length === 0}
              onClick={() => setOpen('render')}
            >
              <Icon name="play" /> Render
            </button>
          </div>
        </header>
        {error !== undefined && <Failure error={error} />}
        {chosen === undefined ? (
          <Empty title="No slides yet">
            <p>A slide has a title, points, and notes that are spoken.</p>
            <button type="button" class="button button-main" onClick={add}>
              <Icon name="plus" /> Add a slide
            </button>
          </Empty>
        ) : (
          <div class="editor">
            <SlideStrip
              timeline={timeline}
              look={lookOf(timeline)}
              chosenId={chosen.id}
              onChoose={setChosenId}
              onMove={reorder}
              onAdd={add}
            />
            <SlideEditor
              key={chosen.id}
              timeline={timeline}
              slide={chosen}
              look={lookOf(timeline)}
              onSaved={(slide) => put(slides.map((each) => (each.id === slide.id ? slide : each)))}
              onDelete={() => remove(chosen)}
            />
            <Checks timeline={timeline} changes={`${String(changes)} ${lookOf(timeline)}`} onChoose={setChosenId} />
          </div>
        )}
        {open === 'settings' && (
          <TimelineSettingsForm
            timeline={timeline}
            onClose={() => setOpen(undefined)}
            onMusic={loaded.set}
            onSaved={(saved) => {
              loaded.set(saved);
              setOpen(undefined);
              tell('Saved');
            }}
          />
        )}
        {open === 'render' && <RenderDialog timeline={timeline} onClose={() => setOpen(undefined)} />}
        {open === 'delete' && (
          <Confirm
            title="Delete this timeline?"
            action="Delete"
            onClose={() => setOpen(undefined)}
            onConfirm={() =>
              attempt(async () => {
                setOpen(undefined);
                await video().delete('/timelines/{id}', { params: { path } });
                tell('The timeline is deleted');
                location.hash = '#/timelines';
              })
            }
          >
            <p>Its slides, images and music go with it. Finished films stay.</p>
          </Confirm>
        )}
      </>
    );
  };
  return (
    <Shown loaded={loaded} heading="Timeline">
      {shown}
    </Shown>
  );
}
