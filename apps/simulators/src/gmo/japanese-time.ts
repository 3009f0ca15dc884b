/** Japanese time as digits: year, month, day, hour, minute, second (`yyyyMMddHHmmss`). */
export function japaneseDigits(at: Date | string): string {
  return new Date(new Date(at).getTime() + 9 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
