import { signal } from '@preact/signals';

interface Notice {
  text: string;
  noticeNumber: number;
  action?: { label: string; run: () => void } | undefined;
}

/** The current message; null if none is shown. */
const notice = signal<Notice | null>(null);
let noticeCount = 0;
/** Milliseconds for which a message without a button is shown. */
const NOTICE_MS = 5_000;
/** Milliseconds for which a message with a button is shown: longer, so that the user can reach the button. */
export const NOTICE_WITH_ACTION_MS = 10_000;

/** Shows a message for a short time. @param action label and effect of a button in the message */
export function showNotice(text: string, action?: Notice['action']): void {
  noticeCount += 1;
  const noticeNumber = noticeCount;
  notice.value = { text, noticeNumber, action };
  setTimeout(
    () => {
      if (notice.value?.noticeNumber === noticeNumber) notice.value = null;
    },
    action ? NOTICE_WITH_ACTION_MS : NOTICE_MS,
  );
}

/** The element that shows the current message; screen readers read it out. */
export const CurrentNotice = () => (
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
