import type { AnyShop } from '../payment-methods/visitor.ts'

/** An address for each of sixteen million. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/**
 * The interface of an in-process app for a server behind an address and a proxy: each request comes from another
 * visitor, so that no limit by address applies.
 */
export function shopOverHttp(origin: string): AnyShop {
  let requests = 0
  const ask = (
    method: string,
    url: string,
    { headers, body }: { readonly headers?: Record<string, string>; readonly body?: string | Buffer },
  ): Promise<Response> => {
    requests += 1
    return fetch(`${origin}${url}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, 'x-forwarded-for': addressOf(requests) },
      ...(body !== undefined && { body }),
    })
  }
  const inject: AnyShop['app']['inject'] = async ({ method, url, payload, headers }) => {
    const answer = await ask(method, url, { ...(headers && { headers }), ...(payload && { body: payload }) })
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers) }
  }
  return {
    app: { inject },
    call: async (method, url, body) => {
      const json = body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const answer = await ask(method, url, { ...json })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}
