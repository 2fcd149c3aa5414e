import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { useLoad } from '../load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { video } from '../session.ts';
import { fieldFault, isShownAt } from '../told-error.ts';
import { allTemplates, previewOf } from './timeline-settings.tsx';

function NewTemplateDialog({ bases, onClose }: { bases: readonly Schemas['Template'][]; onClose: () => void }) {
  const [name, setName] = useState('');
  const [base, setBase] = useState(bases[0]?.id ?? '');
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const submit = async (event: Event) => {
    event.preventDefault();
    setWork({ isBusy: true });
    try {
      const body = { name: name.trim(), base: base as Schemas['TemplateBase'] };
      const { id } = await video().post('/templates', { body });
      location.hash = `#/templates/${id}`;
      onClose();
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  return (
    <Dialog title="New template" onClose={onClose}>
      <form onSubmit={submit} class="dialog-form" noValidate>
        <div class="dialog-body">
          <TextField label="Name" value={name} maxLength={80} error={fieldFault(work.error, 'name')} onText={setName} />
          <Choice
            label="Base"
            value={base}
            options={bases.map((each) => [each.id, each.name] as const)}
            onChoice={setBase}
            hint="Everything that you do not change comes from it."
          />
          {work.error !== undefined && !isShownAt(work.error, ['name']) && <Failure error={work.error} />}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-main" disabled={work.isBusy}>
            {work.isBusy ? 'Creating…' : 'Create'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The built-in templates and those of the account. */
export function Templates() {
  const loaded = useLoad(allTemplates, []);
  const [isMaking, setIsMaking] = useState(false);
  const all = loaded.state === 'ready' ? loaded.data : [];
  return (
    <>
      <header class="view-head">
        <h1>Templates</h1>
        <button
          type="button"
          class="button button-main"
          disabled={loaded.state !== 'ready'}
          onClick={() => setIsMaking(true)}
        >
          <Icon name="plus" /> New template
        </button>
      </header>
      <Shown loaded={loaded} kind="card">
        {(templates) => (
          <ul class="cards">
            {templates.map((template) => (
              <li key={template.id} class="card">
                <a href={`#/templates/${template.id}`} class="card-link">
                  <span class="card-picture">
                    <span class="picture picture-landscape">
                      <img src={previewOf(template, 'landscape')} alt="" loading="lazy" />
                    </span>
                  </span>
                  <span class="card-title">{template.name}</span>
                </a>
                <p class="card-facts">
                  {template.kind === 'own' ? 'Custom' : 'Built-in'} · {template.scheme}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {isMaking && (
        <NewTemplateDialog bases={all.filter(({ kind }) => kind === 'built_in')} onClose={() => setIsMaking(false)} />
      )}
    </>
  );
}
