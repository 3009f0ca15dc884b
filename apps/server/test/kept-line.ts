import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http'

import type { AnyShop } from './payment-methods/visitor.ts'

export interface LineAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface LineQuestion {
  readonly method?: string
  readonly path: string
  readonly body?: object
}

/** One connection that is kept from request to request, as a browser or a proxy keeps it. */
export interface KeptLine {
  readonly ask: (question: LineQuestion) => Promise<LineAnswer>
  end(): void
}

export interface LineTarget extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
}

/** @param send `request` of `node:http` or `node:https`, with an agent of the same kind. */
export function openLine(target: LineTarget, { send = request, agent = keptAgent() } = {}): KeptLine {
  return {
    ask: async ({ method = 'GET', path, body }) => {
      const bytes = body && Buffer.from(JSON.stringify(body))
      const headers = {
        ...target.headers,
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        send({ ...target, agent, method, path, headers }, resolve)
          .on('error', reject)
          .end(bytes)
      })
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += String(part)
      return { status: answer.statusCode ?? 0, headers: answer.headers, text }
    },
    end: () => agent.destroy(),
  }
}

const keptAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 })

/** The shop over something that answers questions. */
export function shopOver(ask: KeptLine['ask']): AnyShop {
  return {
    app: {
      inject: async ({ method, url }) => {
        const { status, headers } = await ask({ method, path: url })
        return { statusCode: status, headers }
      },
    },
    call: async (method, path, body) => {
      const { status, text } = await ask({ method, path, ...(body && { body }) })
      return { status, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}
