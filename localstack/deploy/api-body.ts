import type { Resource, Resources } from './gateway-stage.ts';

/** Logical id of the API. */
const API = 'ApiGatewayRestApi';

/** Name that a description of an API gives the method for all other methods of a path. */
const ANY = 'x-amazon-apigateway-any-method';

type Operation = Readonly<Record<string, unknown>>;

const propertiesOf = ({ Properties = {} }: Resource): Readonly<Record<string, unknown>> => Properties;

/** The logical id that a `Ref` or `Fn::GetAtt` names. */
function named(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const name = Ref ?? attribute?.[0];
  if (name === undefined) throw new Error(`This names no resource: ${JSON.stringify(value)}`);
  return name;
}

/** The path of a resource of the API: `/v1/renders/{id}`; `/` for the API itself. */
function pathOf(resources: Resources, name: string): string {
  const resource = resources[name];
  if (name === API || resource === undefined) return '/';
  const { ParentId, PathPart } = propertiesOf(resource);
  return `${pathOf(resources, named(ParentId)).replace(/\/$/, '')}/${String(PathPart)}`;
}

/** Operation of a method: it invokes a function. @throws Error for anything that would be lost */
function operationOf(name: string, method: Resource): Operation {
  const { AuthorizationType, ApiKeyRequired, RequestParameters, MethodResponses, Integration } = propertiesOf(method);
  const { Type, IntegrationHttpMethod, Uri, Credentials, ...others } = Integration as Record<string, unknown>;
  const said = { AuthorizationType, ApiKeyRequired, RequestParameters, MethodResponses, Type, others };
  const known = {
    ...{ AuthorizationType: 'NONE', ApiKeyRequired: false, RequestParameters: {}, MethodResponses: [] },
    ...{ Type: 'AWS_PROXY', others: {} },
  };
  if (JSON.stringify(said) !== JSON.stringify(known))
    throw new Error(`localstack/deploy/api-body.ts does not know all of ${name}: ${JSON.stringify(said)}`);
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

/** An answer of the gateway itself. */
function answerOf(answer: Resource): [type: string, answer: Operation] {
  const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } = propertiesOf(answer);
  return [
    String(ResponseType),
    { statusCode: StatusCode, responseParameters: ResponseParameters, responseTemplates: ResponseTemplates },
  ];
}

/**
 * Describes paths, methods and own answers of the API in the API itself. The Serverless CLI and serverless.yml give each of them its own
 * resource: 170 of the 500 that a template may have, which API Gateway makes a few a second. CloudFormation puts a
 * description as a whole, at once.
 * @param resources of the compiled template, when nothing more is added to the API. They are changed.
 * @throws Error for a method that says more than the description would
 */
export function describeApi(resources: Resources): void {
  const api = resources[API];
  if (api?.Properties === undefined) return;
  const paths: Record<string, Record<string, Operation>> = {};
  const answers: Record<string, Operation> = {};
  const described: string[] = [];
  for (const [name, resource] of Object.entries(resources)) {
    const { HttpMethod, ResourceId } = propertiesOf(resource);
    if (resource.Type === 'AWS::ApiGateway::Method') {
      const path = pathOf(resources, named(ResourceId));
      const method = HttpMethod === 'ANY' ? ANY : String(HttpMethod).toLowerCase();
      const operation = operationOf(name, resource);
      // What answers GET answers HEAD; the gateway sends no body then. serverless-offline does the same.
      paths[path] = { ...paths[path], [method]: operation, ...(method === 'get' ? { head: operation } : {}) };
    } else if (resource.Type === 'AWS::ApiGateway::GatewayResponse') {
      const [type, answer] = answerOf(resource);
      answers[type] = answer;
    } else if (resource.Type !== 'AWS::ApiGateway::Resource') continue;
    described.push(name);
  }
  for (const name of described) delete resources[name];
  const { Name, BinaryMediaTypes, MinimumCompressionSize } = api.Properties;
  api.Properties.Body = {
    openapi: '3.0.1',
    info: { title: Name, version: '1' },
    paths,
    'x-amazon-apigateway-gateway-responses': answers,
    'x-amazon-apigateway-binary-media-types': BinaryMediaTypes,
    'x-amazon-apigateway-minimum-compression-size': MinimumCompressionSize,
  };
  // They waited for what is in the description now.
  for (const resource of Object.values(resources)) {
    if (resource.DependsOn === undefined) continue;
    const left = [resource.DependsOn].flat().filter((name) => name in resources);
    if (left.length > 0) resource.DependsOn = left;
    else delete resource.DependsOn;
  }
}
