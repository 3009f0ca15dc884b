/** Letters and digits that nobody takes for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Fifty bits: years of trying find none of ten thousand. */
const LENGTH = 10

export const MOST_CODES = 10_000

/** So many different codes behind a beginning. @param random bytes, as many as are asked for */
export function newCodes(
  beginning: string,
  count: number,
  random: (bytes: number) => Uint8Array,
): readonly string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const letters = Array.from(random(LENGTH), byte => LETTERS[byte % LETTERS.length] ?? '')
    codes.add(`${beginning}${letters.join('')}`)
  }
  return [...codes]
}

/** The terms that all coupons of a sheet have in common. */
export interface CouponTerms {
  readonly discount: 'fixed' | 'percent'
  readonly amount: string
  /** The uses of each code; '': without end. */
  readonly usageLimit: string
  readonly startsOn: string
  readonly endsOn: string
  readonly nameJa: string
  readonly nameEn: string
}

/** A sheet of coupons, as it is imported. */
export function sheetOfCoupons(codes: readonly string[], terms: CouponTerms): File {
  const { discount, amount, usageLimit, startsOn, endsOn, nameJa, nameEn } = terms
  const rows = codes.map(code => ({
    code,
    kind: discount === 'fixed' ? 'flat_rate' : 'fixed_rate',
    discount,
    amount,
    usage_limit: usageLimit,
    starts_on: startsOn,
    ends_on: endsOn,
    name_ja: nameJa,
    name_en: nameEn,
  }))
  return new File([JSON.stringify(rows)], 'coupons.json')
}

/** A sheet that pauses a coupon, or resumes it; all else of it stays. */
export function sheetOfState(code: string, isActive: boolean): File {
  return new File([JSON.stringify([{ code, active: isActive ? 'yes' : 'no' }])], 'coupons.json')
}
