import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { consumeInvitationTokenFromUrl } from './invitation.ts';
import { ConsoleShell, listConsoleNavigationEntries } from './parts/shell.tsx';
import { ShortcutsDialog } from './parts/shortcuts-dialog.tsx';
import { type ConsoleRoute, parseConsoleRoute } from './route.ts';
import { currentSession, resumeSession } from './session.ts';
import { addShortcutHandler, listenForKeyboardShortcuts } from './shortcuts.ts';
import { applyThemeNowAndOnChange } from './theme.ts';
import { BatchView } from './views/batch.tsx';
import { BatchesView } from './views/batches.tsx';
import { InvitationView } from './views/invitation.tsx';
import { ApiKeysView } from './views/keys.tsx';
import { PlanWithoutApiAccessView } from './views/plan.tsx';
import { RenderView } from './views/render.tsx';
import { RendersView } from './views/renders.tsx';
import { SignInView } from './views/sign-in.tsx';
import { TemplateView } from './views/template.tsx';
import { TemplatesView } from './views/templates.tsx';
import { TimelineView } from './views/timeline.tsx';
import { TimelinesView } from './views/timelines.tsx';
import { UsageView } from './views/usage.tsx';
import { WebhookView } from './views/webhook.tsx';
import { WebhooksView } from './views/webhooks.tsx';

consumeInvitationTokenFromUrl();
const route = signal(parseConsoleRoute(location.hash));

function View({ currentRoute }: { currentRoute: ConsoleRoute }) {
  if (currentRoute.view === 'keys') return <ApiKeysView />;
  // All other views call operations that a plan without access to the API refuses.
  if (currentRoute.view === 'plan' || currentSession.value?.account.api_access === false)
    return <PlanWithoutApiAccessView />;
  if (currentRoute.view === 'timelines') return <TimelinesView />;
  if (currentRoute.view === 'timeline') return <TimelineView id={currentRoute.id} />;
  if (currentRoute.view === 'renders') return <RendersView />;
  if (currentRoute.view === 'render') return <RenderView id={currentRoute.id} />;
  if (currentRoute.view === 'batches') return <BatchesView />;
  if (currentRoute.view === 'batch') return <BatchView id={currentRoute.id} />;
  if (currentRoute.view === 'templates') return <TemplatesView />;
  if (currentRoute.view === 'template') return <TemplateView id={currentRoute.id} />;
  if (currentRoute.view === 'webhooks') return <WebhooksView />;
  if (currentRoute.view === 'webhook') return <WebhookView id={currentRoute.id} />;
  if (currentRoute.view === 'usage') return <UsageView />;
  return (
    <>
      <h1 class="view-head">Page not found</h1>
      <p>
        <a href="#/timelines">Go to timelines</a>
      </p>
    </>
  );
}

/** The id of the navigation entry to which a view belongs; empty for an unknown view. */
const navigationIdOf = ({ view }: ConsoleRoute): string =>
  currentSession.value?.account.api_access === false && view !== 'keys'
    ? 'plan'
    : (listConsoleNavigationEntries().find(([id]) => id.startsWith(view.slice(0, 5)))?.[0] ?? '');

/** The title of the page while a view is shown. */
function titleOf(currentRoute: ConsoleRoute): string {
  if (currentRoute.view === 'invite') return 'Invitation';
  if (!currentSession.value) return 'Sign in';
  return listConsoleNavigationEntries().find(([id]) => id === navigationIdOf(currentRoute))?.[1] ?? 'Not found';
}

function Console() {
  const currentRoute = route.value;
  const address = 'id' in currentRoute ? `${currentRoute.view}/${currentRoute.id}` : currentRoute.view;
  const shownAddress = useRef(address);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useEffect(
    () =>
      addShortcutHandler((name) => {
        if (name !== 'help' || !currentSession.value) return false;
        setIsHelpOpen(true);
        return true;
      }),
    [],
  );
  useEffect(() => {
    document.title = `${titleOf(currentRoute)} · Video console`;
    // Screen readers read a new view from its start.
    if (shownAddress.current !== address) document.getElementById('content')?.focus();
    shownAddress.current = address;
    window.scrollTo(0, 0);
  }, [address, currentSession.value]);
  if (currentSession.value === undefined)
    return (
      <p class="starting" role="status">
        Loading…
      </p>
    );
  if (currentRoute.view === 'invite') return <InvitationView />;
  if (currentSession.value === null) return <SignInView />;
  return (
    <ConsoleShell currentEntryId={navigationIdOf(currentRoute)} onShortcuts={() => setIsHelpOpen(true)}>
      <View key={address} currentRoute={currentRoute} />
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </ConsoleShell>
  );
}

addEventListener('hashchange', () => {
  consumeInvitationTokenFromUrl();
  route.value = parseConsoleRoute(location.hash);
});
applyThemeNowAndOnChange();
listenForKeyboardShortcuts();
const container = document.getElementById('console');
if (container) {
  container.replaceChildren();
  render(<Console />, container);
}
await resumeSession();
