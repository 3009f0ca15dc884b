/** Words that promise to come in again. Plain ones alone: a promise in other words is not seen. */
const PROMISES =
  /何度でも|何回でも|出入り(?:自由|できます)|再入場(?:可|できます|自由)|as often as you like|as many times as you like|come and go|re-?entry (?:is )?(?:allowed|permitted|possible)|몇 번이든|자유롭게 드나|재입장 가능|不限次|不限次数|不限次數|多次(?:进出|進出|入场|入場)|ไม่จำกัดครั้ง|กี่ครั้งก็ได้|เข้าออกได้ตลอด/iu

/** Whether the words of a venue promise more than its tickets give: to come in again, where each admits once. */
export function promisesTooMuch(
  texts: readonly string[],
  {
    entry_policy,
    reentry_minutes,
  }: { readonly entry_policy: string; readonly reentry_minutes: number | null },
): boolean {
  return entry_policy === 'once' && reentry_minutes === null && texts.some(text => PROMISES.test(text))
}
