import type { Shop } from '../payment-methods/visitor.ts'

/**
 * What the tests of one process ask of an app, asked of a server behind an address, and of its proxy: each request is
 * another visitor's, so that the limits of one address are nobody's.
 */
export function shopOverHttp(origin: string): Shop {
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
      headers: { ...headers, 'x-forwarded-for': `198.51.100.${requests % 250}` },
      ...(body !== undefined && { body }),
    })
  }
  const inject: Shop['app']['inject'] = async ({ method, url, payload, headers }) => {
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
