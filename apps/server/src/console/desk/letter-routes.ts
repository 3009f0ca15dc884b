import { judgeSentLetterCall, readSentLetterCall } from '@kippu/contract/console/sent-letters'
import type { FastifyInstance } from 'fastify'

import { readHouses } from '../../mail/houses.ts'
import { judgeSentLetter, readSentLetter } from '../../mail/read-sent-letter.ts'
import { asMail } from '../as-mail.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffParts } from '../serve-staff.ts'

interface NamedLetter {
  readonly site: string
  readonly order: string
  readonly mail: string
}

/** Letters to a buyer, as they were sent. */
export function letterRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { sites } = parts.deps
  const houses = readHouses(sites)
  const askedOf = ({ site: siteKey, order: typed, mail }: NamedLetter) => ({
    siteKey,
    typed,
    mail: idIn(mail),
    houses,
  })
  serveStaff(app, parts, judgeSentLetterCall, async ({ params }, { by }) => {
    const judged = await judgeSentLetter(by, askedOf(params))
    if (judged === 'unknown') throw new ConsoleRefusal('not found')
    if (judged === 'not written') throw new ConsoleRefusal('refused', { why: 'it would not be sent now' })
    return { as_sent: judged }
  })
  serveStaff(app, parts, readSentLetterCall, async ({ params }, { by }, { reply }) => {
    const page = await readSentLetter(by, askedOf(params))
    if (page === undefined) throw new ConsoleRefusal('not found')
    return asMail(reply, page, sites.originOf(params.site))
  })
}
