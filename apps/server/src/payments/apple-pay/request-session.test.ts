import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startSimulators } from '../../../../simulators/src/start.ts'
import type { ApplePayAccount } from './apple-pay-account.ts'
import { createSessionRequest } from './request-session.ts'

interface Pair {
  readonly certificate: string
  readonly key: string
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-apple-'))
let made: { readonly ca: string; readonly server: Pair; readonly merchant: Pair }
let gateway: Server | undefined
let visits = 0

beforeAll(async () => {
  // Creates the certificates in a data folder.
  const places = { host: 'localhost', port: 0, tlsPort: 0, smtpPort: 0, dataDir, storeOrigins: [] }
  await (await startSimulators(places)).close()
  const file = path.join(dataDir, 'simulators/apple-pay-certificates.json')
  made = JSON.parse(readFileSync(file, 'utf8')) as typeof made
})

afterAll(() => rmSync(dataDir, { recursive: true }))

afterEach(async () => {
  gateway?.closeAllConnections()
  await new Promise<void>(done => (gateway === undefined ? done() : gateway.close(() => done())))
  gateway = undefined
  visits = 0
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Requests a session from a gateway with the given behaviour. */
async function askOf(
  answer: Answer,
  { timeoutMs, ...changed }: Partial<ApplePayAccount> & { timeoutMs?: number } = {},
) {
  const { certificate: cert, key } = made.server
  gateway = createServer({ cert, key, ca: made.ca, requestCert: true }, (request, response) => {
    visits += 1
    answer(request, response)
  })
  await new Promise<void>(done => gateway?.listen(0, 'localhost', done))
  const { port } = gateway.address() as AddressInfo
  const account: ApplePayAccount = {
    merchantId: 'merchant.example',
    ...made.merchant,
    domainAssociation: '',
    hosts: null,
    networks: [],
    validationUrl: `https://localhost:${port}/paymentservices/paymentSession`,
    ca: made.ca,
    scriptUrl: null,
    ...changed,
  }
  return createSessionRequest(account, timeoutMs)({ displayName: '灯森', host: 'tickets.example.com' })
}

const json =
  (body: string, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

test('asks as Apple documents it, with the merchant’s certificate', async () => {
  let asked: unknown
  let subject: unknown
  const answer = await askOf((request, response) => {
    if (request.socket instanceof TLSSocket) subject = request.socket.getPeerCertificate().subject
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked = [request.method, request.url, JSON.parse(Buffer.concat(chunks).toString('utf8'))]
      response.end('{"nonce":"1"}')
    })
  })
  expect(answer).toEqual({ kind: 'session', session: { nonce: '1' } })
  expect(asked).toEqual([
    'POST',
    '/paymentservices/paymentSession',
    {
      merchantIdentifier: 'merchant.example',
      displayName: '灯森',
      initiative: 'web',
      initiativeContext: 'tickets.example.com',
    },
  ])
  expect(subject).toMatchObject({ UID: expect.any(String) })
})

test.each([301, 302, 303, 307, 308])('a redirect by %d is not followed (S-7.12)', async status => {
  const answer = await askOf((_request, response) =>
    response.writeHead(status, { location: '/paymentservices/elsewhere' }).end(),
  )
  expect(answer).toEqual({ kind: 'failed', reason: `status ${status}` })
  expect(visits).toBe(1)
})

test.each([
  ['a refusal', json('{"statusMessage":"no"}', 417)],
  ['trouble', json('', 500)],
  ['no JSON', json('<html>')],
  ['a list', json('[]')],
  ['a text', json('"session"')],
  ['more than 64 KiB', json(JSON.stringify({ more: 'x'.repeat(64 * 1024) }))],
  ['an answer without an end', endless],
  ['a connection that ends', (request: IncomingMessage) => void request.socket.destroy()],
] as const)('%s is not taken for a session', async (_what, answer) => {
  expect((await askOf(answer)).kind).toBe('failed')
})

function endless(_request: IncomingMessage, response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(4096)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

test('a gateway that never answers is given up', async () => {
  expect((await askOf(() => undefined, { timeoutMs: 50 })).kind).toBe('failed')
})

test('a gateway with an untrusted certificate is sent nothing', async () => {
  expect((await askOf(json('{}'), { ca: null })).kind).toBe('failed')
  expect(visits).toBe(0)
})
