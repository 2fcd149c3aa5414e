import { useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { TextField } from '../parts/fields.tsx';
import { Failure } from '../parts/states.tsx';
import { apiBase, cookieHint, signedOutBecause, signIn, signInWithCookie } from '../session.ts';
import { useWork } from '../work.ts';
/** Asks for an API key, which is tried before it is kept. */
export function SignIn() {
  const [key, setKey] = useState('');
  const work = useWork();
  const submit = (event) => {
    event.preventDefault();
    void work.attempt(async () => {
      if (key.trim() === '') throw new Error('Paste an API key.');
      await signIn(key.trim());
    });
  };
  const takeCookie = () => work.attempt(signInWithCookie);
  return _jsx('main', {
    class: 'sign-in',
    id: 'content',
    children: _jsxs('div', {
      class: 'sign-in-card',
      children: [
        _jsx('span', { class: 'mark', 'aria-hidden': 'true' }),
        _jsx('h1', { children: 'Video console' }),
        _jsx('p', {
          class: 'lead',
          children: 'Turn slides into narrated video. Sign in with an API key of your account.',
        }),
        signedOutBecause.value !== '' && _jsx('p', { class: 'note', role: 'status', children: signedOutBecause.value }),
        _jsxs('form', {
          onSubmit: submit,
          noValidate: true,
          children: [
            _jsx(TextField, {
              label: 'API key',
              type: 'password',
              value: key,
              onText: setKey,
              autocomplete: 'off',
              spellcheck: false,
              placeholder: 'svc_\u2026',
              hint: 'The key is kept for the tabs of this browser until you close them or sign out.',
            }),
            work.error !== undefined && _jsx(Failure, { error: work.error }),
            _jsx('button', {
              type: 'submit',
              class: 'button button-main button-wide',
              disabled: work.isBusy,
              children: work.isBusy ? 'Signing in…' : 'Sign in',
            }),
          ],
        }),
        cookieHint === 'unknown' &&
          _jsx('button', {
            type: 'button',
            class: 'link',
            disabled: work.isBusy,
            onClick: takeCookie,
            children: 'Use the session of this browser',
          }),
        _jsxs('p', {
          class: 'fine',
          children: [
            'No key yet? The operator of this service creates one: ',
            _jsx('code', { children: 'npm run account -- create --plan pro' }),
          ],
        }),
        _jsx('p', { class: 'fine', children: _jsx('a', { href: `${apiBase}/docs`, children: 'Documentation' }) }),
      ],
    }),
  });
}
