import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

export interface Wanted {
  /** Host names and addresses that it is for. */
  for?: string[];
  /** In days from now. */
  from?: number;
  until?: number;
  /** Who signs; by default it signs itself. */
  by?: Certificate;
}

/** A certificate with a P-256 key, made now. */
export async function certificate(name: string, wanted: Wanted = {}): Promise<Certificate> {
  const { for: hosts = ['localhost', '127.0.0.1'], from = -1, until = 1, by } = wanted;
  const altNames = hosts.map((host) =>
    /^[\d.:]+$/.test(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
  );
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: days(from),
    notAfterDate: days(until),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
    ...(by ? { ca: { key: by.key, cert: by.cert } } : {}),
  });
  return { key, cert };
}

/** An authority of the tests' own. */
export async function authority(name: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key, cert };
}
