import { EnvError } from '../platform/variables/env-error.ts'
import { boundNewObjects } from './bound-new-objects.ts'
import type { Closable } from './open-parts.ts'
import { runCli } from './run-cli.ts'

/** The store's command line for its operators: the environment of the server, one command, one answer. */

const opened: Closable[] = []

boundNewObjects()
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    return await runCli(process.argv.slice(2), {
      // Loaded by what needs a store alone.
      open: async () => (await import('./open-parts.ts')).openParts(opened),
      out: text => process.stdout.write(`${text}\n`),
      ...(process.stdin.isTTY && { ask: askAtTerminal }),
      err: text => process.stderr.write(`${text}\n`),
      write: piece =>
        new Promise((resolve, reject) => {
          process.stdout.write(piece, error => (error ? reject(error) : resolve()))
        }),
      staffName: process.env['KIPPU_STAFF'],
      variables: process.env,
    })
  } catch (error) {
    process.stderr.write(`${await reasonOf(error)}\n`)
    return 1
  } finally {
    for (const part of opened.toReversed()) await part.close()
  }
}

async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function reasonOf(error: unknown): Promise<string> {
  const { databaseFault } = await import('../start/checks/check-database.ts')
  const fault = databaseFault(error)
  if (fault !== undefined) return fault
  if (error instanceof EnvError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
