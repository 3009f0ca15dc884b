import { createSocket, type Socket } from 'node:dgram'

import { afterEach, expect, test } from 'vitest'

import { resolveHost } from './resolve-host.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

const A = 1
const AAAA = 28
const [NO_ERROR, SERVER_FAILED] = [0, 2]

interface Said {
  readonly code?: number
  readonly address?: readonly number[]
}

/** A name server: what it says of a question for a type of record; undefined for nothing at all. */
async function nameServer(says: (type: number) => Said | undefined): Promise<readonly string[]> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (asked, { port, address }) => {
    // Behind the name: its type and class.
    const end = asked.indexOf(0, 12) + 5
    const type = asked.readUInt16BE(end - 4)
    const said = says(type)
    if (said === undefined) return
    const { code = NO_ERROR, address: bytes } = said
    const head = Buffer.from(asked.subarray(0, 12))
    head.writeUInt16BE(0x81_80 + code, 2)
    head.writeUInt16BE(bytes === undefined ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    const record = bytes && Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
    socket.send(Buffer.concat([head, asked.subarray(12, end), ...(record ? [record] : [])]), port, address)
  })
  await new Promise<void>(resolve => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return [`127.0.0.1:${socket.address().port}`]
}

const ONE = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
const never = new AbortController().signal

test('a name has all of its addresses, of both families', async () => {
  const servers = await nameServer(type => ({ address: type === A ? [8, 8, 8, 8] : ONE }))
  expect(await resolveHost('two.example', never, servers)).toEqual(['8.8.8.8', '::1'])
})

test('a name of one family has those', async () => {
  const servers = await nameServer(type => (type === AAAA ? {} : { address: [8, 8, 8, 8] }))
  expect(await resolveHost('one.example', never, servers)).toEqual(['8.8.8.8'])
})

test('a family that can not be asked for is not left out', async () => {
  const servers = await nameServer(type =>
    type === AAAA ? { code: SERVER_FAILED } : { address: [8, 8, 8, 8] },
  )
  await expect(resolveHost('half.example', never, servers)).rejects.toThrow('ESERVFAIL')
})

test('a name server that says nothing is not waited for once the try has ended', async () => {
  const stop = new AbortController()
  const servers = await nameServer(() => {
    stop.abort()
    return undefined
  })
  await expect(resolveHost('silent.example', stop.signal, servers)).rejects.toThrow('ECANCELLED')
})
