import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Bytes. A smaller body is not compressed. */
export const COMPRESSED_FROM = 1024
/** A body that is compressed for many may take longer than one that is compressed for each. */
const BROTLI_QUALITY = 7

const COMPRESSORS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const satisfies Record<Encoding, (bytes: Buffer) => Promise<Buffer>>

const negotiator = new Negotiator({ supportedValues: [...ENCODINGS, 'identity'] })

/** A body that many requests are answered with: each compressed form is made once, when it is first asked for. */
export interface SentBody {
  readonly bytes: Buffer
  /** Weak, because it is the same for all forms. */
  readonly etag: string
  compressed(encoding: Encoding): Promise<Buffer>
}

/** @param before what the same question was answered with before: unchanged, it keeps its forms. */
export function createSentBody(text: string, before?: SentBody): SentBody {
  const bytes = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  if (before?.etag === etag) return before
  const forms = new Map<Encoding, Promise<Buffer>>()
  return {
    bytes,
    etag,
    compressed: encoding => {
      const known = forms.get(encoding)
      if (known !== undefined) return known
      const form = COMPRESSORS[encoding](bytes)
      forms.set(encoding, form)
      // The next request tries again.
      form.catch(() => forms.delete(encoding))
      return form
    },
  }
}

/** Older than an answer becomes while everything works. */
const TOLD_FROM_MS = 2_000

interface SentHeaders {
  readonly type: string
  readonly cacheControl: string
  /** Request headers that the answer depends on, besides those of compression. */
  readonly vary?: string
  /** How long ago it was made, in ms: told once that is seconds, as while the database is away. */
  readonly ageMs: number
}

/**
 * Sends the form that the browser reads; 304 without a body when the browser has it. The route has `compress: false`.
 */
export async function sendBody(
  reply: FastifyReply,
  body: SentBody,
  { type, cacheControl, vary, ageMs }: SentHeaders,
): Promise<FastifyReply> {
  const { headers } = reply.request
  const known = headers['if-none-match']?.split(',').map(tag => tag.trim()) ?? []
  const isKnown = reply.statusCode === 200 && (known.includes(body.etag) || known.includes('*'))
  const encoding =
    isKnown || body.bytes.length < COMPRESSED_FROM ? undefined : encodingOf(headers['accept-encoding'])
  // Before the headers: an error must not carry those of a success.
  const bytes = encoding === undefined ? body.bytes : await body.compressed(encoding)
  void reply.headers({
    etag: body.etag,
    'cache-control': cacheControl,
    vary: [reply.getHeader('vary'), vary, 'Accept-Encoding'].filter(name => name !== undefined).join(', '),
    ...(ageMs >= TOLD_FROM_MS && { age: Math.floor(ageMs / 1000) }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  })
  return isKnown ? reply.code(304).send() : reply.type(type).send(bytes)
}

/** Undefined when the browser names neither. */
function encodingOf(accepted: string | string[] | undefined): Encoding | undefined {
  if (typeof accepted !== 'string') return undefined
  // `*` is whatever is left, after what may have been refused.
  const chosen = negotiator.negotiate(accepted.toLowerCase().replaceAll('*', 'identity'))
  return ENCODINGS.find(encoding => encoding === chosen)
}
