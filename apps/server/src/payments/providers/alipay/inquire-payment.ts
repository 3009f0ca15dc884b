import { sumOf } from '@kippu/domain/sum'

import type { Clock } from '../../../platform/clock.ts'
import type { AttemptRef, LeftOutcome, QueryOutcome } from '../../port/port.ts'
import { type InquiryAnswer, inquiryAnswer } from './ams-answers.ts'
import type { AmsClient, AmsReply } from './ams-client.ts'
import { readPayment } from './read-payment.ts'

/** The parts that the functions of this adapter share. */
export interface Alipay {
  readonly ams: AmsClient
  readonly clock: Clock
  /** Only the simulator's pages are not encrypted. */
  readonly isSimulated: boolean
}

/** Asks for the state of an attempt; changes nothing. */
export async function inquirePayment(alipay: Alipay, attempt: AttemptRef): Promise<QueryOutcome> {
  return readPayment(await inquire(alipay, attempt), attempt)
}

/** Asks what is left of a payment after its refunds, ours and those of the dashboard. */
export async function leftOfPayment(alipay: Alipay, attempt: AttemptRef): Promise<LeftOutcome> {
  const reply = await inquire(alipay, attempt)
  const { kind } = readPayment(reply, attempt)
  if (kind === 'voided') return { kind: 'left', yen: 0 }
  return kind === 'captured' && reply.kind === 'answered'
    ? { kind: 'left', yen: attempt.amount.minor - refundedOf(reply.answer) }
    : { kind: 'unknown', reason: reply.kind === 'answered' ? kind : reply.reason }
}

function inquire({ ams }: Alipay, { providerOrderRef }: AttemptRef): Promise<AmsReply<InquiryAnswer>> {
  return ams.call('inquiryPayment', { paymentRequestId: providerOrderRef }, inquiryAnswer)
}

/** A refund that is on its way counts as gone. */
function refundedOf({ transactions }: InquiryAnswer): number {
  const refunds = (transactions ?? []).filter(
    ({ transactionType, transactionStatus }) => transactionType === 'REFUND' && transactionStatus !== 'FAIL',
  )
  return sumOf(refunds.map(({ transactionAmount }) => Number(transactionAmount?.value ?? NaN)))
}
