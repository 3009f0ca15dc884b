import { isPaidBy } from '@kippu/domain/payment-method'
import { browserMethodsOf, type Site } from '@kippu/sites/site'

import { offeredMethod } from '../payments/apple-pay/offered-method.ts'
import { assertMayDo } from '../staff/actor.ts'
import { WEBHOOK_EVENTS } from '../webhooks/event-types.ts'
import { type Command, type CommandDeps, UsageError } from './command.ts'
import { registeredAddresses } from './registered-addresses.ts'
import { table } from './table.ts'
import { WEBHOOK_VERBS } from './webhook-verbs.ts'

/** Addresses to be registered by hand, of every served site and the providers of its methods; and whom a site tells of what happens. */
export const webhooks: Command = {
  usage: `webhooks
       npm run kippu -- webhooks add <site> <address> [--events order.completed,…]
       npm run kippu -- webhooks list <site>
       npm run kippu -- webhooks rotate | remove | log | test <site> <endpoint>
       npm run kippu -- webhooks redeliver <site> <endpoint> <event> | dead`,
  summary:
    'the addresses to register at each provider, by site, which may contain a secret; and third parties that a site tells of its orders',
  permission: 'sites:write',
  reach: 'site',
  options: {
    events: { type: 'string', help: `of what it is told: ${WEBHOOK_EVENTS.join(',')}; without it, of all` },
  },
  async run(deps, typed) {
    const [verb, ...words] = typed.positionals
    if (verb !== undefined) {
      const report = WEBHOOK_VERBS.get(verb)
      if (report === undefined) throw new UsageError(`webhooks can't ${verb}`)
      return report(deps, words, typed)
    }
    assertMayDo(deps.actor, 'deployment:write', null)
    const addresses = deps.sites.all.flatMap(site =>
      addressesOf(deps, site).map(address => ({ site: site.key, ...address })),
    )
    if (addresses.length === 0) return { text: 'No provider has keys.', json: [] }
    const rows = addresses.map(({ site, provider, what, url }) => [site, provider, what, url])
    return { text: table([['SITE', 'PROVIDER', 'WHAT', 'ADDRESS'], ...rows]), json: addresses }
  },
}

function addressesOf({ env, sites, payments }: CommandDeps, site: Site) {
  const offered = browserMethodsOf(site).flatMap(method => {
    const found = offeredMethod(payments, site, method)
    return found === undefined ? [] : [found.provider, ...(isPaidBy(method, ['apple_pay']) ? ['apple'] : [])]
  })
  const { shared, ofSite } = env.payments
  const all = registeredAddresses(sites.originOf(site.key), ofSite.get(site.key) ?? shared)
  return all.filter(({ provider }) => offered.includes(provider))
}
