/** A call of the API that the console made, or a sample call of the documentation site. */
export interface ConsoleCall {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path with names of parameters: `/timelines/{id}`. */
  path: string;
  params?: { path?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined } | undefined;
  body?: unknown;
  /** The file that was sent; absent for a call with a JSON body. */
  file?:
    | {
        name: string;
        contentType: string;
        /** True if the content of the file is the body of this call; absent if the file goes to the address of an upload. */
        isBody?: true;
      }
    | undefined;
}

/** The path of a call with its ids and its query. */
export function pathAndQueryOf({ path, params }: ConsoleCall): string {
  const pathWithIds = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.path?.[name] ?? `{${name}}`),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params?.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${pathWithIds}?${query}` : pathWithIds;
}

/** A text as a word of a POSIX shell: in single quotes if it needs quotes. */
const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The longest JSON body, in characters, that is written on one line. */
const MAX_LINE_CHARACTERS = 60;

const jsonText = (body: unknown): string => {
  const oneLineJson = JSON.stringify(body);
  return oneLineJson.length > MAX_LINE_CHARACTERS ? JSON.stringify(body, null, 2) : oneLineJson;
};

/**
 * A call as a curl command. The API key is not part of it: the command reads the variable VIDEO_API_KEY.
 * @param baseUrl the base address of the API, without a slash at its end
 */
export function callAsCurl(call: ConsoleCall, baseUrl: string): string {
  const lines = [`curl ${shellQuoted(baseUrl + pathAndQueryOf(call))}`];
  if (!['get', 'post'].includes(call.method)) lines.push(`-X ${call.method.toUpperCase()}`);
  lines.push('-H "x-api-key: $VIDEO_API_KEY"');
  if (call.file !== undefined) {
    lines.push(
      `-H ${shellQuoted(`content-type: ${call.file.contentType}`)}`,
      `--data-binary ${shellQuoted(`@${call.file.name}`)}`,
    );
  } else if (call.body !== undefined) {
    lines.push(`-H 'content-type: application/json'`, `-d ${shellQuoted(jsonText(call.body))}`);
  } else if (call.method === 'post') lines.push('-X POST');
  return lines.join(' \\\n  ');
}

/** A value as a literal of TypeScript. */
const typescriptLiteral = (value: unknown, indent = ''): string => {
  const innerIndent = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => `${innerIndent}${typescriptLiteral(each, innerIndent)},\n`).join('')}${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  if (fields.length === 0) return '{}';
  const fieldLines = fields.map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${innerIndent}${key}: ${typescriptLiteral(each, innerIndent)},\n`;
  });
  return `{\n${fieldLines.join('')}${indent}}`;
};

/** A call as a program with the TypeScript client. @param baseUrl the base address of the API, without a slash at its end */
export function callAsTypescript(call: ConsoleCall, baseUrl: string): string {
  const { method, path, params, body, file } = call;
  const requestOptions = Object.fromEntries(
    Object.entries({ params, body }).filter(
      ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
    ),
  );
  const importLine = file === undefined ? '' : "import { readFile } from 'node:fs/promises';\n";
  const clientCode = `import { createVideoClient } from 'video-timeline-client';

const video = createVideoClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  credentials: { apiKey: process.env.VIDEO_API_KEY ?? '' },
});
`;
  if (file?.isBody) {
    const options = typescriptLiteral({ ...(params ? { params } : {}), headers: { 'content-type': file.contentType } });
    return `${importLine}${clientCode}
const rows = await readFile(${JSON.stringify(file.name)}, 'utf8');
const answer = await video.${method}(${JSON.stringify(path)}, {
  ...${options.replaceAll('\n', '\n  ')},
  body: rows,
  bodySerializer: (text: string) => text,
});
`;
  }
  if (file !== undefined) {
    const options = typescriptLiteral({
      contentType: file.contentType,
      ...(params ? { params } : {}),
      ...(body ? { fields: body } : {}),
    });
    return `${importLine}${clientCode}
const answer = await video.upload(${JSON.stringify(path)}, await readFile(${JSON.stringify(file.name)}), ${options});
`;
  }
  const optionsArgument = Object.keys(requestOptions).length > 0 ? `, ${typescriptLiteral(requestOptions)}` : '';
  return `${clientCode}\nconst answer = await video.${method}(${JSON.stringify(path)}${optionsArgument});\n`;
}
