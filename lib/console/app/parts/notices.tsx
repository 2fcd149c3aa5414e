import { signal } from '@preact/signals';

/** What was done last: shown for a while, and read out. */
const notice = signal<{ text: string; number: number } | null>(null);
let count = 0;
const SHOWN_MS = 5_000;

/** Tells that something was done. */
export function tell(text: string): void {
  count += 1;
  const mine = count;
  notice.value = { text, number: mine };
  setTimeout(() => {
    if (notice.value?.number === mine) notice.value = null;
  }, SHOWN_MS);
}

/** The place of such a message. */
export const Notices = () => (
  <div class="notices" role="status">
    {notice.value && <p class="notice">{notice.value.text}</p>}
  </div>
);
