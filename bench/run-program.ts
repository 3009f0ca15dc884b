import { execFile } from 'node:child_process'

/**
 * Runs a program to its end and returns its standard output.
 *
 * @throws one line saying how to install the program when it is missing, or its whole output when it fails.
 */
export function runProgram(
  [command, ...args]: readonly [string, ...string[]],
  { install, environment = {} }: { readonly install: string; readonly environment?: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env: { ...process.env, ...environment } }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (error.code === 'ENOENT')
        reject(new Error(`${command} is missing: install it with ${install}.`))
      else reject(new Error(`${command} failed: ${stderr}${stdout}`))
    })
  })
}
