import { useState } from 'preact/hooks';
import { TextField } from '../parts/fields.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { apiBaseUrl, sessionCookiePresence, signIn, signInWithCookie, signOutReason } from '../session.ts';
import { useAction } from '../use-action.ts';

/** The view that asks for an API key, which is stored only if the service accepts it. */
export function SignInView() {
  const [key, setKey] = useState('');
  const work = useAction();
  const submit = (event: Event) => {
    event.preventDefault();
    void work.attempt(async () => {
      if (key.trim() === '') throw new Error('Paste an API key.');
      await signIn(key.trim());
    });
  };
  const signInWithBrowserSession = () => work.attempt(signInWithCookie);
  return (
    <main class="sign-in" id="content">
      <div class="sign-in-card">
        <span class="mark" aria-hidden="true" />
        <h1>Video console</h1>
        <p class="lead">Turn slides into narrated video. Sign in with an API key of your account.</p>
        {signOutReason.value !== '' && (
          <p class="note" role="status">
            {signOutReason.value}
          </p>
        )}
        <form onSubmit={submit} noValidate>
          <TextField
            label="API key"
            type="password"
            value={key}
            onText={setKey}
            autocomplete="off"
            spellcheck={false}
            placeholder="svc_…"
            hint="The key is kept for the tabs of this browser until you close them or sign out."
          />
          {work.error !== undefined && <ErrorNotice error={work.error} />}
          <button type="submit" class="button button-main button-wide" disabled={work.isBusy}>
            {work.isBusy ? 'Signing in…' : 'Sign in'}
          </button>
        </form>
        {sessionCookiePresence === 'unknown' && (
          <button type="button" class="link" disabled={work.isBusy} onClick={signInWithBrowserSession}>
            Use the session of this browser
          </button>
        )}
        <p class="fine">
          No key yet? The operator of this service sends you an invitation, or creates a key:{' '}
          <code>npm run account -- invite --plan pro</code>
        </p>
        <p class="fine">
          <a href={`${apiBaseUrl}/docs`}>Documentation</a>
        </p>
      </div>
    </main>
  );
}
