import type { StoreAnswer } from '../shop/orders.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import type { Proxy, ProxyAnswer } from './nginx.ts'

/** The interface of an in-process app for a store behind a proxy. */
export function shopBehind(ask: Proxy['ask']): AnyShop {
  return {
    app: {
      inject: async ({ method, url, payload, headers }) => {
        const answer = await ask({
          method,
          path: url,
          ...(payload !== undefined && { body: payload }),
          ...(headers && { headers }),
        })
        return { statusCode: answer.status, headers: answer.headers }
      },
    },
    call: async (method, path, body): Promise<StoreAnswer> => {
      const answer = await ask({
        method,
        path,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return { status: answer.status, body: answer.bytes.length === 0 ? {} : jsonOf(answer) }
    },
  }
}

/** A proxy says in HTML what it says itself. */
export function jsonOf({ headers, bytes }: ProxyAnswer): Record<string, unknown> {
  const isJson = String(headers['content-type']).includes('json')
  const body: Record<string, unknown> = isJson ? JSON.parse(bytes.toString()) : {}
  return body
}
