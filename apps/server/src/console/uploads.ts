import type { FastifyReply, FastifyRequest } from 'fastify'

/** Files that one person sends at once: each is in the memory of the process that sells, until it is worked on. */
const MOST_AT_ONCE = 4

export interface Uploads {
  /** False where the person sends as many already, or is gone. */
  begin(request: FastifyRequest, reply: FastifyReply, staff: string): boolean
  /** The file is held as long as this takes, also where nobody waits for the answer any more. */
  work<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
}

export function createUploads(): Uploads {
  const senders = new Map<FastifyRequest, string>()
  const worked = new WeakSet<FastifyRequest>()
  return {
    begin(request, reply, staff) {
      // One whose connection has ended already would never end.
      if (reply.raw.destroyed) return false
      if ([...senders.values()].filter(one => one === staff).length >= MOST_AT_ONCE) return false
      senders.set(request, staff)
      reply.raw.once('close', () => {
        if (!worked.has(request)) senders.delete(request)
      })
      return true
    },
    async work(request, work) {
      worked.add(request)
      try {
        return await work()
      } finally {
        senders.delete(request)
      }
    },
  }
}
