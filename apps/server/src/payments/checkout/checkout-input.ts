import type { Received } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/payments'
import type { FastifyRequest } from 'fastify'

import type { ProviderRefs } from '../port/port.ts'

/** Longer headers are cut: providers want them for a guess of the risk. */
const MOST_HEADER = 500

/**
 * The part of the request that an adapter needs, kept with the attempt so that its call can be repeated to the letter:
 * the fields of the method by their names (what is not text as JSON), and what the browser says of itself.
 */
export function checkoutInput(
  { payment_method_type: _method, expected_amount: _shown, ...data }: Received<typeof checkout>['body'],
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): ProviderRefs {
  const fields = Object.entries(data).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
  )
  return {
    ...Object.fromEntries(fields),
    browser_ip: ip,
    browser_user_agent: (headers['user-agent'] ?? '').slice(0, MOST_HEADER),
    browser_accept: (headers.accept ?? '').slice(0, MOST_HEADER),
  }
}
