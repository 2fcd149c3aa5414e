import { signal } from '@preact/signals';

/** The token of the invitation whose link was opened; empty without one. It is kept in memory only. */
export const invitationToken = signal('');

/** The route of an invitation, without the token. */
const INVITATION_HASH = '#/invite';

/**
 * Takes the token out of the address of the page, if it is the link of an invitation, so that neither the history of the browser nor the
 * next person at this screen has it.
 */
export function takeInvitationToken(): void {
  const [, token] = /^#\/invite\/([\w]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  invitationToken.value = token;
  history.replaceState(null, '', INVITATION_HASH);
}
