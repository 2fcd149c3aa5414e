import { signal } from '@preact/signals';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';

/** The last message: shown for some seconds, and read out. */
const notice = signal(null);
let count = 0;
const SHOWN_MS = 5_000;
/** A message with a button stays longer: it has to be reached. */
export const ACTION_SHOWN_MS = 10_000;
/** Shows a message for a short time. @param action what its button does */
export function tell(text, action) {
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
export const Notices = () =>
  _jsx('div', {
    class: 'notices',
    role: 'status',
    children:
      notice.value &&
      _jsxs('p', {
        class: 'notice',
        children: [
          notice.value.text,
          notice.value.action &&
            _jsx('button', {
              type: 'button',
              class: 'notice-action',
              onClick: () => {
                const run = notice.value?.action?.run;
                notice.value = null;
                run?.();
              },
              children: notice.value.action.label,
            }),
        ],
      }),
  });
