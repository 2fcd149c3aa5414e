import { signal } from '@preact/signals';

interface Notice {
  text: string;
  number: number;
  action?: { label: string; run: () => void } | undefined;
}

/** The last message: shown for some seconds, and read out. */
const notice = signal<Notice | null>(null);
let count = 0;
const SHOWN_MS = 5_000;
/** A message with a button stays longer: it has to be reached. */
export const ACTION_SHOWN_MS = 10_000;

/** Shows a message for a short time. @param action what its button does */
export function tell(text: string, action?: Notice['action']): void {
  count += 1;
  const mine = count;
  notice.value = { text, number: mine, action };
  setTimeout(
    () => {
      if (notice.value?.number === mine) notice.value = null;
    },
    action ? ACTION_SHOWN_MS : SHOWN_MS,
  );
}

/** Place of such a message. */
export const Notices = () => (
  <div class="notices" role="status">
    {notice.value && (
      <p class="notice">
        {notice.value.text}
        {notice.value.action && (
          <button
            type="button"
            class="notice-action"
            onClick={() => {
              const run = notice.value?.action?.run;
              notice.value = null;
              run?.();
            }}
          >
            {notice.value.action.label}
          </button>
        )}
      </p>
    )}
  </div>
);
