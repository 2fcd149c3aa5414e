import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Checkbox, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { NewSigningSecretNotice } from '../parts/secret.tsx';
import { EmptyState } from '../parts/states.tsx';
import { requireSessionRecordingClient } from '../session.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';

const EVENTS: readonly (readonly [Schemas['RenderEventName'], string])[] = [
  ['render.completed', 'A render is completed'],
  ['render.failed', 'A render failed'],
  ['render.progress', 'A render makes progress'],
];

/** The dialog that registers a webhook and then shows its secret, once. */
function NewWebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<Schemas['RenderEventName'][]>(['render.completed', 'render.failed']);
  const [secret, setSecret] = useState<string | undefined>();
  const work = useAction();
  const submit = () =>
    work.attempt(async () => {
      const trimmedDescription = description.trim();
      const body = {
        url: url.trim(),
        events,
        ...(trimmedDescription === '' ? {} : { description: trimmedDescription }),
      };
      const { signing_secret } = await requireSessionRecordingClient().post('/webhooks', { body });
      setSecret(signing_secret);
      onMade();
    });
  if (secret !== undefined)
    return (
      <Dialog title="Webhook created" onClose={onClose}>
        <div class="dialog-body">
          <NewSigningSecretNotice secret={secret} />
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button button-main" onClick={onClose}>
            Done
          </button>
        </footer>
      </Dialog>
    );
  return (
    <FormDialog
      title="New webhook"
      action="Create"
      busyAction="Creating…"
      fields={['url', 'description', 'events']}
      work={work}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        value={url}
        placeholder="https://…"
        error={errorMessageForField(work.error, 'url')}
        onText={setUrl}
      />
      <TextField
        label="Description"
        value={description}
        maxLength={500}
        error={errorMessageForField(work.error, 'description')}
        onText={setDescription}
      />
      <fieldset class="template-choice">
        <legend>Events</legend>
        <div class="ticks">
          {EVENTS.map(([name, text]) => (
            <Checkbox
              key={name}
              label={text}
              isOn={events.includes(name)}
              onCheck={(isOn) => setEvents(isOn ? [...events, name] : events.filter((each) => each !== name))}
            />
          ))}
        </div>
      </fieldset>
      {errorMessageForField(work.error, 'events') !== undefined && (
        <p class="field-error">Choose at least one event.</p>
      )}
    </FormDialog>
  );
}

/** The view of all webhooks of the account. */
export function WebhooksView() {
  const pages = useLoadedPages((cursor) =>
    requireSessionRecordingClient().get('/webhooks', {
      params: { query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const newWebhookButton = (
    <button type="button" class="button button-main" onClick={() => setIsDialogOpen(true)}>
      <Icon name="plus" /> New webhook
    </button>
  );
  return (
    <>
      <header class="view-head">
        <h1>Webhooks</h1>
        {newWebhookButton}
      </header>
      <ListView
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No webhooks yet">
            <p>A webhook receives a signed request when a render is completed or failed.</p>
          </EmptyState>
        }
      >
        {(webhook) => (
          <a href={`#/webhooks/${webhook.id}`} class="row-link">
            <span class="row-text">
              <span class="row-title">{webhook.url}</span>
              <span class="fine">
                {webhook.description === '' ? '' : `${webhook.description} · `}
                {webhook.events.join(', ')}
                {webhook.last_delivery && (
                  <>
                    {' '}
                    · last delivery <RelativeTime time={webhook.last_delivery.at} />
                  </>
                )}
              </span>
            </span>
            <StatusBadge status={webhook.status} />
          </a>
        )}
      </ListView>
      {isDialogOpen && <NewWebhookDialog onClose={() => setIsDialogOpen(false)} onMade={pages.loadState.reload} />}
    </>
  );
}
