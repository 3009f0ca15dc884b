import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { askProvider, type ProviderResponse, unsentCode } from './provider-http.ts'

const ask = (url: string): Promise<ProviderResponse> =>
  askProvider({ what: 'Bank pay', url, headers: {}, body: 'pay', timeoutMs: 5_000 })

/** A bank that reacts to every request with the given behaviour. */
async function bankThat(behaves: (socket: Socket, said: Buffer) => void): Promise<string> {
  const server: Server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', said => behaves(socket, said))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

const system = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
const ofFetch = (cause: Error): Error => new TypeError('fetch failed', { cause })

describe('a request to a provider', () => {
  test('is not sent when nobody listens', async () => {
    expect(await ask(await closedAddress())).toEqual({
      kind: 'not_sent',
      reason: 'Bank pay: ECONNREFUSED',
    })
    expect(await ask('http://no-such-bank.invalid')).toMatchObject({ kind: 'not_sent' })
    // No route leads there: the connection is never begun.
    expect(await ask('http://255.255.255.255:8080')).toMatchObject({ kind: 'not_sent' })
  })

  test('is lost when the connection breaks after it may have been executed', async () => {
    const resets = await bankThat(socket => socket.resetAndDestroy())
    expect(await ask(resets)).toEqual({ kind: 'lost', reason: 'Bank pay: ECONNRESET' })
    const ends = await bankThat(socket => void socket.end())
    expect(await ask(ends)).toMatchObject({ kind: 'lost' })
    const breaksOff = await bankThat(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () => socket.resetAndDestroy())
    })
    expect(await ask(breaksOff)).toMatchObject({ kind: 'lost' })
  })
})

test.each([301, 302, 307, 308])('a redirect by %d is an answer, and is followed nowhere', async status => {
  let visits = 0
  const elsewhere = await bankThat(() => (visits += 1))
  const redirects = await bankThat(socket => {
    socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: ${elsewhere}\r\ncontent-length: 0\r\n\r\n`)
  })
  expect(await ask(redirects)).toMatchObject({ kind: 'answered', status })
  expect(visits).toBe(0)
})

test('an answer that is too long to be a provider’s is given up', async () => {
  const talks = await bankThat(socket => {
    const bytes = 'x'.repeat(300 * 1024)
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n${bytes}`)
  })
  expect(await ask(talks)).toEqual({ kind: 'lost', reason: 'Bank pay: the answer is too long' })
})

describe('a network error', () => {
  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ETIMEDOUT'])(
    '%s means "not sent" while connecting, not on an open connection',
    code => {
      expect(unsentCode(ofFetch(system(code, 'connect')))).toBe(code)
      expect(unsentCode(ofFetch(system(code, 'read')))).toBeUndefined()
      expect(unsentCode(ofFetch(system(code, 'write')))).toBeUndefined()
    },
  )

  test('of a host with several addresses means "not sent" only when it does for each of them', () => {
    const ofAll = (...errors: Error[]) =>
      ofFetch(Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' }))
    const [refused, broken] = [system('ECONNREFUSED', 'connect'), system('ECONNRESET', 'read')]
    expect(unsentCode(ofAll(refused, system('ENETUNREACH', 'connect')))).toBe('ECONNREFUSED')
    expect(unsentCode(ofAll(refused, broken))).toBeUndefined()
    expect(unsentCode(ofAll())).toBeUndefined()
  })
})
