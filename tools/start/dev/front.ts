import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { escapeHtml } from '../../../apps/server/src/platform/http/escape-html.ts'
import type { LiveWeb } from './live-web.ts'
import { RENDER_PATH, RENDERED_PARTS, TEMPLATE_PATH, viewOf } from './web-calls.ts'

export interface FrontOptions {
  readonly web: LiveWeb
  /** Where the store listens. */
  readonly storePort: number
  /** Resolves when the store can be called; rejects with the reason why it cannot. */
  readonly storeReady: () => Promise<void>
}

/**
 * Makes the server answer a browser's requests during development: Vite serves modules of the web app, the store
 * everything else, and this process the store's own calls for its documents. A request that comes during a restart of
 * the store waits for it.
 */
export function serveFront(server: Server, options: FrontOptions): void {
  server.on('request', (question: IncomingMessage, answer: ServerResponse) => {
    serveOne(question, answer, options).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (question.headers.accept?.includes('text/html')) sendBrokenPage(answer, reason)
      else sendText(answer, 503, reason)
    })
  })
}

/** Listens on every address of the host, as the store itself does: `localhost` has two. */
export async function listenOnHost(server: Server, host: string, port: number): Promise<void> {
  const [first, ...others] = await lookup(host, { all: true })
  server.listen(port, first?.address)
  await once(server, 'listening')
  for (const { address } of others) {
    const other = createServer((question, answer) => void server.emit('request', question, answer))
    other.on('upgrade', (...upgrade) => void server.emit('upgrade', ...upgrade))
    // A machine may list an address that it does not have.
    other.on('error', () => undefined)
    other.listen(port, address)
    server.on('close', () => {
      other.close()
      other.closeAllConnections()
    })
  }
}

async function serveOne(
  question: IncomingMessage,
  answer: ServerResponse,
  { web, storePort, storeReady }: FrontOptions,
): Promise<void> {
  const url = question.url ?? '/'
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (pathname === TEMPLATE_PATH) {
    const kind = v.parse(v.picklist(['order', 'ticket', 'gate']), searchParams.get('kind'))
    sendText(answer, 200, await web.template(kind))
  } else if (pathname === RENDER_PATH) {
    const part = v.parse(v.picklist(RENDERED_PARTS), searchParams.get('part'))
    sendText(answer, 200, await web.render(part, viewOf(await bodyOf(question))))
  } else if (web.serves(url)) {
    web.vite.middlewares(question, answer, () => sendText(answer, 404, 'Not found'))
  } else {
    await storeReady()
    await passOn(question, answer, storePort)
  }
}

async function bodyOf(question: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of question) if (chunk instanceof Buffer) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Passes on the host that the browser asked for, because it decides the site. */
async function passOn(question: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  const { method, url, headers } = question
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  answer.once('close', () => passed.destroy())
  // Reads the body first: the answer may come before its end, or never if the body is not read.
  const sent = pipeline(question, passed)
  const [reply] = await Promise.all([replyTo(passed), sent])
  answer.writeHead(reply.statusCode ?? 502, withVite(reply.headers, headers.host))
  await pipeline(reply, answer)
}

function replyTo(passed: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    passed.once('response', resolve)
    passed.once('error', reject)
  })
}

/**
 * The content policy of the store, except that any script may run and any style apply, because Vite writes its own into
 * the page, and except for the connection of hot replacement, which some browsers do not count as "self". Vite shows its errors
 * as markup, so nothing is said of Trusted Types.
 */
function withVite(headers: IncomingMessage['headers'], host = 'localhost'): IncomingMessage['headers'] {
  const {
    'content-security-policy': policy,
    'content-security-policy-report-only': _typesOnly,
    ...others
  } = headers
  if (typeof policy !== 'string') return headers
  const changed = policy
    .replace(/script-src [^;]*/, "script-src * 'unsafe-inline'")
    .replace(/style-src [^;]*/, "style-src * 'unsafe-inline'")
    .replace(/require-trusted-types-for [^;]*; trusted-types [^;]*; /, '')
    .replace("connect-src 'self'", `connect-src 'self' ws://${host}`)
  return { ...others, 'content-security-policy': changed }
}

/** Includes Vite's client, which reloads the page once the store answers again. */
function sendBrokenPage(answer: ServerResponse, reason: string): void {
  const client = '<script type="module" src="/@vite/client"></script>'
  send(answer, 503, { type: 'text/html', body: `<!doctype html>${client}<pre>${escapeHtml(reason)}</pre>` })
}

function sendText(answer: ServerResponse, status: number, text: string): void {
  send(answer, status, { type: 'text/plain', body: text })
}

interface Content {
  readonly type: string
  readonly body: string
}

function send(answer: ServerResponse, status: number, { type, body }: Content): void {
  if (answer.headersSent) {
    answer.destroy()
    return
  }
  answer.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
  answer.end(body)
}
