import type { CloudFormationResource, CloudFormationResources } from './api-stage-logical-id.ts';

/** The logical id of the API. */
const API_ID = 'ApiGatewayRestApi';

/** The key, in an OpenAPI document for API Gateway, of the operation for all methods that a path does not list. */
const ANY_METHOD = 'x-amazon-apigateway-any-method';

type Operation = Readonly<Record<string, unknown>>;

const propertiesOf = ({ Properties = {} }: CloudFormationResource): Readonly<Record<string, unknown>> => Properties;

/** The logical id that a `Ref` or `Fn::GetAtt` names. */
function referencedId(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const name = Ref ?? attribute?.[0];
  if (name === undefined) throw new Error(`This names no resource: ${JSON.stringify(value)}`);
  return name;
}

/** The path of an API resource, such as `/v1/renders/{id}`; `/` for the API itself. */
function pathOf(resources: CloudFormationResources, name: string): string {
  const resource = resources[name];
  if (name === API_ID || resource === undefined) return '/';
  const { ParentId, PathPart } = propertiesOf(resource);
  return `${pathOf(resources, referencedId(ParentId)).replace(/\/$/, '')}/${String(PathPart)}`;
}

/** The OpenAPI operation of a method that invokes a function. @throws Error for a property of the method that this conversion would lose */
function operationOf(name: string, method: CloudFormationResource): Operation {
  const { AuthorizationType, ApiKeyRequired, RequestParameters, MethodResponses, Integration } = propertiesOf(method);
  const { Type, IntegrationHttpMethod, Uri, Credentials, ...otherProperties } = Integration as Record<string, unknown>;
  const properties = {
    AuthorizationType,
    ApiKeyRequired,
    RequestParameters,
    MethodResponses,
    Type,
    others: otherProperties,
  };
  const expectedProperties = {
    AuthorizationType: 'NONE',
    ApiKeyRequired: false,
    RequestParameters: {},
    MethodResponses: [],
    Type: 'AWS_PROXY',
    others: {},
  };
  if (JSON.stringify(properties) !== JSON.stringify(expectedProperties))
    throw new Error(`localstack/deploy/api-body.ts does not know all of ${name}: ${JSON.stringify(properties)}`);
  return {
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: IntegrationHttpMethod,
      uri: Uri,
      credentials: Credentials,
    },
  };
}

/** An answer that the gateway makes itself, by its type, in the form of the OpenAPI extension. */
function gatewayResponseOf(answer: CloudFormationResource): [type: string, answer: Operation] {
  const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } = propertiesOf(answer);
  return [
    String(ResponseType),
    { statusCode: StatusCode, responseParameters: ResponseParameters, responseTemplates: ResponseTemplates },
  ];
}

/**
 * Replaces the resources of paths, methods and gateway responses of the API by one OpenAPI document (`Body` of the API). The Serverless
 * CLI and serverless.yml make a separate resource for each of them: 170 of the 500 that a template may have, and API Gateway creates only a
 * few per second. The document is created in one step.
 * @param resources of the compiled template, after everything was added to the API; changed
 * @throws Error for a method with properties that the document would not have
 */
export function replaceApiResourcesByOpenApi(resources: CloudFormationResources): void {
  const api = resources[API_ID];
  if (api?.Properties === undefined) return;
  const paths: Record<string, Record<string, Operation>> = {};
  const answers: Record<string, Operation> = {};
  const convertedIds: string[] = [];
  for (const [name, resource] of Object.entries(resources)) {
    const { HttpMethod, ResourceId } = propertiesOf(resource);
    if (resource.Type === 'AWS::ApiGateway::Method') {
      const path = pathOf(resources, referencedId(ResourceId));
      const method = HttpMethod === 'ANY' ? ANY_METHOD : String(HttpMethod).toLowerCase();
      const operation = operationOf(name, resource);
      // The operation of GET also answers HEAD, and the gateway omits the body. serverless-offline does the same.
      paths[path] = { ...paths[path], [method]: operation, ...(method === 'get' ? { head: operation } : {}) };
    } else if (resource.Type === 'AWS::ApiGateway::GatewayResponse') {
      const [type, answer] = gatewayResponseOf(resource);
      answers[type] = answer;
    } else if (resource.Type !== 'AWS::ApiGateway::Resource') continue;
    convertedIds.push(name);
  }
  for (const name of convertedIds) delete resources[name];
  const { Name, BinaryMediaTypes, MinimumCompressionSize } = api.Properties;
  api.Properties.Body = {
    openapi: '3.0.1',
    info: { title: Name, version: '1' },
    paths,
    'x-amazon-apigateway-gateway-responses': answers,
    'x-amazon-apigateway-binary-media-types': BinaryMediaTypes,
    'x-amazon-apigateway-minimum-compression-size': MinimumCompressionSize,
  };
  // Dependencies on removed resources are removed.
  for (const resource of Object.values(resources)) {
    if (resource.DependsOn === undefined) continue;
    const remainingIds = [resource.DependsOn].flat().filter((name) => name in resources);
    if (remainingIds.length > 0) resource.DependsOn = remainingIds;
    else delete resource.DependsOn;
  }
}
