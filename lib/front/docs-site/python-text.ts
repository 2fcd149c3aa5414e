import { type ConsoleCall, pathAndQueryOf } from '#front/console/app/call-text.ts';

/** A value as a literal of Python. */
function pythonLiteral(value: unknown, indent = ''): string {
  const innerIndent = `${indent}    `;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, innerIndent))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, innerIndent)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => `${innerIndent}${line},\n`).join('')}${indent}${close}`;
}

/** A call as a program with the Python client. @param base the base address, without a slash at its end */
export function callAsPython({ method, path, params, body, file }: ConsoleCall, base: string): string {
  const address = JSON.stringify(pathAndQueryOf({ method, path, params: { path: params?.path } }));
  const imports = file === undefined ? '' : 'from pathlib import Path\n';
  const args = [address];
  if (file !== undefined)
    args.push(`Path(${JSON.stringify(file.name)})`, `content_type=${JSON.stringify(file.contentType)}`);
  else if (body !== undefined) args.push(pythonLiteral(body));
  if (params?.query !== undefined) args.push(`query=${pythonLiteral(params.query)}`);
  return `${imports}from video_timeline_client import VideoClient

video = VideoClient(${JSON.stringify(base)})  # VIDEO_API_KEY has the key
answer = video.${file === undefined ? method : 'upload'}(${args.join(', ')})
`;
}
