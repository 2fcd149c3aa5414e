import { addCopyButtons, startSampleTabs } from './samples.ts';
import { startDocsSearch } from './search.ts';
import { addWebhookVerifierForm } from './verifier.ts';

// The start page redirects old addresses of the viewer, which named an operation after `#/`, to the viewer's current address.
const viewer = document.querySelector<HTMLAnchorElement>('a[data-reference]');
if (viewer !== null && location.hash.startsWith('#/')) location.replace(viewer.href + location.hash);

startSampleTabs();
addCopyButtons();
startDocsSearch();
addWebhookVerifierForm();
