import { jstIso } from '@kippu/domain/jst-date'

import type { Read } from '../platform/db/database.ts'
import { consoleHostOf, invitationUrl } from '../platform/http/console-host.ts'
import { readCodes } from '../office/coupons/hand-out-codes.ts'
import { forgetFormerAddress } from '../platform/staff/change-staff.ts'
import { aboutStaff, type JobOf } from '../platform/jobs/jobs.ts'
import type { Letter } from './letter/letter.ts'
import { type MailDeps, sendTo, siteMailContext } from './send-letter.ts'
import {
  codesMail,
  formerAddressMail,
  invitationMail,
  ownerInvitedMail,
  sealMail,
  waitingMail,
} from './templates/staff.ts'

type StaffJob = JobOf<'send-staff-mail'>

/** Tells somebody of the staff; nobody, once they left or what it is about is over. */
export async function sendStaffMail(deps: MailDeps, { staff, about }: StaffJob): Promise<'sent' | 'refused'> {
  const person = await deps.db.read(read =>
    read
      .selectFrom('staff')
      .select(['email', 'former_email', 'site_keys'])
      .where('name', '=', staff)
      .executeTakeFirst(),
  )
  const isFormer = about.kind === 'former'
  const email = (isFormer ? person?.former_email : person?.email) ?? null
  const siteKey = person?.site_keys?.[0] ?? deps.sites.all[0]?.key
  if (email === null || siteKey === undefined) return 'sent'
  const letter = await letterOf(deps, siteKey, { staff, about })
  if (letter === undefined) return 'sent'
  const id = `staff.${about.kind}.${aboutStaff(about)}`
  const result = await sendTo(deps, { siteKey, lang: letter.lang, to: email }, { letter, id })
  if (result === 'refused')
    deps.log.warn({ staff }, 'the mail server refuses the address of a member of the staff')
  if (isFormer) await deps.db.transaction(tx => forgetFormerAddress(tx, staff))
  return result
}

async function letterOf(
  deps: MailDeps,
  siteKey: string,
  { staff, about }: Pick<StaffJob, 'staff' | 'about'>,
): Promise<Letter | undefined> {
  const { db, env, tokens } = deps
  if (about.kind === 'codes') {
    const { codes, csv } = await db.read(read => readCodes(read, about))
    return codesMail(await siteMailContext(deps, about.siteKey, 'ja'), { by: about.by, codes, csv })
  }
  const writing = await siteMailContext(deps, siteKey, 'ja')
  if (about.kind === 'seal') return sealMail(writing, await db.read(read => readSeal(read, about.seal)))
  if (about.kind === 'owner') return ownerInvitedMail(writing, about)
  if (about.kind === 'former') return formerAddressMail(writing, { name: staff, by: about.by })
  if (about.kind === 'approval') {
    const asked = await db.read(read => readApproval(read, about.approval))
    return waitingMail(writing, { by: asked.by, subject: asked.subject, from: jstIso(asked.from.getTime()) })
  }
  const found = await db.read(read => readInvitation(read, about.invitation))
  if (found === undefined || found.ends_at.getTime() <= deps.clock.now() || env.consoleHost === null)
    return undefined
  const token = tokens.deriveStored('invitation', about.invitation, found.token_hash)
  return invitationMail(writing, {
    name: staff,
    url: invitationUrl(consoleHostOf(env.consoleHost), token),
    until: jstIso(found.ends_at.getTime()),
  })
}

/** Undefined where it is used, or a newer one took its place. */
function readInvitation(read: Read, id: string) {
  return read
    .selectFrom('staff_invitations')
    .select(['token_hash', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function readApproval(read: Read, id: string) {
  const {
    asked_by: by,
    subject,
    waits_until: from,
  } = await read
    .selectFrom('staff_approvals')
    .select(['asked_by', 'subject', 'waits_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (from === null) throw new Error('an approval that waits for another person was mailed')
  return { by, subject, from }
}

async function readSeal(read: Read, id: number) {
  const { root, through_id: through } = await read
    .selectFrom('log_seals')
    .select(['root', 'through_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { root: root.toString('hex'), through }
}
