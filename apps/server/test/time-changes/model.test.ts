import { expect, test } from 'vitest'

import { IS_WHOLE_PROOF, rounds } from '../../../../tools/proof-choice.ts'
import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { createChangesApp } from '../changes-app.ts'
import { runWorld } from './random-steps.ts'

const STEPS = rounds({ short: 250, whole: 20_000 })
/** Steps in one small shop, and small shops in one store. */
const STEPS_OF_A_WORLD = 100
const WORLDS_OF_A_STORE = 10
/** Of a whole proof another one at each run, or the one of `FC_SEED`: a short run must not miss a kind of step by chance. */
const SEED = Number(process.env['FC_SEED'] ?? (IS_WHOLE_PROOF ? Date.now() % 2 ** 31 : 7))

test(`${STEPS} random steps of buyers who move, hand on and ask for receipts leave stock, tickets and money as a slow model has them; FC_SEED=${SEED} (S-11.01–S-11.11, S-11.16–17, S-10.01–06, S-10.08, S-9.04, S-14.08, D-05, D-41)`, async () => {
  const made = new Map<string, number>()
  for (let done = 0; done < STEPS;) {
    const shop = await createChangesApp()
    try {
      await shop.list('free')
      for (let worlds = 0; worlds < WORLDS_OF_A_STORE && done < STEPS; worlds += 1) {
        const seed = SEED + done
        const counts = await runWorld(shop, createDice(seed), STEPS_OF_A_WORLD).catch((error: unknown) => {
          throw new Error(`in the world of seed ${seed}: ${String(error)}`, { cause: error })
        })
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
  ].filter(kind => !made.has(kind))
  expect(never).toEqual([])
}, 3_600_000)
