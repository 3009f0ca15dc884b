import { encodeWindows31j, type FormFields } from '../core/windows-31j.ts'
import type { Changes } from './records.ts'

/** The answer of a call, and the changes it made. The changes are committed before the answer leaves. */
export interface Answer {
  readonly fields: FormFields
  /** 200 unless the machine itself has an error. */
  readonly status?: number
  readonly changes?: Changes
  /** The call has its effect, but its answer never arrives (test card 0408). */
  readonly lost?: boolean
}

/** The codes of GMO's list that the simulator uses. */
export const CODES = {
  shopIdMissing: 'E01010001',
  shopPassMissing: 'E01020001',
  shopUnknown: 'E01030002',
  orderIdMissing: 'E01040001',
  orderIdTooLong: 'E01040003',
  orderIdUsed: 'E01040010',
  orderIdMalformed: 'E01040013',
  jobCdMissing: 'E01050001',
  jobCdUnknown: 'E01050002',
  amountMissing: 'E01060001',
  amountMalformed: 'E01060006',
  amountDiffers: 'E01060010',
  taxMalformed: 'E01070006',
  accessIdMissing: 'E01090001',
  accessIdUnknown: 'E01090008',
  accessPassMissing: 'E01100001',
  accessPassUnknown: 'E01100008',
  tradeUnknown: 'E01110002',
  methodMissing: 'E01260001',
  settled: 'E11010001',
  notSettled: 'E11010002',
  wrongState: 'E11010003',
  tooOld: 'E11010010',
  notAuthenticated: 'E21020001',
  authenticationCancelled: 'E21020002',
  notContracted: 'E61010002',
  misconfigured: 'E61010003',
  walletJobCd: 'E61546010',
  systemError: 'E91099999',
  busy: 'E92000001',
  declined: '42G030000',
  tokenUnknown: 'EX1000301',
  tokenUsed: 'EX1000302',
  tokenExpired: 'EX1000303',
  walletOrderIdUsed: 'M01004010',
  walletTradeUnknown: 'M01004002',
  walletAmount: 'M01085011',
  docomoCancelled: 'DC1000003',
  docomoFailed: 'DC1000004',
} as const

/** A refusal: HTTP 200 with two lists of equal length, separated by pipes. */
export function refuse(...codes: string[]): Answer {
  return { fields: { ErrCode: codes.map(code => code.slice(0, 3)).join('|'), ErrInfo: codes.join('|') } }
}

export function ok(fields: FormFields, changes: Changes = {}): Answer {
  return { fields, changes }
}

/** The bytes of an answer as GMO writes it: `k=v&k=v` without any escaping, not even of the `&` inside an address. */
export function writeAnswer(fields: FormFields): Buffer {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return encodeWindows31j(text)
}
