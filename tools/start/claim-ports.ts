import { once } from 'node:events'
import { createServer } from 'node:net'
import { isPortFree } from './free-port.ts'

/** Above those of `freePort`, and below those that an operating system gives to programs that ask for any. */
const FROM = 24_000
const BLOCKS = 80
/** The first port of a block says that the block is taken. */
const BLOCK = 100

let next = 0
let end = 0
let claiming: Promise<void> | undefined

/** A port for a program that is started later: nobody else is given it, in this process or in another. */
export function claimPort(): Promise<number> {
  return claimPorts(1)
}

/** The first of so many in a row, see `claimPort`. */
export async function claimPorts(count: number): Promise<number> {
  if (count >= BLOCK) throw new Error(`There are no ${count} ports in a row.`)
  for (;;) {
    while (next + count <= end) {
      const first = next
      next += count
      const free = await Promise.all(Array.from({ length: count }, (_, more) => isPortFree(first + more)))
      if (!free.includes(false)) return first
    }
    // A caller that asks meanwhile waits for the same block.
    claiming ??= beginBlock()
    await claiming
  }
}

async function beginBlock(): Promise<void> {
  try {
    const first = await claimBlock()
    next = first + 1
    end = first + BLOCK
  } finally {
    claiming = undefined
  }
}

/** A block belongs to the process that listens at its first port, which is until it ends: no note of it can be left behind. */
async function claimBlock(): Promise<number> {
  const begin = Math.floor(Math.random() * BLOCKS)
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const first = FROM + ((begin + tried) % BLOCKS) * BLOCK
    const claim = createServer().listen(first, '127.0.0.1')
    const isOurs = await once(claim, 'listening').then(
      () => true,
      () => false,
    )
    if (!isOurs) continue
    claim.unref()
    return first
  }
  throw new Error('All blocks of ports are taken.')
}
