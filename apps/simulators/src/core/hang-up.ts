import type { FastifyReply } from 'fastify'

/** Gives no answer: the caller sees a closed connection. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
