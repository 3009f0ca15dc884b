import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'

import { stackLog } from './stack-logs.ts'

/** Starts the stack that `npm start` starts, and keeps its output, which the last story searches (S-7.11). */
const log = createWriteStream(stackLog())
const stack = spawn(process.execPath, ['tools/start/start.ts'], {
  cwd: path.join(import.meta.dirname, '..'),
  stdio: ['ignore', 'pipe', 'pipe'],
})
stack.stdout.pipe(log, { end: false })
stack.stderr.pipe(log, { end: false })
stack.stderr.pipe(process.stderr)

// A signal reaches the whole group: this process stays until everything it started has stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const [code] = await once(stack, 'close')
process.exitCode = typeof code === 'number' ? code : 1
log.end()
