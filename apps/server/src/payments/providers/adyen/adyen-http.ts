import type ClientInterface from '@adyen/api-library/lib/src/httpClient/clientInterface.js'
import * as v from 'valibot'

import { readWhole, unsentCode } from '../../port/provider-http.ts'
import { NotSent } from './adyen-failure.ts'
import { HttpClientException } from './library-classes.ts'

/**
 * The HTTP client of Adyen's library: its own one follows redirects, and its address cannot be changed.
 *
 * @param apiUrl the simulator's address in place of Adyen's, else null.
 */
export function adyenHttp(apiUrl: string | null): ClientInterface.default {
  return {
    request: async (...[endpoint, json, { apiKey = '' }, , { idempotencyKey, timeout } = {}]) => {
      const response = await send(addressOf(endpoint, apiUrl), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-api-key': apiKey,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: json.toString(),
        ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
      })
      const body = await readBody(response)
      if (response.status !== 200 && response.status !== 201) throw refusal(response, body)
      return body
    },
  }
}

function addressOf(endpoint: string, apiUrl: string | null): string {
  return apiUrl === null ? endpoint : `${apiUrl.replace(/\/$/, '')}${new URL(endpoint).pathname}`
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    const code = unsentCode(error)
    throw code === undefined ? error : new NotSent(code)
  }
}

async function readBody(response: Response): Promise<string> {
  const body = await readWhole(response)
  if (body === undefined) throw new Error('an answer of Adyen is too long')
  return body.toString('utf8')
}

const apiError = v.pipe(v.string(), v.parseJson(), v.object({ errorCode: v.optional(v.string()) }))

/** Shaped like the errors of the library's own client, without the text, which may repeat what we sent. */
function refusal(response: Response, body: string): Error {
  const read = v.safeParse(apiError, body)
  const errorCode = read.success ? read.output.errorCode : undefined
  return new HttpClientException({
    message: `HTTP ${response.status}`,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    ...(errorCode !== undefined && { errorCode }),
  })
}
