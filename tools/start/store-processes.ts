import type { Launcher } from './launcher.ts'
import { type Program, type ProgramOptions, startProgram } from './program.ts'
import { addressOf, runToTheEnd, storeAddress, untilReady } from './stack-parts.ts'
import { type StartSettings, statusPorts } from './start-settings.ts'

const FILE = 'apps/server/src/start/main.ts'

/** Longer than a process of the store takes to stop after its drain, by its own clock. */
const PATIENCE_MS = 30_000

function patienceOf({ drainSeconds }: StartSettings): Pick<ProgramOptions, 'patienceMs'> {
  return { patienceMs: PATIENCE_MS + drainSeconds * 1_000 }
}

/** Starts the store as one process, or as several that share its port. Resolves when visitors are answered. */
export async function startStore(
  launcher: Launcher,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (settings.webProcesses > 1) return startSeveral(launcher, settings, environment)
  const store = startProgram({ name: 'The store', file: FILE, environment, ...patienceOf(settings) })
  runToTheEnd(launcher, store)
  await untilReady(storeAddress(settings), store.name, () => launcher.isStopping())
}

/** The worker comes first and alone: it migrates and fills the database, and the others find that done. */
async function startSeveral(
  launcher: Launcher,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { webProcesses } = settings
  const shared = { ...environment, WEB_PROCESSES: String(webProcesses) }
  const start = (name: string, number: number, more: NodeJS.ProcessEnv): KeptProgram => {
    const port = statusPorts(settings)[number] ?? 0
    const own = { PROCESS_NAME: name, STATUS_PORT: String(port), ...more }
    return keepRunning(
      launcher,
      {
        name: `The process ${name}`,
        file: FILE,
        environment: { ...shared, ...own },
        ...patienceOf(settings),
      },
      addressOf(settings.host, port),
    )
  }
  const worker = start('worker', 0, { ROLE: 'worker' })
  launcher.stopLater(worker)
  await worker.ready
  await launcher.goOn()
  const web = Array.from({ length: webProcesses }, (_, index) =>
    start(`web-${index + 1}`, index + 1, { ROLE: 'web', PORT_SHARED: 'on' }),
  )
  launcher.stopLater({
    stop: async () => void (await Promise.all(web.map(one => one.stop()))),
    kill: () => web.forEach(one => one.kill()),
  })
  await Promise.all(web.map(({ ready }) => ready))
}

/** A program that is started again when it ends. */
export interface KeptProgram {
  /** Resolves when it answers for the first time; rejects when it does not. */
  readonly ready: Promise<void>
  stop(): Promise<void>
  kill(): void
}

/**
 * Runs a program until the launcher stops. When it ends after it has answered, it is started again, with a line that says
 * so; when it ends before, the launcher stops everything, because the next start would end the same way.
 * @param address answers once the program is ready.
 */
export function keepRunning(launcher: Launcher, options: ProgramOptions, address: string): KeptProgram {
  let program: Program
  const startOnce = async (): Promise<void> => {
    program = startProgram(options)
    let end: string | undefined
    const ended = program.ended.then(how => {
      end = how
    })
    await untilReady(address, options.name, () => end !== undefined || launcher.isStopping())
    if (launcher.isStopping()) return
    if (end !== undefined) throw new Error(end)
    void ended.then(() => {
      if (launcher.isStopping()) return
      console.error(`${end}: started again.`)
      startOnce().catch((error: unknown) =>
        launcher.fail(error instanceof Error ? error.message : String(error)),
      )
    })
  }
  const ready = startOnce()
  return { ready, stop: () => program.stop(), kill: () => program.kill() }
}
