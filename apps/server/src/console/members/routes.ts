import { findMembersCall, withdrawMemberCall } from '@kippu/contract/console/members'
import type { FastifyInstance } from 'fastify'

import { findMembers, withdrawMember } from '../../office/members/members.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The members of a site, one by one. Lists of them are sheets. */
export function memberRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, findMembersCall, async ({ params: { site: siteKey }, body }, { by }) => {
    const found = await findMembers(by, { siteKey, ...body })
    return {
      members: found.map(({ loginId, hasOrder, ...member }) => ({
        ...member,
        login_id: loginId,
        has_order: hasOrder,
      })),
    }
  })
  serveStaff(app, parts, withdrawMemberCall, async ({ params: { site: siteKey, member } }, { by }) => {
    const done = await withdrawMember(by, { siteKey, id: idIn(member) })
    if (done === 'unknown') throw new ConsoleRefusal('not found')
    if (done !== 'done') throw new ConsoleRefusal('refused', { why: done })
    return {}
  })
}
