import { randomUUID } from 'node:crypto'

import { providerHosts } from '../../payments/accounts/provider-hosts.ts'
import type { PaymentProviders } from '../../payments/port/payment-providers.ts'
import { providerOrderRefOf } from '../../payments/port/order-ref.ts'
import type { PaymentProvider } from '../../payments/port/port.ts'
import type { ServerEnv } from '../environment/read-env.ts'
import { type Dated, reach } from './reach.ts'
import { fault, type Finding, messageOf, ok } from './finding.ts'

/** Those whose answer to a question about an unknown payment proves that they know us: the others are asked nothing then. */
const ASKED: ReadonlySet<string> = new Set(['stripe', 'gmo', 'alipay', 'docomo'])

/** Each account once: its host answers, and it knows our keys where it can be asked without moving money. */
export async function checkProviders(
  env: ServerEnv,
  { all }: PaymentProviders,
): Promise<{ readonly findings: readonly Finding[]; readonly dated: readonly Dated[] }> {
  const real = all.filter(({ id }) => id !== 'free')
  if (real.length === 0)
    return { findings: [ok('providers', 'none is configured: free tickets alone')], dated: [] }
  const hosts = providerHosts(env.payments)
  const reached = await Promise.all(hosts.map(async one => ({ ...one, answer: await reach(one.url) })))
  const lost = reached.flatMap(({ provider, url, answer }) =>
    answer.kind === 'lost'
      ? [
          fault(
            'providers',
            `${provider}: ${new URL(url).host} does not answer (${answer.why})`,
            'open the way out to it, in the firewall or the proxy',
          ),
        ]
      : [],
  )
  const away = new Set(reached.flatMap(({ provider, answer }) => (answer.kind === 'lost' ? [provider] : [])))
  const asked = await Promise.all(real.filter(({ id }) => !away.has(id)).map(askOne))
  const dated = reached.flatMap(({ url, answer }) =>
    answer.kind === 'answered' && answer.date !== null ? [{ host: new URL(url).host, ...answer.date }] : [],
  )
  return { findings: [...lost, ...asked], dated }
}

async function askOne(provider: PaymentProvider): Promise<Finding> {
  const { id, account } = provider
  if (!ASKED.has(id))
    return ok('providers', `${id} ${account}: reached; its keys are proved by the first payment alone`)
  try {
    const found = await provider.query(unknownPayment(provider))
    if (found.kind === 'not_found') return ok('providers', `${id} ${account}: it knows us`)
    const why = 'reason' in found ? found.reason : found.kind
    return fault(
      'providers',
      `${id} ${account}: it does not answer for our keys (${why})`,
      `docs/payments/${id}.md: compare the keys`,
    )
  } catch (error) {
    return fault(
      'providers',
      `${id} ${account}: ${messageOf(error)}`,
      `docs/payments/${id}.md: compare the keys`,
    )
  }
}

/** A payment that nobody ever began: to ask for it moves nothing. */
function unknownPayment({ methods }: PaymentProvider): Parameters<PaymentProvider['query']>[0] {
  const attemptId = randomUUID()
  const [method = 'free'] = methods
  return {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method,
    amount: { minor: 1, currency: 'JPY' },
    taxAmount: 0,
    secondsLeft: 0,
    refs: {},
  }
}
