import { execFile } from 'node:child_process'

/**
 * Runs a program to its end and answers what it wrote to standard output.
 * @throws one line saying how to install it when it is missing, or all it wrote when it fails.
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
