import { createServer, type RequestListener, type Server } from 'node:http'

import { afterEach, describe, expect, test } from 'vitest'

import { type PostOptions, postTo } from './post.ts'
import { isPublicAddress } from './public-address.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const MESSAGE = { headers: { 'webhook-id': '1' }, body: '{}' }
const post = (url: string, options: Partial<PostOptions> = {}) =>
  postTo(url, MESSAGE, { anywhere: false, timeoutMs: 2_000, ...options })

describe('a hostile receiver', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '2001:db8::1',
    'localhost',
  ])('%s is not a public address', address => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '168.63.129.17', '203.0.112.1', '172.32.0.1', '2606:4700::1111'])(
    '%s is one',
    address => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('reaches nothing by %s', async url => expect(await post(url)).toEqual({ fault: 'not a public address' }))

  test('reaches nothing by a name of which one address is private, whichever comes first', async () => {
    for (const addresses of [['8.8.8.8', '127.0.0.1'], ['::1', '8.8.8.8'], ['::ffff:10.0.0.1']])
      expect(await post('https://two.example/', { resolve: async () => addresses })).toEqual({
        fault: 'not a public address',
      })
  })

  test('reaches nothing by a name that changes: it is asked for once, and the connection goes to what was judged', async () => {
    let asked = 0
    const port = await listen((_, response) => response.writeHead(200).end())
    const resolve = async () => {
      asked += 1
      return [asked === 1 ? '127.0.0.1' : '192.0.2.1']
    }
    expect(await post(`http://rebinding.example:${port}/`, { anywhere: true, resolve })).toEqual({
      status: 200,
    })
    expect(asked).toBe(1)
  })

  test('is not sent anything in the clear', async () => {
    expect(await post('http://8.8.8.8/')).toEqual({ fault: 'not https' })
  })

  test('leads nowhere by a redirect', async () => {
    let followed = 0
    const inner = await listen((_, response) => {
      followed += 1
      response.end()
    })
    const port = await listen((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${port}/`, { anywhere: true })).toEqual({ status: 307 })
    expect(followed).toBe(0)
  })

  test('is not listened to behind its status, of which a long or an endless body takes nothing away', async () => {
    const flood = await listen((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await post(`http://127.0.0.1:${flood}/`, { anywhere: true })).toEqual({ status: 200 })
    const drip = await listen((_, response) => void response.writeHead(500).write('x'))
    expect(await post(`http://127.0.0.1:${drip}/`, { anywhere: true })).toEqual({ status: 500 })
  })

  test('is not waited for for ever: neither its answer nor its name', async () => {
    const silent = await listen(() => undefined)
    expect(await post(`http://127.0.0.1:${silent}/`, { anywhere: true, timeoutMs: 200 })).toEqual({
      fault: 'timeout',
    })
    const unnamed = new Promise<readonly string[]>(() => undefined)
    expect(await post('https://slow.example/', { timeoutMs: 50, resolve: () => unnamed })).toEqual({
      fault: 'timeout',
    })
  })

  test('is done with when it changes the protocol, or closes the connection without a word', async () => {
    const changing = await listen((_, response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    expect(await post(`http://127.0.0.1:${changing}/`, { anywhere: true })).toEqual({ status: 101 })
    const closing = await listen((_, response) => response.socket?.end())
    expect(await post(`http://127.0.0.1:${closing}/`, { anywhere: true })).toEqual({ fault: 'no connection' })
  })
})
