import { tell } from './notices.tsx';

/** A secret that is shown once. */
export const Secret = ({ secret }: { secret: string }) => (
  <>
    <p>Keep the signing secret now: it is never shown again. A receiver verifies each delivery with it.</p>
    <p class="secret">
      <code>{secret}</code>
    </p>
    <button
      type="button"
      class="button button-small"
      onClick={async () => {
        await navigator.clipboard.writeText(secret);
        tell('Copied');
      }}
    >
      Copy the secret
    </button>
  </>
);
