import type { FastifyReply, FastifyRequest } from 'fastify'

/** True when the origin is one of the store's. `http://*.localhost:3000` stands for every name below localhost. */
export function isStoreOrigin(origin: string, storeOrigins: readonly string[]): boolean {
  return storeOrigins.some(pattern => {
    const [start = '', end] = pattern.split('*')
    if (end === undefined) return origin === pattern
    const name = origin.slice(start.length, origin.length - end.length)
    return origin.startsWith(start) && origin.endsWith(end) && /^[\w.-]+$/.test(name)
  })
}

/** True when a host name is that of one of the store's origins, whatever the port. */
export function isStoreHost(host: string, storeOrigins: readonly string[]): boolean {
  return storeOrigins.some(pattern => {
    const origin = pattern.replace(/:\d+$/, '')
    return ['http', 'https'].some(scheme => isStoreOrigin(`${scheme}://${host}`, [origin]))
  })
}

/** Lets pages of the store read this answer. Browsers withhold it from any other page. */
export function allowStore(
  request: FastifyRequest,
  reply: FastifyReply,
  storeOrigins: readonly string[],
): void {
  const { origin } = request.headers
  reply.header('vary', 'origin')
  if (origin !== undefined && isStoreOrigin(origin, storeOrigins))
    reply.header('access-control-allow-origin', origin)
}
