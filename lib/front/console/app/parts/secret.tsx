import type { ComponentChildren } from 'preact';
import { showNotice } from './notices.tsx';

/** A secret that is shown only once, with a button that copies it. @param copy label of the button. @param children says what the secret is for */
export const SecretOnce = ({
  secret,
  copy,
  children,
}: {
  secret: string;
  copy: string;
  children: ComponentChildren;
}) => (
  <>
    <p>{children}</p>
    <p class="secret">
      <code>{secret}</code>
    </p>
    <button
      type="button"
      class="button button-small"
      onClick={async () => {
        await navigator.clipboard.writeText(secret);
        showNotice('Copied.');
      }}
    >
      {copy}
    </button>
  </>
);

/** A new signing secret of a webhook. */
export const SigningSecret = ({ secret }: { secret: string }) => (
  <SecretOnce secret={secret} copy="Copy secret">
    Copy the signing secret now: it is not shown again. Your receiver verifies each delivery with it.
  </SecretOnce>
);

/** A new API key. */
export const NewApiKey = ({ secret }: { secret: string }) => (
  <SecretOnce secret={secret} copy="Copy key">
    Copy the API key now and keep it safe, for example in a password manager: it is not shown again.
  </SecretOnce>
);
