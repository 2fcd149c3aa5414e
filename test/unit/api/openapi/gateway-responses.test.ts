import { describe, expect, it } from 'vitest';
import { API_BASE_ADDRESS_PLACEHOLDER, addBaseUrlToGatewayAnswers } from '#deploy/gateway-doc-urls.ts';
import { gatewayErrorResponse } from '#front/api/gateway-error-response.ts';
import { errorResponse } from '#front/api/http-response.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { gatewayResponses } from '#test/support/stack/serverless-file.ts';

/** What a stage answers instead of its firewall, which refused a request. */
const firewallResponse = (requestId: string, baseUrl: string) =>
  errorResponse(
    new ServiceError(
      'request_blocked',
      'The firewall of the service refused this request for its address, path or headers. Send it from another network, or give the operator this request_id.',
    ),
    requestId,
    baseUrl,
  );

// By the type of the response: what the gateway ran into, as the local gateway knows it.
const STATUSES: Readonly<Record<string, number>> = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  BAD_REQUEST_BODY: 400,
  BAD_REQUEST_PARAMETERS: 400,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 500,
  INTEGRATION_FAILURE: 502,
  INTEGRATION_TIMEOUT: 504,
  MISSING_AUTHENTICATION_TOKEN: 403,
  QUOTA_EXCEEDED: 429,
  REQUEST_TOO_LARGE: 413,
  RESOURCE_NOT_FOUND: 404,
  THROTTLED: 429,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** What the local gateway never runs into. */
const FIREWALL = 'WAF_FILTERED';

it('every kind of answer of the gateway is deployed', () => {
  expect(gatewayResponses.map(({ ResponseType }) => ResponseType).toSorted()).toEqual([
    ...Object.keys(STATUSES),
    FIREWALL,
  ]);
});

it.each(gatewayResponses)('$ResponseType says in the cloud what it says here', (deployed) => {
  const id = '$context.requestId';
  const local =
    deployed.ResponseType === FIREWALL
      ? firewallResponse(id, API_BASE_ADDRESS_PLACEHOLDER)
      : gatewayErrorResponse(STATUSES[deployed.ResponseType] ?? 0, id, API_BASE_ADDRESS_PLACEHOLDER);
  expect(deployed.StatusCode).toBe(String(local.statusCode));
  expect(JSON.parse(deployed.ResponseTemplates['application/json'] ?? '')).toEqual(JSON.parse(local.body));
  const { 'content-type': _, ...headers } = local.headers;
  const expected = Object.entries(headers).map(([name, value]) => [
    `gatewayresponse.header.${name}`,
    // A value in quotes is as it stands; one without names what the gateway puts there.
    value === id ? 'context.requestId' : `'${value}'`,
  ]);
  expect(deployed.ResponseParameters).toEqual(Object.fromEntries(expected));
});

describe('the address of the docs in an answer of the gateway', () => {
  const resources = () => {
    const ResponseTemplates = {
      'application/json': `{"doc_url":"${API_BASE_ADDRESS_PLACEHOLDER}/docs/errors#timed_out"}`,
    };
    return {
      One: { Type: 'AWS::ApiGateway::GatewayResponse', Properties: { ResponseTemplates } },
      Two: { Type: 'AWS::ApiGateway::GatewayResponse', Properties: { ResponseTemplates } },
      Topic: { Type: 'AWS::SNS::Topic', Properties: {} },
    };
  };

  it('is below the domain of the stage', () => {
    const made = resources();
    addBaseUrlToGatewayAnswers(made, 'https://api.example.com/v1');
    for (const { Properties } of [made.One, made.Two])
      expect(Properties.ResponseTemplates).toEqual({
        'application/json': '{"doc_url":"https://api.example.com/v1/docs/errors#timed_out"}',
      });
  });

  it('is the one that the request came in at where the stage has no domain', () => {
    const made = resources();
    addBaseUrlToGatewayAnswers(made, '');
    for (const { Properties } of [made.One, made.Two])
      expect(Properties.ResponseTemplates).toEqual({
        'application/json': '{"doc_url":"https://$context.domainName/$context.stage/v1/docs/errors#timed_out"}',
      });
  });
});
