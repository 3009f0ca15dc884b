import { once } from 'node:events'

import * as v from 'valibot'

/** The memory of a process after it has thrown away all that it can, in MB. */
export interface Heap {
  readonly heap_mb: number
  /** Buffers, and what else lies outside of the heap. */
  readonly external_mb: number
}

const targets = v.tuple([v.object({ webSocketDebuggerUrl: v.string() })])
const answered = v.pipe(v.string(), v.parseJson(), v.object({ id: v.number(), result: v.unknown() }))
const usage = v.object({
  result: v.object({
    value: v.pipe(v.string(), v.parseJson(), v.object({ heapUsed: v.number(), external: v.number() })),
  }),
})

const COLLECT = { id: 1, method: 'HeapProfiler.collectGarbage' }
const READ = {
  id: 2,
  method: 'Runtime.evaluate',
  params: { expression: 'JSON.stringify(process.memoryUsage())' },
}

/** Has the process that is inspected at this port throw away what nothing holds, and says what is left. */
export async function heapAfterCollection(port: number): Promise<Heap> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [{ webSocketDebuggerUrl }] = v.parse(targets, await list.json())
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  try {
    // Twice: what the first one finalises, the second one frees.
    await ask(socket, COLLECT)
    await ask(socket, COLLECT)
    const { heapUsed, external } = v.parse(usage, await ask(socket, READ)).result.value
    return { heap_mb: megabytes(heapUsed), external_mb: megabytes(external) }
  } finally {
    socket.close()
  }
}

async function ask(socket: WebSocket, command: typeof COLLECT | typeof READ): Promise<unknown> {
  const answer = new Promise<unknown>(resolve => {
    const hear = ({ data }: MessageEvent): void => {
      const heard = v.safeParse(answered, data)
      if (!heard.success || heard.output.id !== command.id) return
      socket.removeEventListener('message', hear)
      resolve(heard.output.result)
    }
    socket.addEventListener('message', hear)
  })
  socket.send(JSON.stringify(command))
  return answer
}

/** With one digit behind the point. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
