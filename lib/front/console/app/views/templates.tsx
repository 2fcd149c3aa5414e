import { useState } from 'preact/hooks';
import { useLoadedData } from '../load.ts';
import { Icon } from '../parts/icons.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { NewTemplateDialog } from './new-template.tsx';
import { listAllTemplates, templatePreviewUrlOf } from './timeline-settings.tsx';

/** The view of the built-in templates and those of the account. */
export function TemplatesView() {
  const templatesLoad = useLoadedData(listAllTemplates, []);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const loadedTemplates = templatesLoad.state === 'ready' ? templatesLoad.data : [];
  return (
    <>
      <header class="view-head">
        <h1>Templates</h1>
        <button
          type="button"
          class="button button-main"
          disabled={templatesLoad.state !== 'ready'}
          onClick={() => setIsDialogOpen(true)}
        >
          <Icon name="plus" /> New template
        </button>
      </header>
      <WhenLoaded loadState={templatesLoad} kind="card">
        {(templates) => (
          <ul class="cards">
            {templates.map((template) => (
              <li key={template.id} class="card">
                <a href={`#/templates/${template.id}`} class="card-link">
                  <span class="card-picture">
                    <span class="picture picture-landscape">
                      <img src={templatePreviewUrlOf(template, 'landscape')} alt="" loading="lazy" />
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
      {isDialogOpen && (
        <NewTemplateDialog
          bases={loadedTemplates.filter(({ kind }) => kind === 'built_in')}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </>
  );
}
