import process from 'node:process'

import { readEnvironment } from './env.ts'
import { startSimulators } from './start.ts'

/** A wrong setting stops the start with one clear line and code 1. */
function refuse(problem: string): never {
  process.stderr.write(`simulators: ${problem}\n`)
  process.exit(1)
}

const environment = readEnvironment(process.env)
if ('problem' in environment) refuse(environment.problem)

const starting = startSimulators(environment)

// The handlers are set before the ready line is printed, because a signal may follow it at once.
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    starting
      .then(simulators => simulators.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  })
}

const { url, smtpPort } = await starting.catch((error: unknown) =>
  refuse(error instanceof Error ? error.message : String(error)),
)
process.stdout.write(`${JSON.stringify({ ready: 'simulators', url, smtp_port: smtpPort })}\n`)
