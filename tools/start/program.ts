import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ROOT } from './root.ts'

export interface ProgramOptions {
  /** Its name in messages. */
  readonly name: string
  /** Path of its source under the root. */
  readonly file: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether its standard output is shown; errors always are. */
  readonly quiet?: boolean
  /** How long it may take to stop. In ms. */
  readonly patienceMs?: number
}

export interface Program {
  readonly name: string
  /** Resolves with a line that says how it ended. */
  readonly ended: Promise<string>
  /** Asks it to stop, and kills it when it has not done so in time. */
  stop(): Promise<void>
  kill(): void
}

const PATIENCE_MS = 10_000

/**
 * Runs one of our programs in its own process group: Ctrl-C in the terminal reaches the launcher alone, which stops all
 * of them in order.
 */
export function startProgram({
  name,
  file,
  environment,
  quiet = false,
  patienceMs = PATIENCE_MS,
}: ProgramOptions): Program {
  const child = spawn(
    process.execPath,
    ['--import', path.join(import.meta.dirname, 'exit-with-parent.ts'), path.join(ROOT, file)],
    {
      cwd: ROOT,
      env: environment,
      detached: true,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    },
  )
  const ended = endOf(child).then(how => `${name} (${file}) ended ${how}`)
  const stop = async (): Promise<void> => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.kill('SIGTERM')
    await ended
    clearTimeout(impatience)
  }
  return { name, ended, stop, kill: () => void child.kill('SIGKILL') }
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal === null ? `with code ${code}` : `by ${signal}`
  } catch (error) {
    return `before it began: ${String(error)}`
  }
}
