import { type CostlyRoute, costlyPaths } from './costly-paths.ts';
import { GATEWAY_STAGE, type Resources } from './gateway-stage.ts';

const NAME = 'WebAcl';

/** Over how many seconds requests are counted: the shortest but one that a WAF has, and as long as a minute of the plans. */
const WINDOW_SECONDS = 60;

/** Requests in a minute, of one address or of one credential, that the firewall lets through. */
export interface FirewallLimits {
  address: number;
  /** Those of one address to the routes that have their own throttle. */
  address_costly: number;
  credential: number;
}

/**
 * Labels of the group `AWSManagedRulesKnownBadInputsRuleSet` on which a request is refused: those of its rules that look at the method, the path
 * and the headers. The others look at bodies and queries, where slides may quote anything, an exploit too; nothing here evaluates them. A rule
 * that AWS adds has another label and refuses nothing.
 */
const BAD_INPUTS = [
  'ExploitablePaths_URIPath',
  'Host_Localhost_Header',
  'JavaDeserializationRCE_Header',
  'JavaDeserializationRCE_URIPath',
  'Log4JRCE_Header',
  'Log4JRCE_URIPath',
  'Propfind_Method',
].map((label) => `awswaf:managed:aws:known-bad-inputs:${label}`);

const AS_SENT = [{ Priority: 0, Type: 'NONE' }];
const DECODED = [{ Priority: 0, Type: 'URL_DECODE' }];

/** A firewall knows no id of the request. */
const NO_REQUEST_ID = 'firewall';

/** The answer beyond a limit. */
const TOO_MANY = 'TooManyRequests';
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
      CustomResponseBodyKey: TOO_MANY,
      ResponseHeaders: Object.entries({
        'retry-after': String(WINDOW_SECONDS),
        'cache-control': 'no-store',
        'x-request-id': NO_REQUEST_ID,
      }).map(([Name, Value]) => ({ Name, Value })),
    },
  },
};

const visible = (name: string) => ({
  SampledRequestsEnabled: true,
  CloudWatchMetricsEnabled: true,
  MetricName: name,
});

const anyOf = ([first, ...others]: readonly object[]): object | undefined =>
  others.length === 0 ? first : { OrStatement: { Statements: [first, ...others] } };

const matches = (field: object, RegexString: string, TextTransformations: object) => ({
  RegexMatchStatement: { FieldToMatch: field, RegexString, TextTransformations },
});

/** Requests to any of these routes, at the address of API Gateway (with the stage in the path) or at a domain. */
const toRoutes = (routes: readonly CostlyRoute[]): object | undefined =>
  anyOf(
    costlyPaths(routes).map(({ methods, path }) => ({
      AndStatement: {
        Statements: [matches({ Method: {} }, methods, AS_SENT), matches({ UriPath: {} }, path, DECODED)],
      },
    })),
  );

const atMost = (Limit: number, keys: object) => ({
  RateBasedStatement: { Limit, EvaluationWindowSec: WINDOW_SECONDS, ...keys },
});
const ofAddress = (limit: number, ScopeDownStatement?: object) =>
  atMost(limit, { AggregateKeyType: 'IP', ...(ScopeDownStatement === undefined ? {} : { ScopeDownStatement }) });
/** Requests without this part are not counted. */
const ofCredential = (limit: number, key: 'Header' | 'Cookie', name: string) =>
  atMost(limit, {
    AggregateKeyType: 'CUSTOM_KEYS',
    CustomKeys: [{ [key]: { Name: name, TextTransformations: AS_SENT } }],
  });

const managed = (Name: string, OverrideAction: object) => ({
  Name,
  OverrideAction,
  Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name } },
});

/**
 * The rules, in their order. The group of AWS for all sites (`AWSManagedRulesCommonRuleSet`) is not among them: it refuses bodies of more than
 * 8 KB, and texts that look like markup, which slides may have.
 */
const rules = (limits: FirewallLimits, costly: readonly CostlyRoute[]) => [
  {
    Name: 'AddressFlood',
    Action: REFUSE_TOO_MANY,
    Statement: ofAddress(limits.address),
  },
  {
    Name: 'AddressCostly',
    Action: REFUSE_TOO_MANY,
    Statement: ofAddress(limits.address_costly, toRoutes(costly)),
  },
  { Name: 'ApiKeyFlood', Action: REFUSE_TOO_MANY, Statement: ofCredential(limits.credential, 'Header', 'x-api-key') },
  {
    Name: 'TokenFlood',
    Action: REFUSE_TOO_MANY,
    Statement: ofCredential(limits.credential, 'Header', 'authorization'),
  },
  { Name: 'SessionFlood', Action: REFUSE_TOO_MANY, Statement: ofCredential(limits.credential, 'Cookie', 'session') },
  managed('AWSManagedRulesAmazonIpReputationList', { None: {} }),
  // Counted only: it labels requests, and the next rule decides.
  managed('AWSManagedRulesKnownBadInputsRuleSet', { Count: {} }),
  {
    Name: 'KnownBadInputs',
    // Answered by the gateway: `WAF_FILTERED` in serverless.yml.
    Action: { Block: {} },
    Statement: anyOf(BAD_INPUTS.map((Key) => ({ LabelMatchStatement: { Scope: 'LABEL', Key } }))),
  },
];

/**
 * A firewall before the API.
 * @param webAcl `managed`: one with these rules; else the ARN of a regional web ACL
 * @param costly the routes that have their own throttle
 * @param baseUrl the base address of the API as a template has it: a text, or a function that makes one
 */
export function firewallResources(
  webAcl: string,
  { service, stage }: { service: string; stage: string },
  limits: FirewallLimits,
  costly: readonly CostlyRoute[],
  baseUrl: string | { 'Fn::Sub': string },
): Resources {
  const content = typeof baseUrl === 'string' ? tooManyBody(baseUrl) : { 'Fn::Sub': tooManyBody(baseUrl['Fn::Sub']) };
  const association = (arn: unknown): Resources => ({
    WebAclAssociation: {
      Type: 'AWS::WAFv2::WebACLAssociation',
      Properties: {
        WebACLArn: arn,
        ResourceArn: {
          'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}::/restapis/\${ApiGatewayRestApi}/stages/\${${GATEWAY_STAGE}}`,
        },
      },
    },
  });
  if (webAcl !== 'managed') return association(webAcl);
  return {
    [NAME]: {
      Type: 'AWS::WAFv2::WebACL',
      Properties: {
        Name: `${service}-${stage}`,
        Scope: 'REGIONAL',
        DefaultAction: { Allow: {} },
        VisibilityConfig: visible(`${service}-${stage}`),
        CustomResponseBodies: {
          [TOO_MANY]: { ContentType: 'APPLICATION_JSON', Content: content },
        },
        Rules: rules(limits, costly).map((rule, Priority) => ({
          ...rule,
          Priority,
          VisibilityConfig: visible(rule.Name),
        })),
      },
    },
    ...association({ 'Fn::GetAtt': [NAME, 'Arn'] }),
  };
}
