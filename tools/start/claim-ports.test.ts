import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { claimPort, claimPorts } from './claim-ports.ts'
import { freePort } from './free-port.ts'

/** Under Linux; elsewhere they begin later. */
const FIRST_THAT_ANY_CLIENT_GETS = 32_768

test('what asks at once gets different ports, none of which a client is given', async () => {
  const asked = await Promise.all(Array.from({ length: 150 }, () => claimPort()))
  expect(new Set(asked).size).toBe(150)
  expect(Math.max(...asked, await freePort())).toBeLessThan(FIRST_THAT_ANY_CLIENT_GETS)
})

test('another process gets ports of another block, though nothing listens at ours yet', async () => {
  const ours = await claimPort()
  const program = `
    Math.random = () => 0
    const { claimPort } = await import(${JSON.stringify(path.join(import.meta.dirname, 'claim-ports.ts'))})
    console.log(await claimPort())`
  const theirs = () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }))
  const block = (port: number) => Math.floor(port / 100)
  expect(block(theirs())).not.toBe(block(ours))
  // This process takes the block that the other one had first, which is free again.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const own = await claimPorts(99)
  expect(block(theirs())).not.toBe(block(own))
  vi.restoreAllMocks()
})

test('ports in a row leave out what a stranger listens at', async () => {
  const before = await claimPorts(2)
  const stranger = createServer().listen(before + 3, '127.0.0.1')
  await once(stranger, 'listening')
  const first = await claimPorts(3)
  stranger.close()
  expect(first > before + 3 || first + 2 < before).toBe(true)
  await expect(claimPorts(100)).rejects.toThrow('There are no 100 ports in a row.')
})
