import { presenceCodeAt } from '../gate/devices/presence-code.ts'
import { type Command, UsageError } from './command.ts'

/** What a venue shows to those who are there, until its signs do (S-9.08). */
export const presence: Command = {
  usage: 'presence <site>',
  summary: 'the six digits with which visitors check in at a venue now, and for how long they are shown',
  options: {},
  async run({ clock, sites, tokens }, { positionals: [siteKey, ...more] }) {
    if (siteKey === undefined || more.length > 0) throw new UsageError('name one site')
    if (!sites.all.some(({ key }) => key === siteKey)) throw new UsageError(`there is no site ${siteKey}`)
    const now = clock.now()
    const { digits, endsAt } = presenceCodeAt({ tokens }, siteKey, now)
    const seconds = Math.ceil((endsAt - now) / 1000)
    return {
      text: `${digits.slice(0, 3)} ${digits.slice(3)}  (for ${seconds} s more; accepted for a minute longer)`,
      json: { code: digits, seconds },
    }
  },
}
