import { jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import { sumOf } from '@kippu/domain/sum'

import { type ExpectedParty, readDayList } from '../../office/desk/door-list.ts'
import { dayOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { type Columns, counted, listed } from '../texts/table.ts'

/** The list for a door without a network (docs/handbook.md). */
export const door: Command = {
  usage: 'door <site> [--on 2026-12-24]',
  summary: 'who is expected on a day, by time: to be printed where the gate has no network',
  options: { on: { type: 'string', help: 'day of the visits; without it, today' } },
  async run(deps, { positionals: [site, ...more], text }) {
    if (more.length > 0) throw new UsageError('door takes a site')
    const siteKey = chosenSite(deps, site)
    const date = dayOf(text('on') ?? jstDateOf(deps.clock.now()))
    const parties = await readDayList(deps, { siteKey, date })
    if (parties.length === 0) return { text: `Nobody is expected on ${date}.`, json: [] }
    const people = sumOf(parties.map(countOf))
    const inside = sumOf(parties.map(({ entered }) => entered))
    const end = `${counted(parties.length, 'reservation')}, ${counted(people, 'ticket')}, ${inside} inside.`
    return { text: `${listed(COLUMNS, parties)}\n\n${end}`, json: parties }
  },
}

const countOf = ({ kinds }: ExpectedParty): number => sumOf(kinds.map(({ count }) => count))

const COLUMNS: Columns<ExpectedParty> = {
  TIME: party => timeOf(jstIso(party.startsAt.getTime())),
  WHAT: party => party.product,
  RESERVATION: party => party.reservationNumber,
  NAME: party => party.name,
  TICKETS: party => party.kinds.map(({ name, count }) => `${count} ${name}`).join(', '),
  INSIDE: party => (party.entered === 0 ? '' : String(party.entered)),
}
