import { useState } from 'preact/hooks';
import { TextField } from '../parts/fields.tsx';
import { Failure } from '../parts/states.tsx';
import { apiBase, cookieHint, signedOutBecause, signIn, signInWithCookie } from '../session.ts';

/** Asks for an API key, which is tried before it is kept. */
export function SignIn() {
  const [key, setKey] = useState('');
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const submit = async (event: Event) => {
    event.preventDefault();
    if (key.trim() === '') return setState({ isBusy: false, error: new Error('Paste an API key.') });
    setState({ isBusy: true });
    try {
      await signIn(key.trim());
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  const takeCookie = async () => {
    setState({ isBusy: true });
    try {
      await signInWithCookie();
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <main class="sign-in" id="content">
      <div class="sign-in-card">
        <span class="mark" aria-hidden="true" />
        <h1>Video console</h1>
        <p class="lead">Turn slides into narrated video. Sign in with an API key of your account.</p>
        {signedOutBecause.value !== '' && (
          <p class="note" role="status">
            {signedOutBecause.value}
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
          {state.error !== undefined && <Failure error={state.error} />}
          <button type="submit" class="button button-main button-wide" disabled={state.isBusy}>
            {state.isBusy ? 'Signing in…' : 'Sign in'}
          </button>
        </form>
        {cookieHint === 'unknown' && (
          <button type="button" class="link" disabled={state.isBusy} onClick={takeCookie}>
            Use the session of this browser
          </button>
        )}
        <p class="fine">
          No key yet? The operator of this service creates one: <code>npm run account -- create --plan pro</code>
        </p>
        <p class="fine">
          <a href={`${apiBase}/docs`}>Documentation</a>
        </p>
      </div>
    </main>
  );
}
