import type { DeskRefusal } from '@kippu/contract/console/desk-refusals'
import { eraseBuyer, handOutPerson, planErasure } from '@kippu/contract/console/persons'
import type { FastifyInstance } from 'fastify'

import { erasePerson, type ErasureOutcome } from '../../office/persons/erase-person.ts'
import { exportPerson } from '../../office/persons/export-person.ts'
import type { HeldPart } from '../../office/persons/held-data.ts'
import type { Obstacle } from '../../office/persons/obstacles.ts'
import { personPage } from '../../office/persons/person-page.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The data held about the buyer of an order: handed out to them, or erased. */
export function personRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, handOutPerson, async ({ params: { site: siteKey, order } }, { by }) => {
    const found = await exportPerson(by, { siteKey, typed: order })
    if (found === undefined) throw new ConsoleRefusal('not found')
    return { page: personPage(found), held: found.held.map(partOf) }
  })
  serveStaff(app, parts, planErasure, async ({ params: { site: siteKey, order }, body }, { by }) => {
    const { reason, even_ahead: isForced } = body
    const planned = await erasePerson(by, { siteKey, typed: order, reason, isForced, confirmed: undefined })
    if (planned.kind !== 'planned') throw refusalOf(planned)
    return {
      word: planned.word,
      held: planned.held.map(({ part, rows }) => ({ part, rows: rows.length })),
      losing: planned.losing.map(partOf),
    }
  })
  serveStaff(app, parts, eraseBuyer, async ({ params: { site: siteKey, order }, body }, { by }) => {
    const { reason, even_ahead: isForced, word: confirmed } = body
    const erased = await erasePerson(by, { siteKey, typed: order, reason, isForced, confirmed })
    if (erased.kind !== 'erased') throw refusalOf(erased)
    return {}
  })
}

const partOf = ({ part, rows }: HeldPart) => ({ part, rows: rows.map(row => ({ ...row })) })

const OBSTACLES: Readonly<Record<Obstacle, DeskRefusal>> = {
  ordering: 'an order of theirs is under way',
  paying: 'a payment of theirs is open',
  refunding: 'a refund of theirs is open',
  cancelling: 'a visit of theirs is being cancelled',
  ahead: 'a visit of theirs is to come',
}

function refusalOf(outcome: ErasureOutcome): ConsoleRefusal {
  if (outcome.kind === 'nothing') return new ConsoleRefusal('not found')
  if (outcome.kind === 'reason') return new ConsoleRefusal('refused', { why: 'the reason names them' })
  const [first] = outcome.kind === 'refused' ? outcome.obstacles : []
  return first === undefined
    ? new ConsoleRefusal('changed meanwhile')
    : new ConsoleRefusal('refused', { why: OBSTACLES[first] })
}
