import { WEBHOOK_EVENTS } from '../../platform/webhooks/event-types.ts'
import { type Command, UsageError, YES_OPTION } from '../command.ts'
import { readAddresses } from './registered-addresses.ts'
import { table } from '../texts/table.ts'
import { WEBHOOK_VERBS } from './webhook-verbs.ts'

/** Addresses to be registered by hand, of every served site and the providers of its methods; and whom a site tells of what happens. */
export const webhooks: Command = {
  usage: `webhooks
       npm run kippu -- webhooks add <site> <address> [--events order.completed,…]
       npm run kippu -- webhooks list <site>
       npm run kippu -- webhooks rotate | remove [--yes] | log | test <site> <endpoint>
       npm run kippu -- webhooks redeliver <site> <endpoint> <event> | dead`,
  summary:
    'the addresses to register at each provider, by site, which may contain a secret; and third parties that a site tells of its orders',
  options: {
    ...YES_OPTION,
    events: { type: 'string', help: `of what it is told: ${WEBHOOK_EVENTS.join(',')}; without it, of all` },
  },
  async run(deps, typed) {
    const [verb, ...words] = typed.positionals
    if (verb !== undefined) {
      const report = WEBHOOK_VERBS.get(verb)
      if (report === undefined) throw new UsageError(`webhooks can't ${verb}`)
      return report(deps, words, typed)
    }
    const addresses = await readAddresses(await deps.paying(), {})
    if (addresses.length === 0) return { text: 'No provider has keys.', json: [] }
    const rows = addresses.map(({ site, provider, what, url }) => [site, provider, what, url])
    return { text: table([['SITE', 'PROVIDER', 'WHAT', 'ADDRESS'], ...rows]), json: addresses }
  },
}
