import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { Choice, TextArea, TextField, Tick } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { SlidePicture } from '../parts/picture.tsx';
import { Failure } from '../parts/states.tsx';
import { video } from '../session.ts';
import { changesIn, draftOf, type SlideDraft } from '../slide-draft.ts';
import { Narration } from './narration.tsx';
import { SlideImageField } from './slide-image-field.tsx';

/** The pause in typing after which a change is sent. */
const IDLE_MS = 700;

const LAYOUTS: readonly Schemas['SlideLayout'][] = [
  'auto',
  'title',
  'bullets',
  'two_columns',
  'image_left',
  'image_right',
  'image_full',
  'figure',
  'quote',
  'section',
  'number',
  'code',
  'table',
  'chart',
];

type Saving = { state: 'saved' | 'waiting' | 'saving' } | { state: 'failed'; error: unknown };
const SAVING_WORDS = { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving…', failed: 'Not saved' };

/** One slide: how it looks, its fields, its image, how it speaks. Changes are sent as they are made. */
export function SlideEditor({
  timeline,
  slide,
  look,
  onSaved,
  onDelete,
}: {
  timeline: Schemas['Timeline'];
  slide: Schemas['Slide'];
  look: string;
  onSaved: (slide: Schemas['Slide']) => void;
  onDelete: () => void;
}) {
  const path = { id: timeline.id, sid: slide.id };
  const [draft, setDraft] = useState(() => draftOf(slide));
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const now = useRef({ slide, draft, onSaved });
  now.current = { slide, draft, onSaved };
  const isSaving = useRef(false);

  /** Sends what differs, one request after another: the last one wins. */
  const save = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      for (;;) {
        const body = changesIn(now.current.slide, now.current.draft);
        if (Object.keys(body).length === 0) break;
        setSaving({ state: 'saving' });
        const saved = await video().put('/timelines/{id}/slides/{sid}', { params: { path }, body });
        now.current.slide = saved;
        now.current.onSaved(saved);
      }
      setSaving({ state: 'saved' });
    } catch (error) {
      setSaving({ state: 'failed', error });
    } finally {
      isSaving.current = false;
    }
  };
  useEffect(() => {
    if (Object.keys(changesIn(now.current.slide, draft)).length === 0) return undefined;
    setSaving({ state: 'waiting' });
    const timer = setTimeout(save, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // Somebody goes on to another slide, or leaves.
  useEffect(() => () => void save(), []);

  const change = (changed: Partial<SlideDraft>) => setDraft({ ...draft, ...changed });
  const hasPoints = slide.bullet_points.length > 0;
  return (
    <section class="slide-editor" aria-label={`Slide ${String(slide.position + 1)}`}>
      <div class="stage">
        <SlidePicture
          timelineId={timeline.id}
          slideId={slide.id}
          version={`${slide.updated_at} ${look}`}
          format={timeline.format}
          alt={`Slide ${String(slide.position + 1)} as it will look`}
          width={960}
        />
      </div>
      <div class="slide-bar">
        <p class="fine" role="status">
          {SAVING_WORDS[saving.state]}
        </p>
        <button type="button" class="button button-small" onClick={onDelete}>
          <Icon name="trash" /> Delete the slide
        </button>
      </div>
      {saving.state === 'failed' && <Failure error={saving.error} retry={save} />}
      <div class="slide-fields">
        <TextField label="Title" value={draft.title} maxLength={200} onText={(title) => change({ title })} />
        <TextArea
          label="Points"
          rows={4}
          value={draft.points}
          hint="One a line, at most twelve"
          onText={(points) => change({ points })}
        />
        <TextArea
          label="Speaker notes"
          rows={4}
          maxLength={5000}
          value={draft.notes}
          hint="What the slide says"
          onText={(notes) => change({ notes })}
        />
        <div class="pair">
          <Choice label="Layout" value={draft.layout} options={LAYOUTS} onChoice={(layout) => change({ layout })} />
          <TextField
            label="Seconds"
            type="number"
            min={1}
            max={300}
            step="any"
            value={draft.seconds}
            placeholder="as long as it speaks"
            onText={(seconds) => change({ seconds })}
          />
        </div>
        {hasPoints && (
          <Tick
            label="Points come one by one"
            isOn={draft.build === 'by_bullet'}
            onTick={(isOn) => change({ build: isOn ? 'by_bullet' : 'none' })}
          />
        )}
        <SlideImageField path={path} slide={slide} onSaved={onSaved} />
        <Narration path={path} slide={slide} onSaved={onSaved} />
      </div>
    </section>
  );
}
