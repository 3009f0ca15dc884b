import { EventEmitter } from 'node:events'
import { createServer, IncomingMessage, Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded (`node --import`) into the measured programs, which otherwise run as under `npm start`. On the port that
 * `BENCH_CONTROL_PORTS` names for a program it profiles it, and delays the answers of providers.
 */
const SAMPLE_EVERY_US = 500
/** Calls of the store to a provider; the pages and scripts for the payer answer at once. */
const PROVIDER_CALL = /^\/(v1\/(?!payment_methods)|gmo\/payment\/|adyen\/v\d+\/|softbank\/api\/)/

const session = new Session()
let providerDelayMs = 0

const CALLS: Readonly<Record<string, (address: URL) => unknown>> = {
  '/profile/start': async () => {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
    await session.post('Profiler.start')
    return {}
  },
  '/profile/stop': async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return profile
  },
  '/delay': address => {
    providerDelayMs = Number(address.searchParams.get('ms'))
    return {}
  },
}

/** Delays every such request: its caller cannot tell that from a late answer. */
function delayRequests(): void {
  Object.defineProperty(Server.prototype, 'emit', {
    value(this: Server, event: string, ...rest: unknown[]): boolean {
      const [request] = rest
      const isLate = providerDelayMs > 0 && event === 'request' && isProviderCall(request)
      const pass = (): boolean => EventEmitter.prototype.emit.call(this, event, ...rest)
      if (!isLate) return pass()
      void delay(providerDelayMs).then(pass)
      return true
    },
  })
}

function isProviderCall(request: unknown): boolean {
  return request instanceof IncomingMessage && PROVIDER_CALL.test(request.url ?? '')
}

function listen(port: number): void {
  const control = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://control')
    // A kept-alive connection would keep the program from ending.
    response.setHeader('connection', 'close')
    void Promise.resolve(CALLS[address.pathname]?.(address)).then(answer =>
      response.end(JSON.stringify(answer)),
    )
  })
  control.listen(port, '127.0.0.1')
  control.unref()
}

/** Undefined in every other program of the stack, such as its launcher. */
function ownPort(): number | undefined {
  const ports: unknown = JSON.parse(process.env['BENCH_CONTROL_PORTS'] ?? '{}')
  const found = Object.entries(Object(ports)).find(([file]) => process.argv[1]?.endsWith(file))
  return found && Number(found[1])
}

const port = ownPort()
if (port !== undefined && isMainThread) {
  if (process.argv[1]?.includes('/simulators/')) delayRequests()
  listen(port)
}
