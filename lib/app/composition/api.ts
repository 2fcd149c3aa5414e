import { randomBytes } from 'node:crypto';
import { runWithRecordedCallerName } from '#adapters/aws/call-record.ts';
import { withRetryDeadline } from '#adapters/aws/retries.ts';
import { rateLimitGate } from '#adapters/aws/table/rate-limit-gate.ts';
import { createAccessTokenVerifier } from '#features/accounts/access-token.ts';
import { type AuthenticationDeps, authenticate } from '#features/accounts/authenticate.ts';
import { createIssuerKeyFinder } from '#features/accounts/key-set.ts';
import { requestRateLimitsOfPlan } from '#features/accounts/limits.ts';
import type { ManageAccountsDeps } from '#features/accounts/manage-accounts.ts';
import type { InvitationDeps } from '#features/accounts/manage-invitations.ts';
import { createMediaFetchAnnouncer } from '#features/images/fetching/announce-fetches.ts';
import type { TemplateChoiceDeps } from '#features/templates/read-template-of-timeline.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import type { TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import type { WebhookDeps } from '#features/webhooks/manage-webhooks.ts';
import { createEndpointFactory } from '#front/api/endpoint.ts';
import { countAgainstRateLimits } from '#front/api/rate-limit.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { resolveHostName } from '#platform/egress/resolve-host-name.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { runWithInvocationDeadline } from './run-with-invocation-deadline.ts';
import { config, sharedServices } from './services.ts';
import { writeMetricRecord } from './write-record.ts';

/** Dependencies of the authentication of requests. */
const authenticationDeps = lazy((): AuthenticationDeps => {
  const { accounts, clock } = sharedServices();
  const { trustedIssuer, sessionOrigins } = config();
  const verifyToken =
    trustedIssuer &&
    createAccessTokenVerifier({ ...trustedIssuer, keys: createIssuerKeyFinder(trustedIssuer.keys, clock), clock });
  return { store: accounts, clock, verifyToken, sessionOrigins };
});

/** Milliseconds from the start of a request in which its failed calls to AWS are repeated: clients do not wait longer for an answer. */
const MAX_RETRY_MS = 8000;
/** Milliseconds before the end of an invocation at which its calls to AWS are no longer repeated, so that it can still answer `unavailable`. */
const ANSWER_RESERVE_MS = 1500;

/** Makes the Lambda handler of an operation: checks credentials, rate limit, body and idempotency, with the services of this process. */
export const createApiEndpoint = createEndpointFactory(
  lazy(() => ({
    authenticate: (credentials, access, inBackground) =>
      authenticate({ ...authenticationDeps(), inBackground }, credentials, access),
    sessionOrigins: config().sessionOrigins,
    admit: (principal, classes) =>
      countAgainstRateLimits(
        { counter: sharedServices().rates, clock: sharedServices().clock, log },
        principal.account_id,
        requestRateLimitsOfPlan(principal.plan),
        classes,
      ),
    withinTimeLeft: (context, work) =>
      runWithRecordedCallerName(context.functionName, () =>
        runWithInvocationDeadline(context, ANSWER_RESERVE_MS, () => withRetryDeadline(MAX_RETRY_MS, work)),
      ),
    // The table waits at the same gate until the request is admitted.
    rateLimitGate: rateLimitGate.run,
    idempotency: sharedServices().idempotency,
    clock: sharedServices().clock,
    record: writeMetricRecord,
    publicBaseUrl: config().publicBaseUrl,
    log,
  })),
);

/** Dependencies of the operations on API keys. */
export const manageAccountsDeps = lazy((): ManageAccountsDeps => {
  const { accounts: store, clock } = sharedServices();
  return { store, clock, random: randomBytes };
});

/** Dependencies of accepting an invitation. */
export const invitationDeps = lazy((): InvitationDeps => {
  const { invitations, clock } = sharedServices();
  return { invitations, clock, random: randomBytes };
});

/** Dependencies of operations that fetch the images and videos that slides name by URL. Only functions with these may start a fetch. */
export const announceMediaFetchesDeps = lazy((): AnnounceMediaFetchesDeps => {
  const { imageFetches: fetches, imageFetchQueue: queue, uploads, timelines, files: blobs, clock } = sharedServices();
  return { imageFetches: createMediaFetchAnnouncer({ fetches, queue, uploads, timelines, blobs, clock }) };
});

/** Dependencies of the operations on timelines and slides. */
export const timelineDeps = lazy((): TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps => {
  const { timelines: store, templates, files, clock } = sharedServices();
  const backoff = createJitteredBackoff(Math.random);
  return { store, templates, files, clock, backoff, voices: stageSpeechEngineIdentity };
});

/** Dependencies of the operations on webhooks. */
export const webhookDeps = lazy((): WebhookDeps => {
  const { webhooks, secrets, clock } = sharedServices();
  return {
    store: webhooks,
    secrets: secrets(),
    clock,
    random: randomBytes,
    resolve: resolveHostName,
    allowLoopback: config().webhookAllowLoopback,
  };
});
