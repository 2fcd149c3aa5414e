import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { verifiedEvent } from '#front/client/index.ts';
import { verifyWebhook } from '#front/docs/examples/verify-webhook/typescript/verify.ts';

/** A delivery as a receiver has it. */
export interface ExampleCase {
  secret: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  /** The receiver's clock, in Unix seconds. */
  now: number;
}

/** What an example says of each case: `genuine`, or why not. */
export type VerifyExample = (cases: readonly ExampleCase[]) => Promise<string[]>;

export const EXAMPLES = join(import.meta.dirname, '../../../lib/front/docs/examples/verify-webhook');

function run(command: string, args: readonly string[], input: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd, timeout: 120_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const verdictsOf = (stdout: string): string[] => JSON.parse(stdout) as string[];

/** Why a language is not tried on this machine, if so: its deps are missing. In CI they must not be. */
export async function skipReason([command, ...args]: readonly string[]): Promise<string | undefined> {
  if (command === undefined || process.env.CI) return undefined;
  const works = await run(command, args, '', EXAMPLES).then(
    () => true,
    () => false,
  );
  return works ? undefined : `${command} is not installed`;
}

/** Verifies in this process, with the clock of each case: the library has no other clock than the system's. */
const verifiedHere =
  (verify: (one: ExampleCase) => void): VerifyExample =>
  async (cases) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      return cases.map((one) => {
        vi.setSystemTime(one.now * 1000);
        try {
          verify(one);
          return 'genuine';
        } catch (error) {
          // What is genuine and no JSON is not a delivery of ours, and not the question here.
          if (error instanceof SyntaxError) return 'genuine';
          return error instanceof Error ? error.message : String(error);
        }
      });
    } finally {
      vi.useRealTimers();
    }
  };

/** The example of the guide. */
export const inTypeScript = verifiedHere(({ secret, headers, body }) => void verifyWebhook(secret, headers, body));

/** The client. */
export const inTypeScriptClient = verifiedHere(
  ({ secret, headers, body }) => void verifiedEvent(headers, body, secret),
);

const PYTHON = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "python")
from verify import verify_webhook
def verdict(case):
    try:
        verify_webhook(case["secret"], case["headers"], case["body"].encode(), case["now"])
        return "genuine"
    except json.JSONDecodeError:
        return "genuine"
    except ValueError as error:
        return str(error)
print(json.dumps([verdict(case) for case in json.load(sys.stdin)]))
`;

export const inPython: VerifyExample = async (cases) =>
  verdictsOf(await run('python3', ['-c', PYTHON], JSON.stringify(cases), EXAMPLES));

const GO = `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"

	webhook "example.com/verify-webhook"
)

func main() {
	var cases []struct {
		Secret, Body string
		Headers      map[string]string
		Now          int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	verdicts := []string{}
	for _, one := range cases {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		verdict := "genuine"
		if err := webhook.Verify(one.Secret, header, []byte(one.Body), time.Unix(one.Now, 0)); err != nil {
			verdict = err.Error()
		}
		verdicts = append(verdicts, verdict)
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

export const inGo: VerifyExample = async (cases) => {
  const folder = await mkdtemp(join(tmpdir(), 'verify-go-'));
  try {
    await cp(join(EXAMPLES, 'go'), folder, { recursive: true });
    await mkdir(join(folder, 'main'));
    await writeFile(join(folder, 'main/main.go'), GO);
    // The standard library is compiled by the first run on a machine, which takes less time without optimization.
    return verdictsOf(await run('go', ['run', '-gcflags=all=-N -l', './main'], JSON.stringify(cases), folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
