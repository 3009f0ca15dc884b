import { createHash } from 'node:crypto'

import type { FastifyReply } from 'fastify'

/**
 * Sends an answer that the browser keeps and revalidates with its ETag (S-15.07): 304 without a body while it is
 * unchanged. The ETag is weak, because compression changes the bytes.
 */
export function sendRevalidated(reply: FastifyReply, answer: unknown): FastifyReply {
  const body = JSON.stringify(answer)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  void reply.headers({ etag, 'cache-control': 'no-cache' })
  const known = reply.request.headers['if-none-match']?.split(',').map(tag => tag.trim()) ?? []
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
  return reply.code(200).type('application/json; charset=utf-8').send(body)
}
