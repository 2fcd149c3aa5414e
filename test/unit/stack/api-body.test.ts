import { describe, expect, it } from 'vitest';
import { replaceApiResourcesByOpenApi } from '#deploy/api-body.ts';
import type { CloudFormationResources } from '#deploy/api-stage-logical-id.ts';

const API = { Ref: 'ApiGatewayRestApi' };
const URI = { 'Fn::Join': ['', ['arn:aws:apigateway:…/', { 'Fn::GetAtt': ['GetRenderLambdaFunction', 'Arn'] }]] };
const CREDENTIALS = { 'Fn::GetAtt': ['GatewayRole', 'Arn'] };
const part = (ParentId: unknown, PathPart: string) => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { ParentId, PathPart, RestApiId: API },
});
const method = (ResourceId: unknown, HttpMethod: string, more: Record<string, unknown> = {}) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    ...{ HttpMethod, RequestParameters: {}, ResourceId, RestApiId: API },
    ...{ ApiKeyRequired: false, AuthorizationType: 'NONE', MethodResponses: [] },
    Integration: { IntegrationHttpMethod: 'POST', Type: 'AWS_PROXY', Uri: URI, Credentials: CREDENTIALS },
    ...more,
  },
});
const OPERATION = {
  responses: {},
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: URI, credentials: CREDENTIALS },
};

const api = (): CloudFormationResources => ({
  ApiGatewayRestApi: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: { Name: 'films', BinaryMediaTypes: ['*/*'], MinimumCompressionSize: 1024 },
  },
  Root: method({ 'Fn::GetAtt': ['ApiGatewayRestApi', 'RootResourceId'] }, 'ANY'),
  V1: part({ 'Fn::GetAtt': ['ApiGatewayRestApi', 'RootResourceId'] }, 'v1'),
  Renders: part({ Ref: 'V1' }, 'renders'),
  Render: part({ Ref: 'Renders' }, '{id}'),
  GetRender: method({ Ref: 'Render' }, 'GET'),
  OtherRender: method({ Ref: 'Render' }, 'ANY'),
  Throttled: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      RestApiId: API,
      ResponseType: 'THROTTLED',
      StatusCode: '429',
      ResponseParameters: { 'gatewayresponse.header.retry-after': "'1'" },
      ResponseTemplates: { 'application/json': '{}' },
    },
  },
  Deployment: {
    Type: 'AWS::ApiGateway::Deployment',
    Properties: { RestApiId: API },
    DependsOn: ['Root', 'GetRender', 'OtherRender', 'Throttled'],
  },
  Account: { Type: 'AWS::ApiGateway::Account', Properties: {}, DependsOn: ['ApiGatewayRestApi', 'Throttled'] },
});

describe('the description of an API', () => {
  it('has its paths, methods and own answers, which have no resources any more', () => {
    const resources = api();
    replaceApiResourcesByOpenApi(resources);
    expect(Object.keys(resources)).toEqual(['ApiGatewayRestApi', 'Deployment', 'Account']);
    expect(resources.ApiGatewayRestApi?.Properties?.Body).toEqual({
      openapi: '3.0.1',
      info: { title: 'films', version: '1' },
      paths: {
        '/': { 'x-amazon-apigateway-any-method': OPERATION },
        '/v1/renders/{id}': { get: OPERATION, head: OPERATION, 'x-amazon-apigateway-any-method': OPERATION },
      },
      'x-amazon-apigateway-gateway-responses': {
        THROTTLED: {
          statusCode: '429',
          responseParameters: { 'gatewayresponse.header.retry-after': "'1'" },
          responseTemplates: { 'application/json': '{}' },
        },
      },
      'x-amazon-apigateway-binary-media-types': ['*/*'],
      'x-amazon-apigateway-minimum-compression-size': 1024,
    });
  });

  it('lets nothing wait for what it took in', () => {
    const resources = api();
    replaceApiResourcesByOpenApi(resources);
    expect(resources.Deployment).not.toHaveProperty('DependsOn');
    expect(resources.Account?.DependsOn).toEqual(['ApiGatewayRestApi']);
  });

  it.each([
    ['credentials of its own', { AuthorizationType: 'AWS_IAM' }],
    ['a key of API Gateway', { ApiKeyRequired: true }],
    ['parameters', { RequestParameters: { 'method.request.path.id': true } }],
    ['an answer of its own', { Integration: { Type: 'MOCK', IntegrationHttpMethod: 'POST' } }],
    ['a limit of time', { Integration: { Type: 'AWS_PROXY', TimeoutInMillis: 5000 } }],
  ])('is refused for a method that says more: %s', (_, more) => {
    const resources = { ...api(), GetRender: method({ Ref: 'Render' }, 'GET', more) };
    expect(() => replaceApiResourcesByOpenApi(resources)).toThrow('GetRender');
  });

  it('is left out where there is no API', () => {
    const resources: CloudFormationResources = { Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Gone'] } };
    replaceApiResourcesByOpenApi(resources);
    expect(resources).toEqual({ Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Gone'] } });
  });
});
