import { Agent, type IncomingMessage, request } from 'node:http'

/** A server's answer: its status, where it redirects the browser, and its body. */
export interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly text: string
}

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A form that is already encoded, or what is sent as JSON. */
  readonly body?: string | object
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'lifo' })

/**
 * Sends a request over a kept-alive connection. `fetch` would cost several times as much of the cores that are
 * measured.
 */
export function send({ method, url, headers, body }: Sent): Promise<Answer> {
  const { type, text } = encoded(body)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: {
        ...headers,
        ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      },
    })
    sent.on('error', reject)
    sent.on('response', response => void read(response).then(resolve, reject))
    sent.end(text)
  })
}

function encoded(body: Sent['body']): { readonly type: string; readonly text: string | undefined } {
  if (typeof body === 'string') return { type: 'application/x-www-form-urlencoded', text: body }
  return { type: 'application/json', text: body && JSON.stringify(body) }
}

async function read(response: IncomingMessage): Promise<Answer> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) text += String(part)
  return { status: response.statusCode ?? 0, location: response.headers.location, text }
}
