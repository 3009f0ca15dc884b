import { expect, test } from 'vitest'

import { IS_WHOLE_PROOF, rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { createShop } from '../shop/shop.ts'
import { runWorld } from './random-steps.ts'

const STEPS = rounds({ short: 250, whole: 20_000 })
/** Steps in one small shop, and small shops in one store. */
const STEPS_OF_A_WORLD = 100
const WORLDS_OF_A_STORE = 10
const SEED = seedOf(7)

test(`${STEPS} random steps of buyers who move, hand on, ask for receipts and come to a gate that is sometimes offline leave stock, tickets, entries and money as a slow model has them; FC_SEED=${SEED} (S-11.01–S-11.11, S-11.16–17, S-10.01–06, S-10.08, S-9.01–06, S-9.09–10, S-14.08, D-05, D-41)`, async () => {
  const made = new Map<string, number>()
  for (let done = 0; done < STEPS;) {
    const shop = await createShop({ gate: true })
    try {
      const door = await shop.device()
      await shop.list('free')
      for (let worlds = 0; worlds < WORLDS_OF_A_STORE && done < STEPS; worlds += 1) {
        const seed = SEED + done
        const counts = await runWorld({ shop, door }, createDice(seed), STEPS_OF_A_WORLD).catch(
          (error: unknown) => {
            throw new Error(`in the world of seed ${seed}: ${String(error)}`, { cause: error })
          },
        )
        for (const [kind, count] of counts) made.set(kind, (made.get(kind) ?? 0) + count)
        await shop.compareBooks()
        done += STEPS_OF_A_WORLD
      }
    } finally {
      await shop.close()
    }
  }
  // Guards against runs in which nothing happens.
  const never = [
    'move: up',
    'move: down',
    'move: equal',
    'agree: paid',
    'agree: money back',
    'agree and crash: complete',
    'refund: all',
    'hand on: done',
    'accept: done',
    'take back: from somebody',
    'ask for a receipt: once more',
    'check in: success',
    'check in: together, success',
    'check in: already_in',
    'check in: too_early',
    'scan: in by code: success',
    'undo: done',
    'scan without a connection: success',
    'come back and report: all was right',
    'come back and report: something was wrong',
    ...(IS_WHOLE_PROOF
      ? ['scan: in by party: success', 'scan: in by old copy: older_code', 'scan: out by code: success']
      : []),
  ].filter(kind => !made.has(kind))
  expect(never).toEqual([])
}, 3_600_000)
