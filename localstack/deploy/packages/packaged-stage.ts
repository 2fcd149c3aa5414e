import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { readZipFileList, type ZipSizesAndFiles } from './archive.ts';

/** A packaged function or layer. */
export interface PackagedFunctionOrLayer extends ZipSizesAndFiles {
  name: string;
  /** `api` is a function that answers requests, `worker` any other function. */
  kind: 'api' | 'worker' | 'layer';
  /** Lambda's name for it. */
  architecture: string;
  /** Names of the layers of a function. */
  layers: readonly string[];
  /** Handler that Lambda runs; undefined for a layer. */
  handler: string | undefined;
}

/** Everything that `serverless package` made. */
export interface PackagedStage {
  code: readonly PackagedFunctionOrLayer[];
  /** Number of resources of the template. */
  resources: number;
}

const TEMPLATE_FILE = 'cloudformation-template-update-stack.json';

const referenceSchema = z.object({ Ref: z.string() });
const functionResourceSchema = z.looseObject({
  Type: z.literal('AWS::Lambda::Function'),
  Properties: z.looseObject({
    Code: z.looseObject({ S3Key: z.string() }),
    Handler: z.string(),
    Architectures: z.array(z.string()).default(['x86_64']),
    Layers: z.array(referenceSchema).default([]),
  }),
});
const layerResourceSchema = z.looseObject({
  Type: z.literal('AWS::Lambda::LayerVersion'),
  Properties: z.looseObject({
    Content: z.looseObject({ S3Key: z.string() }),
    CompatibleArchitectures: z.array(z.string()).default(['x86_64']),
  }),
});
const templateSchema = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

const zipFileOf = (key: string): string => basename(key);
const nameOf = (key: string): string => basename(key, '.zip');

/** Finds the logical ids of the functions that the description of an API names. */
function functionIdsOfApi(resources: Readonly<Record<string, { Type: string }>>): ReadonlySet<string> {
  const apis = Object.values(resources).filter(({ Type }) => Type === 'AWS::ApiGateway::RestApi');
  return new Set(JSON.stringify(apis).match(/\w+LambdaFunction/g));
}

/**
 * Reads what `serverless package` left in a folder.
 * @throws Error for a folder without a template, or a template of functions whose zips are missing
 */
export async function readPackagedStage(folder: string): Promise<PackagedStage> {
  const { Resources } = parseJson(templateSchema, await readFile(join(folder, TEMPLATE_FILE), 'utf8'));
  const apiFunctionIds = functionIdsOfApi(Resources);
  const layersById = new Map<string, z.output<typeof layerResourceSchema>['Properties']>();
  const functions: [string, z.output<typeof functionResourceSchema>['Properties']][] = [];
  for (const [id, resource] of Object.entries(Resources)) {
    if (resource.Type === 'AWS::Lambda::LayerVersion')
      layersById.set(id, layerResourceSchema.parse(resource).Properties);
    if (resource.Type === 'AWS::Lambda::Function')
      functions.push([id, functionResourceSchema.parse(resource).Properties]);
  }
  const layerName = ({ Ref }: { Ref: string }): string => {
    const layer = layersById.get(Ref);
    return layer === undefined ? Ref : nameOf(layer.Content.S3Key);
  };
  const code = [
    ...[...layersById.values()].map(async ({ Content, CompatibleArchitectures }) => ({
      ...(await readZipFileList(join(folder, zipFileOf(Content.S3Key)))),
      name: nameOf(Content.S3Key),
      kind: 'layer' as const,
      architecture: CompatibleArchitectures.join(' and '),
      layers: [],
      handler: undefined,
    })),
    ...functions.map(async ([id, { Code, Handler, Architectures, Layers }]) => ({
      ...(await readZipFileList(join(folder, zipFileOf(Code.S3Key)))),
      name: nameOf(Code.S3Key),
      kind: apiFunctionIds.has(id) ? ('api' as const) : ('worker' as const),
      architecture: Architectures.join(' and '),
      layers: Layers.map(layerName),
      handler: Handler,
    })),
  ];
  return { code: await Promise.all(code), resources: Object.keys(Resources).length };
}
