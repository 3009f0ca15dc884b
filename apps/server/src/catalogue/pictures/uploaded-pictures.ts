import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'

/** A copy by its width, or the picture at the address that a product names. */
const named = v.object({
  site: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)),
  file: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-\d{1,4}(x\d{1,4}\.\d{1,3}-\d{1,3})?\.webp$/)),
})

/** Bytes that a process keeps of them: those on its first pages are asked for again and again. */
const MOST_KEPT = 16 * 1024 * 1024

const HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' } as const

/** Serves the pictures that staff have uploaded: another picture has another address, so an answer is good for ever. */
export function uploadedPictureRoute(app: FastifyInstance, db: Database): void {
  const kept = new Map<string, Buffer>()
  let bytesKept = 0
  const read = async (siteKey: string, hash: string, width: number): Promise<Buffer | undefined> => {
    const name = `${siteKey} ${hash} ${width}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const row = await db.read(async tx =>
      tx
        .selectFrom('pictures')
        .select('bytes')
        .where('site_key', '=', siteKey)
        .where('hash', '=', hash)
        .where('width', '=', width)
        .executeTakeFirst(),
    )
    if (row === undefined || kept.has(name)) return row?.bytes
    kept.set(name, row.bytes)
    bytesKept += row.bytes.length
    for (const [oldest, { length }] of kept) {
      if (bytesKept <= MOST_KEPT) break
      kept.delete(oldest)
      bytesKept -= length
    }
    return row.bytes
  }
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = v.safeParse(named, request.params)
    if (!asked.success) return reply.callNotFound()
    const [hash = '', rest = ''] = asked.output.file.split('-')
    const bytes = await read(asked.output.site, hash, Number.parseInt(rest, 10))
    return bytes === undefined ? reply.callNotFound() : reply.headers(HEADERS).type('image/webp').send(bytes)
  }
  app.get('/sites/:site/u/:file', { compress: false }, send)
}
