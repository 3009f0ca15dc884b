import { isPaidBy } from '@kippu/domain/payment-method'
import { browserMethodsOf, type Site } from '@kippu/sites/site'

import { offeredMethod } from '../payments/apple-pay/offered-method.ts'
import type { Command, CommandDeps } from './command.ts'
import { registeredAddresses } from './registered-addresses.ts'
import { table } from './table.ts'

/** Addresses to be registered by hand, of every served site and the providers of its methods. */
export const webhooks: Command = {
  usage: 'webhooks',
  summary: 'the addresses to register at each provider, by site; they may contain a secret',
  permission: 'deployment:write',
  reach: 'deployment',
  options: {},
  async run(deps) {
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
