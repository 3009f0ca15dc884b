import { jstDateOf } from '@kippu/domain/jst-date'

import type { AttemptRef } from '../../port/port.ts'
import type { Trade } from './find-trade.ts'
import type { GmoReply } from './gmo-client.ts'
import { accessOf, type Gmo } from './gmo-context.ts'

/** Same day, same month, later. */
const JOBS = ['VOID', 'RETURN', 'RETURNX'] as const

/**
 * Reverses the whole trade of a card, reserved or charged. Which job code applies depends on the day in Japan. Card
 * companies do not say where exactly they draw the line, so the next code is tried when one does not apply. Only one of
 * them ever does.
 */
export async function takeBackCard(gmo: Gmo, attempt: AttemptRef, { processed }: Trade): Promise<GmoReply> {
  const access = accessOf(gmo, attempt)
  const [first, ...others] = jobsFor(processed, jstDateOf(gmo.clock.now()))
  let reply = await gmo.client.call('AlterTran', { ...access, JobCd: first })
  for (const JobCd of others) {
    if (reply.kind !== 'refused' || reply.refusal.kind !== 'ask') break
    reply = await gmo.client.call('AlterTran', { ...access, JobCd })
  }
  return reply
}

/** @param processed `yyyyMMdd…` of the trade's last step. @param today `yyyy-MM-dd`; both in Japan. */
export function jobsFor(
  processed: string,
  today: string,
): readonly [first: string, second: string, third: string] {
  const [day, month] = [processed.slice(0, 8), processed.slice(0, 6)]
  const now = today.replaceAll('-', '')
  const [first, second, third] = JOBS
  if (day === now || month.length < 6) return [first, second, third]
  return month === now.slice(0, 6) ? [second, third, first] : [third, first, second]
}
