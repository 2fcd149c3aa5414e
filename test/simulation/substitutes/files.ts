/** Instead of `node:fs`, `node:fs/promises` and `node:stream/promises`: the local files of workers, in memory. */
const files = new Map<string, Buffer>();

const bytesOf = (path: string): Buffer => {
  const bytes = files.get(path);
  if (!bytes) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  return bytes;
};
function put(path: string, bytes: Uint8Array, offset: number): void {
  const before = bytesOf(path);
  const after = Buffer.alloc(Math.max(before.length, offset + bytes.length));
  after.set(before);
  after.set(bytes, offset);
  files.set(path, after);
}

export const writeFile = async (path: string, bytes: string | Uint8Array): Promise<void> =>
  void files.set(path, Buffer.from(bytes as Uint8Array));
export const readFile = async (path: string): Promise<Buffer> => bytesOf(path);
export const stat = async (path: string): Promise<{ size: number }> => ({ size: bytesOf(path).length });
/** Directories are parts of names. */
export const mkdir = async (): Promise<void> => undefined;
export const rm = async (path: string): Promise<void> => void files.delete(path);
export const open = async (path: string) => ({
  write: async (bytes: Uint8Array, _from: number, _length: number, offset: number) => put(path, bytes, offset),
  [Symbol.asyncDispose]: async () => undefined,
});

interface Source {
  path: string;
  start: number;
  /** Inclusive. */
  end: number;
}
interface Target {
  path: string;
  flags: string;
}
export const createReadStream = (path: string, { start = 0, end = Number.POSITIVE_INFINITY } = {}): Source => ({
  path,
  start,
  end,
});
export const createWriteStream = (path: string, { flags = 'w' } = {}): Target => ({ path, flags });
export async function pipeline({ path, start, end }: Source, target: Target): Promise<void> {
  const bytes = bytesOf(path).subarray(start, end + 1);
  if (target.flags === 'a') put(target.path, bytes, bytesOf(target.path).length);
  else files.set(target.path, Buffer.from(bytes));
}

/** Deletes the files whose path starts like this; all of them without an argument. */
export function dropFiles(directory?: string): void {
  if (directory === undefined) files.clear();
  else for (const path of files.keys()) if (path.startsWith(directory)) files.delete(path);
}
