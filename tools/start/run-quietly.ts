import { execFile, type ExecFileOptions } from 'node:child_process'

const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024

/** Runs a program without showing its output. Returns undefined when it succeeded, else everything it printed. */
export function runQuietly(
  command: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<string | undefined> {
  return new Promise(resolve => {
    const limits = { ...options, encoding: 'utf8' as const, maxBuffer: OUTPUT_LIMIT_BYTES }
    const child = execFile(command, args, limits, (error, stdout, stderr) => {
      resolve(error === null ? undefined : `${stdout}${stderr}`.trim() || error.message)
    })
    // Nobody could answer a prompt.
    child.stdin?.end()
  })
}
