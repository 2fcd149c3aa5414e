import type { ClientRateLimits } from '#stack/gateway/client-rate-limits.ts';
import { costlyRoutePatterns, type RouteKey } from '#stack/gateway/costly-route-patterns.ts';
import { API_STAGE_LOGICAL_ID, type CloudFormationResources } from './api-stage-logical-id.ts';

const WEB_ACL_ID = 'WebAcl';

/** Seconds over which requests are counted: the second-shortest window of a web ACL, and the same as the minute of the plans. */
const WINDOW_SECONDS = 60;

/**
 * Labels of the group `AWSManagedRulesKnownBadInputsRuleSet` for which a request is refused: those of its rules about the method, the path
 * and the headers. The other rules are about bodies and queries, where slides may quote anything, even an exploit, and nothing here evaluates
 * them. A rule that AWS adds has another label and refuses nothing.
 */
const BAD_INPUT_LABELS = [
  'ExploitablePaths_URIPath',
  'Host_Localhost_Header',
  'JavaDeserializationRCE_Header',
  'JavaDeserializationRCE_URIPath',
  'Log4JRCE_Header',
  'Log4JRCE_URIPath',
  'Propfind_Method',
].map((label) => `awswaf:managed:aws:known-bad-inputs:${label}`);

const AS_SENT_TRANSFORMATION = [{ Priority: 0, Type: 'NONE' }];
const URL_DECODE_TRANSFORMATION = [{ Priority: 0, Type: 'URL_DECODE' }];

/** Stands for the id of the request, which a firewall does not know. */
const NO_REQUEST_ID = 'firewall';

/** Key of the answer to requests over a limit. */
const TOO_MANY_BODY_KEY = 'TooManyRequests';
const tooManyBody = (baseUrl: string): string =>
  JSON.stringify({
    error: {
      type: 'rate_limit_error',
      code: 'rate_limited',
      message: 'Too many requests of this address or credential within a minute; try again when they are fewer.',
      doc_url: `${baseUrl}/docs/errors#rate_limited`,
      request_id: NO_REQUEST_ID,
    },
  });
const REFUSE_TOO_MANY = {
  Block: {
    CustomResponse: {
      ResponseCode: 429,
      CustomResponseBodyKey: TOO_MANY_BODY_KEY,
      ResponseHeaders: Object.entries({
        'retry-after': String(WINDOW_SECONDS),
        'cache-control': 'no-store',
        'x-request-id': NO_REQUEST_ID,
      }).map(([Name, Value]) => ({ Name, Value })),
    },
  },
};

const visibilityConfig = (name: string) => ({
  SampledRequestsEnabled: true,
  CloudWatchMetricsEnabled: true,
  MetricName: name,
});

const anyOf = ([firstStatement, ...otherStatements]: readonly object[]): object | undefined =>
  otherStatements.length === 0 ? firstStatement : { OrStatement: { Statements: [firstStatement, ...otherStatements] } };

const regexStatement = (field: object, RegexString: string, TextTransformations: object) => ({
  RegexMatchStatement: { FieldToMatch: field, RegexString, TextTransformations },
});

/** Matches requests to any of these routes, at the address of API Gateway (with the stage in the path) or at a domain. */
const routesStatement = (routes: readonly RouteKey[]): object | undefined =>
  anyOf(
    costlyRoutePatterns(routes).map(({ methods, path }) => ({
      AndStatement: {
        Statements: [
          regexStatement({ Method: {} }, methods, AS_SENT_TRANSFORMATION),
          regexStatement({ UriPath: {} }, path, URL_DECODE_TRANSFORMATION),
        ],
      },
    })),
  );

const rateStatement = (Limit: number, keys: object) => ({
  RateBasedStatement: { Limit, EvaluationWindowSec: WINDOW_SECONDS, ...keys },
});
const addressRateStatement = (limit: number, ScopeDownStatement?: object) =>
  rateStatement(limit, { AggregateKeyType: 'IP', ...(ScopeDownStatement === undefined ? {} : { ScopeDownStatement }) });
/** Limits the requests with the same value of a header or cookie. Requests without it are not counted. */
const credentialRateStatement = (limit: number, key: 'Header' | 'Cookie', name: string) =>
  rateStatement(limit, {
    AggregateKeyType: 'CUSTOM_KEYS',
    CustomKeys: [{ [key]: { Name: name, TextTransformations: AS_SENT_TRANSFORMATION } }],
  });

const managedGroupRule = (Name: string, OverrideAction: object) => ({
  Name,
  OverrideAction,
  Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name } },
});

/**
 * Makes the rules, in order. The AWS group for all sites (`AWSManagedRulesCommonRuleSet`) is not among them: it refuses bodies of more than
 * 8 KB, and texts that resemble markup, which slides may have.
 */
const createRules = (limits: ClientRateLimits, costlyRoutes: readonly RouteKey[]) => [
  {
    Name: 'AddressFlood',
    Action: REFUSE_TOO_MANY,
    Statement: addressRateStatement(limits.address),
  },
  {
    Name: 'AddressCostly',
    Action: REFUSE_TOO_MANY,
    Statement: addressRateStatement(limits.address_costly, routesStatement(costlyRoutes)),
  },
  {
    Name: 'ApiKeyFlood',
    Action: REFUSE_TOO_MANY,
    Statement: credentialRateStatement(limits.credential, 'Header', 'x-api-key'),
  },
  {
    Name: 'TokenFlood',
    Action: REFUSE_TOO_MANY,
    Statement: credentialRateStatement(limits.credential, 'Header', 'authorization'),
  },
  {
    Name: 'SessionFlood',
    Action: REFUSE_TOO_MANY,
    Statement: credentialRateStatement(limits.credential, 'Cookie', 'session'),
  },
  managedGroupRule('AWSManagedRulesAmazonIpReputationList', { None: {} }),
  // This group only labels requests; the next rule decides.
  managedGroupRule('AWSManagedRulesKnownBadInputsRuleSet', { Count: {} }),
  {
    Name: 'KnownBadInputs',
    // The gateway answers with `WAF_FILTERED` of serverless.yml.
    Action: { Block: {} },
    Statement: anyOf(BAD_INPUT_LABELS.map((Key) => ({ LabelMatchStatement: { Scope: 'LABEL', Key } }))),
  },
];

/**
 * Makes the resources of a firewall before the API.
 * @param webAcl `managed` for a web ACL with these rules; else the ARN of a regional web ACL
 * @param costlyRoutes the routes that have a separate throttle
 * @param baseUrl the base address of the API as it is in a template: a text, or a function of CloudFormation
 */
export function firewallResources(
  webAcl: string,
  { service, stage }: { service: string; stage: string },
  limits: ClientRateLimits,
  costlyRoutes: readonly RouteKey[],
  baseUrl: string | { 'Fn::Sub': string },
): CloudFormationResources {
  const bodyContent =
    typeof baseUrl === 'string' ? tooManyBody(baseUrl) : { 'Fn::Sub': tooManyBody(baseUrl['Fn::Sub']) };
  const association = (arn: unknown): CloudFormationResources => ({
    WebAclAssociation: {
      Type: 'AWS::WAFv2::WebACLAssociation',
      Properties: {
        WebACLArn: arn,
        ResourceArn: {
          'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}::/restapis/\${ApiGatewayRestApi}/stages/\${${API_STAGE_LOGICAL_ID}}`,
        },
      },
    },
  });
  if (webAcl !== 'managed') return association(webAcl);
  return {
    [WEB_ACL_ID]: {
      Type: 'AWS::WAFv2::WebACL',
      Properties: {
        Name: `${service}-${stage}`,
        Scope: 'REGIONAL',
        DefaultAction: { Allow: {} },
        VisibilityConfig: visibilityConfig(`${service}-${stage}`),
        CustomResponseBodies: {
          [TOO_MANY_BODY_KEY]: { ContentType: 'APPLICATION_JSON', Content: bodyContent },
        },
        Rules: createRules(limits, costlyRoutes).map((rule, Priority) => ({
          ...rule,
          Priority,
          VisibilityConfig: visibilityConfig(rule.Name),
        })),
      },
    },
    ...association({ 'Fn::GetAtt': [WEB_ACL_ID, 'Arn'] }),
  };
}
