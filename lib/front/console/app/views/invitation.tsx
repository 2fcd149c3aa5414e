import { useState } from 'preact/hooks';
import { invitationToken } from '../invitation.ts';
import { TextField } from '../parts/fields.tsx';
import { CurrentNotice } from '../parts/notices.tsx';
import { NewApiKeyNotice } from '../parts/secret.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { currentSession, signUpWithInvitation } from '../session.ts';
import { areAllFaultsAboutFields, errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';

const FIELDS = ['name', 'email'];

/** The form that makes an account with an invitation. @param onMade called with the first API key */
function AcceptForm({ onMade }: { onMade: (key: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const work = useAction();
  const submit = (event: Event) => {
    event.preventDefault();
    void work.attempt(async () => {
      const details = {
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
      };
      onMade(await signUpWithInvitation(invitationToken.value, details));
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Name of the account"
        value={name}
        maxLength={80}
        error={errorMessageForField(work.error, 'name')}
        hint="You or your team. Empty: the name in the invitation."
        onText={setName}
      />
      <TextField
        label="E-mail address"
        value={email}
        maxLength={254}
        error={errorMessageForField(work.error, 'email')}
        hint="Empty: the address in the invitation."
        onText={setEmail}
      />
      {work.error !== undefined && !areAllFaultsAboutFields(work.error, FIELDS) && <ErrorNotice error={work.error} />}
      <button type="submit" class="button button-main button-wide" disabled={work.isBusy}>
        {work.isBusy ? 'Making the account…' : 'Make the account'}
      </button>
    </form>
  );
}

/** The content of the view: the form, the new key, or the reason why there is neither. */
function InvitationContent() {
  const [key, setKey] = useState<string | undefined>();
  if (key !== undefined)
    return (
      <>
        <p class="lead" role="status">
          Your account is ready, and you are signed in.
        </p>
        <NewApiKeyNotice secret={key} />
        <a class="button button-main button-wide" href="#/timelines">
          Open the console
        </a>
      </>
    );
  if (currentSession.value)
    return (
      <p class="note" role="status">
        You are signed in as {currentSession.value.account.name}. An invitation makes a new account: sign out first,
        then open its link again. <a href="#/timelines">Go to the console</a>
      </p>
    );
  if (invitationToken.value === '')
    return (
      <p class="note" role="status">
        Open the link of your invitation again: this page no longer has it. <a href="#/timelines">Sign in</a>
      </p>
    );
  return (
    <>
      <p class="lead">You are invited to make an account. You get an API key, with which you sign in.</p>
      <AcceptForm onMade={setKey} />
    </>
  );
}

/** The view of an invitation. */
export const InvitationView = () => (
  <main class="sign-in" id="content" tabIndex={-1}>
    <div class="sign-in-card">
      <span class="mark" aria-hidden="true" />
      <h1>Invitation</h1>
      <InvitationContent />
    </div>
    <CurrentNotice />
  </main>
);
