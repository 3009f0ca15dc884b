import { passesLuhn } from '../core/test-cards.ts'

/** The input of the token script, under its own names. Missing values are empty. */
export interface CardInput {
  readonly cardno: string
  readonly expire: string
  readonly securitycode: string
  readonly holdername: string
  readonly tokennumber: string
}

/**
 * The result code of the token script, `000` when all is well: 100-102 the number, 110-113 the expiry, 121 and 122 the
 * security code, 131 and 132 the name, 141 and 142 how many tokens.
 */
export function cardResultCode({ cardno, expire, securitycode, holdername, tokennumber }: CardInput): string {
  if (cardno === '') return '100'
  if (!/^\d+$/.test(cardno)) return '101'
  if (!/^\d{10,16}$/.test(cardno) || !passesLuhn(cardno)) return '102'
  if (expire === '') return '110'
  if (!/^\d+$/.test(expire)) return '111'
  if (!/^(\d{4}|\d{6})$/.test(expire)) return '112'
  if (!/(0[1-9]|1[0-2])$/.test(expire)) return '113'
  if (!/^\d*$/.test(securitycode)) return '121'
  if (!/^(\d{3,4})?$/.test(securitycode)) return '122'
  if (!/^[\d A-Za-z,./-]*$/.test(holdername)) return '131'
  if (holdername.length > 50) return '132'
  if (!/^\d*$/.test(tokennumber)) return '141'
  return /^(10|[1-9])?$/.test(tokennumber) ? '000' : '142'
}
