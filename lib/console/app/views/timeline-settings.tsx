import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { useLoad } from '../load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, TextField, Tick } from '../parts/fields.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';
import { MusicField } from './music-field.tsx';

/** The picture of a template that comes closest to a slide of this format. */
export const previewOf = ({ previews }: Schemas['Template'], format: Schemas['Format']): string | undefined =>
  (
    previews.find((each) => each.format === format && each.layout === 'bullets') ??
    previews.find((each) => each.format === format) ??
    previews[0]
  )?.url;

/** All templates, built-in and own. */
export async function allTemplates(): Promise<Schemas['Template'][]> {
  const found = await Array.fromAsync(signedIn().quiet.items('/templates', { query: { limit: 100 } }));
  // Inference makes arrays of pairs.
  return found as Schemas['Template'][];
}

const TRANSITIONS: readonly Schemas['TransitionType'][] = ['none', 'fade', 'slide', 'wipe', 'zoom'];

/** How a whole timeline looks and speaks. */
export function TimelineSettingsForm({
  timeline,
  onClose,
  onSaved,
  onMusic,
}: {
  timeline: Schemas['Timeline'];
  onClose: () => void;
  /** The music was changed: that is saved by itself, and the dialog stays. */
  onMusic: (timeline: Schemas['Timeline']) => void;
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const templates = useLoad(allTemplates, []);
  const [title, setTitle] = useState(timeline.title);
  const [template, setTemplate] = useState(timeline.template_id);
  const [language, setLanguage] = useState(timeline.language);
  const [voice, setVoice] = useState(timeline.voice ?? '');
  const [transition, setTransition] = useState(timeline.transition.type);
  const [footer, setFooter] = useState(timeline.footer ?? '');
  const [hasNumbers, setHasNumbers] = useState(timeline.slide_numbers === true);
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const voices = useLoad(async () => {
    const found = signedIn().quiet.items('/voices', { query: { limit: 100, language } });
    return Array.fromAsync(found).catch(() => []);
  }, [language]);

  const submit = async (event: Event) => {
    event.preventDefault();
    setWork({ isBusy: true });
    const body: Schemas['UpdateTimelineBody'] = {};
    if (title !== timeline.title) body.title = title;
    if (template !== timeline.template_id) body.template_id = template;
    if (language !== timeline.language) body.language = language;
    if (voice !== (timeline.voice ?? '')) body.voice = voice === '' ? null : voice;
    if (transition !== timeline.transition.type) body.transition = { type: transition };
    if (footer !== (timeline.footer ?? '')) body.footer = footer === '' ? null : footer;
    if (hasNumbers !== (timeline.slide_numbers === true)) body.slide_numbers = hasNumbers;
    try {
      const params = { path: { id: timeline.id } };
      onSaved(Object.keys(body).length === 0 ? timeline : await video().put('/timelines/{id}', { params, body }));
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const choices = voices.state === 'ready' ? voices.data : [];
  const isKnown = voice === '' || choices.some(({ id }) => id === voice);
  const named: (readonly [string, string])[] = [
    ['', 'The usual one of the language'],
    ...(isKnown ? [] : [[voice, voice] as const]),
    ...choices.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <Dialog title="Look and voice" onClose={onClose} wide>
      <form onSubmit={submit} class="dialog-form" noValidate>
        <div class="dialog-body">
          <TextField label="Title" value={title} maxLength={200} onText={setTitle} />
          <fieldset class="template-choice">
            <legend>Template</legend>
            <Shown loaded={templates} kind="card">
              {(all) => (
                <div class="template-grid">
                  {all.map((each) => (
                    <label key={each.id} class="template-option">
                      <input
                        type="radio"
                        name="template"
                        value={each.id}
                        checked={each.id === template}
                        onChange={() => setTemplate(each.id)}
                      />
                      <span class={`template-picture picture picture-${timeline.format}`}>
                        <img src={previewOf(each, timeline.format)} alt="" loading="lazy" />
                      </span>
                      <span class="template-name">{each.name}</span>
                    </label>
                  ))}
                </div>
              )}
            </Shown>
          </fieldset>
          <div class="pair">
            <TextField label="Language" value={language} onText={setLanguage} hint="A tag such as en, de or pt-BR" />
            <Choice label="Voice" value={voice} options={named} onChoice={setVoice} />
          </div>
          <div class="pair">
            <Choice label="Transition" value={transition} options={TRANSITIONS} onChoice={setTransition} />
            <TextField label="Footer" value={footer} maxLength={80} onText={setFooter} />
          </div>
          <MusicField timeline={timeline} onSaved={onMusic} />
          <Tick label="Number the slides" isOn={hasNumbers} onTick={setHasNumbers} />
          {work.error !== undefined && <Failure error={work.error} />}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-main" disabled={work.isBusy}>
            {work.isBusy ? 'Saving…' : 'Save'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
