import { showNotice } from './notices.tsx';

/** A new signing secret of a webhook, with a button that copies it. */
export const SigningSecret = ({ secret }: { secret: string }) => (
  <>
    <p>Copy the signing secret now: it is not shown again. Your receiver verifies each delivery with it.</p>
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
      Copy secret
    </button>
  </>
);
