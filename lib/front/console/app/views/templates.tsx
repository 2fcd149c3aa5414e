import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { useLoad } from '../load.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { useAction } from '../use-action.ts';
import { allTemplates, previewOf } from './timeline-settings.tsx';

function NewTemplateDialog({ bases, onClose }: { bases: readonly Schemas['Template'][]; onClose: () => void }) {
  const [name, setName] = useState('');
  const [base, setBase] = useState(bases[0]?.id ?? '');
  const work = useAction();
  const submit = () =>
    work.attempt(async () => {
      const body = { name: name.trim(), base: base as Schemas['TemplateBase'] };
      const { id } = await video().post('/templates', { body });
      location.hash = `#/templates/${id}`;
      onClose();
    });
  return (
    <FormDialog
      title="New template"
      action="Create"
      busyAction="Creating…"
      fields={['name']}
      work={work}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={80} error={fieldFault(work.error, 'name')} onText={setName} />
      <SelectField
        label="Base"
        value={base}
        options={bases.map((each) => [each.id, each.name] as const)}
        onSelect={setBase}
        hint="Everything that you do not change comes from it."
      />
    </FormDialog>
  );
}

/** The view of the built-in templates and those of the account. */
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
      <WhenLoaded loaded={loaded} kind="card">
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
      </WhenLoaded>
      {isMaking && (
        <NewTemplateDialog bases={all.filter(({ kind }) => kind === 'built_in')} onClose={() => setIsMaking(false)} />
      )}
    </>
  );
}
