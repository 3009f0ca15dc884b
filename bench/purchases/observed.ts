import { EventEmitter } from 'node:events'
import { createServer, IncomingMessage, Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Preloaded (`node --import`) into the measured programs, which otherwise run as under `npm start`. On a port of its
 * own it reports what the process has used, profiles it, and delays the answers of providers.
 */
const SAMPLE_EVERY_US = 500
/** Calls of the store to a provider; the pages and scripts for the payer answer at once. */
const PROVIDER_CALL = /^\/(v1\/(?!payment_methods)|gmo\/payment\/|alipay\/ams\/)/

const session = new Session()
let providerDelayMs = 0

const CALLS: Readonly<Record<string, (address: URL) => unknown>> = {
  '/usage': () => {
    const { user, system } = process.cpuUsage()
    const { active, idle } = performance.eventLoopUtilization()
    return { cpuMs: (user + system) / 1000, loopActiveMs: active, loopIdleMs: idle }
  },
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

/** Delays the request: its caller cannot tell that from a late answer. */
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

function isProviderCall(request: unknown): boolean {
  return request instanceof IncomingMessage && PROVIDER_CALL.test(request.url ?? '')
}

const control = createServer((request, response) => {
  const address = new URL(request.url ?? '/', 'http://control')
  // A kept-alive connection would keep the program from ending.
  response.setHeader('connection', 'close')
  void Promise.resolve(CALLS[address.pathname]?.(address)).then(answer =>
    response.end(JSON.stringify(answer)),
  )
})
control.listen(Number(process.env['BENCH_CONTROL_PORT']), '127.0.0.1')
control.unref()
