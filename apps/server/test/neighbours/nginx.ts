import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { applePayCertificates } from '../../../simulators/src/apple-pay/certificates.ts'
import { ROOT } from '../kept-cluster.ts'
import { type KeptLine, openLine } from '../kept-line.ts'
import { startDebianProgram } from './debian-program.ts'

/** Of `server_name` in the example. */
export const HOSTS = { demo: 'tickets.example.com', cancanfactory: 'can.example.com' } as const

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

export interface ProxyQuestion {
  readonly path: string
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The visitor's address, of 127.0.0.0/8. */
  readonly from?: string
}

/** nginx with the example of docs/proxy. */
export interface Proxy {
  readonly ask: (question: ProxyQuestion) => Promise<ProxyAnswer>
  /** Its ports: of HTTPS, and of plain HTTP. */
  readonly ports: { readonly https: number; readonly http: number }
  /** A connection of a visitor at this address of the machine. */
  openLine(localAddress: string): KeptLine
  /** The keys of everything that it keeps, and the bytes. */
  kept(): readonly { readonly key: string; readonly content: string }[]
  /** The lines that it logged so far. */
  logged(): string
  stop(): Promise<void>
}

/** Starts nginx with docs/proxy/kippu.conf, its ports and folders changed as its first lines say. */
export async function startNginx(storePorts: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-nginx-'))
  const [port, plainPort] = [await claimPort(), await claimPort()]
  const { ca, server } = await applePayCertificates(folder)
  writeFileSync(path.join(folder, 'chain.pem'), server.certificate)
  writeFileSync(path.join(folder, 'key.pem'), server.key)
  const [cache, accessLog] = [path.join(folder, 'cache'), path.join(folder, 'kippu.log')]
  mkdirSync(cache)
  // Its workers are another user when it is started by root.
  chmodSync(folder, 0o755)
  const example = changed(readFileSync(path.join(ROOT, 'docs/proxy/kippu.conf'), 'utf8'), [
    [
      'server 127.0.0.1:3000 max_fails=0;',
      storePorts.map(one => `server 127.0.0.1:${one} max_fails=0;`).join('\n  '),
    ],
    ['/var/cache/nginx/kippu', cache],
    ['listen 443 ssl http2 default_server;', `listen 127.0.0.1:${port} ssl http2 default_server;`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['/var/log/nginx/kippu.log', accessLog],
    ['/var/log/nginx/kippu.log', accessLog],
    ['/var/log/nginx/kippu-errors.log', path.join(folder, 'kippu-errors.log')],
    ['/etc/ssl/kippu/fullchain.pem', path.join(folder, 'chain.pem')],
    ['/etc/ssl/kippu/privkey.pem', path.join(folder, 'key.pem')],
  ])
  writeFileSync(path.join(folder, 'kippu.conf'), example)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${path.join(folder, name)};`,
  )
  const main = `daemon off;
pid ${path.join(folder, 'pid')};
error_log ${path.join(folder, 'error.log')};
events {}
http { access_log off; ${temporary.join(' ')} include ${path.join(folder, 'kippu.conf')}; }
`
  writeFileSync(path.join(folder, 'nginx.conf'), main)
  const ask: Proxy['ask'] = question => send({ ca, port }, question)
  const nginx = await startDebianProgram('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    folder,
    logFile: 'error.log',
    isReady: async () => (await ask({ path: '/healthz' })).status === 404,
  })
  return {
    ask,
    ports: { https: port, http: plainPort },
    openLine: localAddress => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const host = HOSTS.demo
      const target = { ...certified(ca, host), host: '127.0.0.1', port, localAddress, headers: { host } }
      return openLine(target, { send: request, agent })
    },
    kept: () =>
      readdirSync(cache).flatMap(name => {
        const content = readIfThere(path.join(cache, name))
        return content === undefined ? [] : { key: /^KEY: (.*)$/m.exec(content)?.[1] ?? '', content }
      }),
    logged: () => readFileSync(accessLog, 'utf8'),
    stop: async () => {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** nginx may remove an old one at any moment. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}

/** @throws when the example has no such line any more. */
function changed(example: string, changes: ReadonlyArray<readonly [string, string]>): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/proxy/kippu.conf has no ${from}`)
    return text.replace(from, () => to)
  }, example)
}

const certified = (ca: string, host: string) =>
  ({
    ca,
    servername: host,
    // The certificate is of this machine.
    checkServerIdentity: () => undefined,
  }) as const

function send(
  { ca, port }: { readonly ca: string; readonly port: number },
  { path: url, host = HOSTS.demo, method = 'GET', headers = {}, body, from = '127.0.0.1' }: ProxyQuestion,
): Promise<ProxyAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      ...certified(ca, host),
      port,
      host: '127.0.0.1',
      localAddress: from,
      agent: false,
      method,
      path: url,
      headers: { ...headers, host, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    } as const
    const asked = request(options, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
