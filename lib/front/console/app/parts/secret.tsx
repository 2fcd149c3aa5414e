import type { ComponentChildren } from 'preact';
import { showNotice } from './notices.tsx';

/**
 * A secret that is shown only once, with a button that copies it.
 * @param copyLabel label of the button
 * @param children says what the secret is for
 */
export const SecretShownOnce = ({
  secret,
  copyLabel,
  children,
}: {
  secret: string;
  copyLabel: string;
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
      {copyLabel}
    </button>
  </>
);

/** A component that shows the new signing secret of a webhook once. */
export const NewSigningSecretNotice = ({ secret }: { secret: string }) => (
  <SecretShownOnce secret={secret} copyLabel="Copy secret">
    Copy the signing secret now: it is not shown again. Your receiver verifies each delivery with it.
  </SecretShownOnce>
);

/** A component that shows a new API key once. */
export const NewApiKeyNotice = ({ secret }: { secret: string }) => (
  <SecretShownOnce secret={secret} copyLabel="Copy key">
    Copy the API key now and keep it safe, for example in a password manager: it is not shown again.
  </SecretShownOnce>
);
