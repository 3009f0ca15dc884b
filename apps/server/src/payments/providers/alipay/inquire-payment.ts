import type { Clock } from '../../../platform/clock.ts'
import type { AttemptRef, QueryOutcome } from '../../port/port.ts'
import { inquiryAnswer } from './ams-answers.ts'
import type { AmsClient } from './ams-client.ts'
import { readPayment } from './read-payment.ts'

/** The parts that the functions of this adapter share. */
export interface Alipay {
  readonly ams: AmsClient
  readonly clock: Clock
  /** Only the simulator's pages are not encrypted. */
  readonly isSimulated: boolean
}

/** Asks for the state of an attempt; changes nothing. */
export async function inquirePayment({ ams }: Alipay, attempt: AttemptRef): Promise<QueryOutcome> {
  const request = { paymentRequestId: attempt.providerOrderRef }
  return readPayment(await ams.call('inquiryPayment', request, inquiryAnswer), attempt)
}
