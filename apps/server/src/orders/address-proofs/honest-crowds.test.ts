import { describe, expect, test } from 'vitest'

import { ADDRESSES_FOR_EACH_PROOF, SECONDS_UNTIL_A_PROOF } from './count-mails.ts'

/** New mailboxes of one network in an hour, unless an operator chooses another number: of all domains, of one that has proved none. */
const OF_NETWORK = 300
const OF_SHARE = 10
/** How long honest buyers need to prove their address, one after the other: form, mail, link. Four minutes in the middle. */
const MINUTES_TO_PROVE = [2, 6, 3, 5, 1, 7, 4]
const MINUTES_UNTIL_NEXT_TRY = SECONDS_UNTIL_A_PROOF / 60

interface Crowd {
  readonly buyers: number
  /** Over which they send their forms, evenly. */
  readonly minutes: number
  /** Mailboxes that are mailed before anybody has proved one. */
  readonly bound: number
}

/** How many buyers behind one address are put off at least once, and for how many minutes those who wait longest. */
function putOff({ buyers, minutes, bound }: Crowd): { readonly buyers: number; readonly longest: number } {
  const tries = Array.from({ length: buyers }, (_, buyer) => {
    const came = (buyer * minutes) / buyers
    return { buyer, came, at: came }
  })
  const proofs: number[] = []
  const late = new Set<number>()
  let longest = 0
  for (let next = tries.shift(); next !== undefined; next = tries.shift()) {
    const { buyer, came, at } = next
    const proved = proofs.filter(time => time <= at).length
    if (proofs.length < bound + ADDRESSES_FOR_EACH_PROOF * proved) {
      proofs.push(at + (MINUTES_TO_PROVE[buyer % MINUTES_TO_PROVE.length] ?? 0))
      longest = Math.max(longest, at - came)
      continue
    }
    late.add(buyer)
    tries.push({ buyer, came, at: at + MINUTES_UNTIL_NEXT_TRY })
    tries.sort((a, b) => a.at - b.at)
  }
  return { buyers: late.size, longest }
}

describe('honest crowds behind one address and the bounds of its mails (decision 39)', () => {
  test.each([
    ['400 of a carrier in ten minutes', { buyers: 400, minutes: 10, bound: OF_NETWORK }, 0, 0],
    ['1,000 of a carrier in ten minutes', { buyers: 1_000, minutes: 10, bound: OF_NETWORK }, 0, 0],
    ['2,000 of a carrier in ten minutes', { buyers: 2_000, minutes: 10, bound: OF_NETWORK }, 0, 0],
    ['5,000 of a carrier in ten minutes', { buyers: 5_000, minutes: 10, bound: OF_NETWORK }, 557, 5],
    ['a class of 40 with one new domain in ten minutes', { buyers: 40, minutes: 10, bound: OF_SHARE }, 0, 0],
    [
      'a school of 300 with one new domain in half an hour',
      { buyers: 300, minutes: 30, bound: OF_SHARE },
      7,
      5,
    ],
    [
      'a school of 300 with one new domain in ten minutes',
      { buyers: 300, minutes: 10, bound: OF_SHARE },
      73,
      5,
    ],
  ] satisfies ReadonlyArray<readonly [string, Crowd, number, number]>)('%s', (_, crowd, buyers, longest) => {
    expect(putOff(crowd)).toEqual({ buyers, longest })
  })
})
