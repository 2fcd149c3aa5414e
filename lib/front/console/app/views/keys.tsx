import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { showNotice } from '../parts/notices.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { NewApiKeyNotice } from '../parts/secret.tsx';
import { EmptyState, ErrorNotice } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient, signOut } from '../session.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';

type ApiKey = Schemas['ApiKey'];

const SCOPES: readonly (readonly [Schemas['KeyScope'], string])[] = [
  ['read', 'Read only'],
  ['write', 'Read and write'],
  ['admin', 'All, with API keys'],
];
const scopeInWords = (scope: Schemas['KeyScope']): string => SCOPES.find(([id]) => id === scope)?.[1] ?? scope;

/** The field with the name of a key. */
const NameField = ({ name, error, onText }: { name: string; error: unknown; onText: (text: string) => void }) => (
  <TextField
    label="Name"
    value={name}
    maxLength={80}
    hint="The program or the person that uses the key."
    error={errorMessageForField(error, 'name')}
    onText={onText}
  />
);

/** The dialog that makes a key and then shows it, once. */
function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Schemas['KeyScope']>('write');
  const [secret, setSecret] = useState<string | undefined>();
  const work = useAction();
  const submit = () =>
    work.attempt(async () => {
      const body = { name: name.trim(), scope };
      const { api_key } = await requireSessionRecordingClient().post('/account/keys', { body });
      setSecret(api_key);
      onMade();
    });
  if (secret !== undefined)
    return (
      <Dialog title="API key created" onClose={onClose}>
        <div class="dialog-body">
          <NewApiKeyNotice secret={secret} />
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
      title="New API key"
      action="Create"
      busyAction="Creating…"
      fields={['name', 'scope']}
      work={work}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField name={name} error={work.error} onText={setName} />
      <SelectField
        label="Scope"
        value={scope}
        options={SCOPES}
        hint="A key that only reads cannot change or create anything. Choose the smallest scope that is enough."
        onSelect={setScope}
      />
    </FormDialog>
  );
}

/** The dialog that renames a key. */
function RenameKeyDialog({ apiKey, onClose, onDone }: { apiKey: ApiKey; onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const work = useAction();
  const submit = () =>
    work.attempt(async () => {
      const params = { path: { id: apiKey.id } };
      await requireSessionRecordingClient().put('/account/keys/{id}', { params, body: { name: name.trim() } });
      onDone();
      onClose();
    });
  return (
    <FormDialog
      title="Rename API key"
      action="Rename"
      fields={['name']}
      work={work}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField name={name} error={work.error} onText={setName} />
    </FormDialog>
  );
}

/** The question before a key is revoked. */
function RevokeKeyDialog({ apiKey, onClose, onDone }: { apiKey: ApiKey; onClose: () => void; onDone: () => void }) {
  const work = useAction();
  const revoke = () =>
    work.attempt(async () => {
      await requireSessionRecordingClient().delete('/account/keys/{id}', { params: { path: { id: apiKey.id } } });
      if (apiKey.is_current) return signOut('You revoked the API key of this session.');
      showNotice(`“${apiKey.name}” is revoked.`);
      onDone();
      onClose();
    });
  return (
    <ConfirmDialog title={`Revoke “${apiKey.name}”?`} action="Revoke" onConfirm={revoke} onClose={onClose}>
      <p>Programs that use the key ending in {apiKey.last4} are refused at once. This cannot be undone.</p>
      {apiKey.is_current && <p>You are signed in with this key: you are signed out.</p>}
      {work.error !== undefined && <ErrorNotice error={work.error} />}
    </ConfirmDialog>
  );
}

/** The name, the scope and the times of a key in the list. */
const KeySummary = ({ apiKey }: { apiKey: ApiKey }) => (
  <span class="row-text">
    <span class="row-title">
      {apiKey.name} {apiKey.is_current && <span class="plan">This session</span>}
    </span>
    <span class="fine">
      {scopeInWords(apiKey.scope)} · ends in <code>{apiKey.last4}</code> · created{' '}
      <RelativeTime time={apiKey.created_at} /> ·{' '}
      {apiKey.last_used_at === null ? (
        'not used yet'
      ) : (
        <>
          last used <RelativeTime time={apiKey.last_used_at} />
        </>
      )}
    </span>
  </span>
);

/** The list of keys, for a session that may manage them. @param canMake false on a plan without access to the API */
function KeyList({ canMake }: { canMake: boolean }) {
  const pages = useLoadedPages((cursor) =>
    requireSessionRecordingClient().get('/account/keys', {
      params: { query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  const [isNewKeyDialogOpen, setIsNewKeyDialogOpen] = useState(false);
  const [keyToRename, setKeyToRename] = useState<ApiKey | undefined>();
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | undefined>();
  const reload = () => pages.loadState.reload();
  return (
    <>
      <header class="view-head">
        <h1>API keys</h1>
        {canMake && (
          <button type="button" class="button button-main" onClick={() => setIsNewKeyDialogOpen(true)}>
            <Icon name="plus" /> New API key
          </button>
        )}
      </header>
      <ListView pages={pages} keyOf={({ id }) => id} empty={<EmptyState title="No API keys" />}>
        {(key) => (
          <div class="row-link key-row">
            <KeySummary apiKey={key} />
            {canMake && (
              <button
                type="button"
                class="button button-small"
                aria-label={`Rename ${key.name}`}
                onClick={() => setKeyToRename(key)}
              >
                Rename
              </button>
            )}
            <button
              type="button"
              class="button button-small"
              aria-label={`Revoke ${key.name}`}
              onClick={() => setKeyToRevoke(key)}
            >
              Revoke
            </button>
          </div>
        )}
      </ListView>
      {isNewKeyDialogOpen && <NewKeyDialog onClose={() => setIsNewKeyDialogOpen(false)} onMade={reload} />}
      {keyToRename && (
        <RenameKeyDialog apiKey={keyToRename} onClose={() => setKeyToRename(undefined)} onDone={reload} />
      )}
      {keyToRevoke && (
        <RevokeKeyDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(undefined)} onDone={reload} />
      )}
    </>
  );
}

/** The view of the API keys of the account. */
export function ApiKeysView() {
  const { api_access, auth } = requireSession().account;
  if (auth.scope === 'admin') return <KeyList canMake={api_access} />;
  return (
    <>
      <header class="view-head">
        <h1>API keys</h1>
      </header>
      <p class="note">
        You are signed in with a key whose scope is “{scopeInWords(auth.scope)}”. To manage the keys of the account,
        sign in with one whose scope is “{scopeInWords('admin')}”. The first key of an account has it; the operator of
        this service makes another one.
      </p>
    </>
  );
}
