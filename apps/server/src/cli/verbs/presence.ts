import { readPresenceCode } from '../../gate/devices/presence-code.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'

/** The code that a venue shows to those who are there, until its signs do. */
export const presence: Command = {
  usage: 'presence <site>',
  summary: 'the six digits with which visitors check in at a venue now, and for how long they are shown',
  options: {},
  async run(deps, { positionals: [typed, ...more] }) {
    if (more.length > 0) throw new UsageError('name one site')
    const siteKey = chosenSite(deps, typed)
    const { digits, endsAt } = await readPresenceCode(deps, { siteKey })
    const seconds = Math.ceil((endsAt - deps.clock.now()) / 1000)
    return {
      text: `${digits.slice(0, 3)} ${digits.slice(3)}  (for ${seconds} s more; accepted for a minute longer)`,
      json: { code: digits, seconds },
    }
  },
}
