import {
  endPersonCall,
  invitePerson as invitePersonCall,
  listPeople as listPeopleCall,
} from '@kippu/contract/console/sign-in'
import type { ConsoleError } from '@kippu/contract/console/console-errors'
import type { RefusedGrant } from '@kippu/domain/staff/grants'
import type { FastifyInstance } from 'fastify'

import { type ConsoleHost, invitationUrl } from '../../platform/http/console-host.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'
import { endPerson } from './end-person.ts'
import { invitePerson } from './invite-person.ts'
import { listPeople } from './list-people.ts'

interface PeopleParts extends StaffParts {
  readonly host: ConsoleHost
}

const REFUSALS: Readonly<Record<RefusedGrant, ConsoleError>> = {
  'not permitted': 'not permitted',
  no_owner_left: 'last owner',
  unknown: 'not found',
}

export function peopleRoutes(app: FastifyInstance, parts: PeopleParts): void {
  const { deps, host } = parts
  serveStaff(app, parts, listPeopleCall, async (_, { by }) => ({
    people: (await listPeople(by, {})).map(person => ({
      name: person.name,
      role: person.role,
      sites: person.siteKeys === null ? null : [...person.siteKeys],
      since: moment(person.since),
      ended_at: moment(person.endedAt),
      email: person.email,
      passkeys: person.passkeys,
      last_seen_at: moment(person.lastSeenAt),
      invited_until: moment(person.invitedUntil),
    })),
  }))
  serveStaff(app, parts, invitePersonCall, async ({ body: { sites: siteKeys, ...asked } }, { by }) => {
    const strangers = (siteKeys ?? []).filter(key => deps.sites.find(key) === undefined)
    if (strangers.length > 0)
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'sites', rule: 'site' }] })
    const invitation = await invitePerson(by, { ...asked, siteKeys })
    if (typeof invitation === 'string') throw new ConsoleRefusal(REFUSALS[invitation])
    return {
      invitation_url: invitation.token === null ? null : invitationUrl(host, invitation.token),
      valid_until: moment(invitation.endsAt),
    }
  })
  serveStaff(app, parts, endPersonCall, async ({ params: { name } }, { by }) => {
    const change = await endPerson(by, { name })
    if (change !== 'done') throw new ConsoleRefusal(REFUSALS[change])
    return {}
  })
}
