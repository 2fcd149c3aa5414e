import { randomBytes } from 'node:crypto';
import { tokenVerifier } from '../accounts/access-token.ts';
import { type AuthenticationTools, authenticate } from '../accounts/authenticate.ts';
import { issuerKeys } from '../accounts/key-set.ts';
import { limitsOf } from '../accounts/limits.ts';
import { unitOfWork } from '../aws/table/unit-of-work.ts';
import { backoff } from '../backoff.ts';
import { makeEndpoint } from '../http/endpoint.ts';
import { admit } from '../http/rate-limit.ts';
import { resolveName } from '../http/resolve-name.ts';
import type { CreateRenderTools } from '../renders/create-render.ts';
import type { TimelineTools } from '../timelines/change-timeline.ts';
import { availableCodecs } from '../video/clips/codecs.ts';
import { prepareReceiver, type WebhookTools } from '../webhooks/manage-webhooks.ts';
import { config, data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

const authenticationTools = lazy((): AuthenticationTools => {
  const { accounts, clock } = data();
  const { trustedIssuer, sessionOrigins } = config();
  const verifyToken =
    trustedIssuer && tokenVerifier({ ...trustedIssuer, keys: issuerKeys(trustedIssuer.keys, clock), clock });
  return { store: accounts, clock, verifyToken, sessionOrigins };
});

/** The stack around every operation, bound to this process. */
export const endpoint = makeEndpoint(
  lazy(() => ({
    authenticate: (credentials, beside) => authenticate({ ...authenticationTools(), beside }, credentials),
    admit: (principal, classes) =>
      admit(
        { counter: data().rates, clock: data().clock, log },
        principal.account_id,
        limitsOf(principal.plan),
        classes,
      ),
    unitOfWork: unitOfWork.run,
    idempotency: data().idempotency,
    log,
  })),
);

export const timelineTools = lazy((): TimelineTools => {
  const { timelines, files, clock } = data();
  return { store: timelines, files, clock, backoff: backoff(Math.random) };
});

export const webhookTools = lazy((): WebhookTools => {
  const { webhooks, secrets, clock } = data();
  return {
    store: webhooks,
    secrets: secrets(),
    clock,
    random: randomBytes,
    resolve: resolveName,
    allowLoopback: config().webhookAllowLoopback,
  };
});

export const createRenderTools = lazy((): CreateRenderTools => {
  const { timelines, renders, files, units, clock } = data();
  return {
    timelines,
    renders,
    files,
    queue: units,
    clock,
    availableCodecs: () =>
      availableCodecs(ffmpeg()).catch((error) => {
        log.error('the encoder does not work', { error });
        return [];
      }),
    prepareReceiver: (accountId, url) => prepareReceiver(webhookTools(), accountId, url),
  };
});
