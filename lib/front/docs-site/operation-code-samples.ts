import { type ConsoleCall, callAsCurl, callAsTypescript, pathAndQueryOf } from '#front/console/app/call-text.ts';
import type { DescribedOperation } from './operations.ts';
import { callAsPython } from './python-text.ts';

/** The files that samples of upload operations send, by operation id. */
const SAMPLE_FILES: Readonly<Record<string, NonNullable<ConsoleCall['file']>>> = {
  uploadFont: { name: 'Brand.ttf', contentType: 'font/ttf' },
  uploadBackgroundAudio: { name: 'music.mp3', contentType: 'audio/mpeg' },
  uploadSlideImage: { name: 'harbour.jpg', contentType: 'image/jpeg' },
  uploadTemplateLogo: { name: 'logo.png', contentType: 'image/png' },
  importTimeline: {
    name: 'talk.pptx',
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
};

/** The names of the files in which samples save answers that are not JSON, by media type. */
const DOWNLOAD_NAMES: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'text/csv': 'results.csv',
  'text/html': 'report.html',
};

/** A call of an operation with the example values of its OpenAPI description. */
export function sampleCallOf({ id, method, path, parameters, body }: DescribedOperation): ConsoleCall {
  const pathParameters = parameters.filter((each) => each.in === 'path');
  const pathValues = Object.fromEntries(
    pathParameters.map(({ name, schema }) => [name, String(schema.examples?.[0] ?? name)]),
  );
  const file = SAMPLE_FILES[id];
  return {
    method,
    path,
    ...(pathParameters.length === 0 ? {} : { params: { path: pathValues } }),
    ...(file === undefined ? { body: body?.example } : { file }),
  };
}

const typescriptDownload = (
  call: ConsoleCall,
  base: string,
  fileName: string,
): string => `import { writeFile } from 'node:fs/promises';

const answer = await fetch(${JSON.stringify(base + pathAndQueryOf(call))}, {
  headers: { 'x-api-key': process.env.VIDEO_API_KEY ?? '' },
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile(${JSON.stringify(fileName)}, Buffer.from(await answer.arrayBuffer()));
`;

const pythonDownload = (call: ConsoleCall, base: string, fileName: string): string => `import os
from pathlib import Path
import httpx

headers = {"x-api-key": os.environ["VIDEO_API_KEY"]}
answer = httpx.get(${JSON.stringify(base + pathAndQueryOf(call))}, headers=headers)
answer.raise_for_status()
Path(${JSON.stringify(fileName)}).write_bytes(answer.content)
`;

/** Sample calls of an operation, by language. Operations without credentials, and those of the tag `service`, have only curl. */
export interface OperationCodeSamples {
  curl: string;
  typescript?: string;
  python?: string;
}

/** The sample calls of an operation. @param base the base address, without a slash at its end */
export function operationCodeSamplesOf(operation: DescribedOperation, base: string): OperationCodeSamples {
  const call = sampleCallOf(operation);
  const curl = callAsCurl(call, base);
  if (operation.needsNoCredentials) return { curl: curl.replace(/ \\\n +-H "x-api-key[^"\n]*"/, '') };
  if (operation.tag === 'service') return { curl };
  const downloadName = DOWNLOAD_NAMES[operation.answer.mediaType];
  if (downloadName !== undefined)
    return {
      curl: `${curl} \\\n  -o ${downloadName}`,
      typescript: typescriptDownload(call, base, downloadName),
      python: pythonDownload(call, base, downloadName),
    };
  return { curl, typescript: callAsTypescript(call, base), python: callAsPython(call, base) };
}
