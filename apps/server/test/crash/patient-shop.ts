import { setTimeout as delay } from 'node:timers/promises'

import type { AnyShop } from '../payment-methods/visitor.ts'

/** A visitor who presses again does not do it faster. */
const AGAIN_AFTER_MS = 100

/** A shop whose visitors send a request again while the store is away: nobody answers, or the answer is 500 or above. */
export function patiently({ app, call }: AnyShop): AnyShop {
  return {
    app: {
      inject: request =>
        again(
          () => app.inject(request),
          ({ statusCode }) => statusCode,
        ),
    },
    call: (...request) =>
      again(
        () => call(...request),
        ({ status }) => status,
      ),
  }
}

async function again<Answer>(
  ask: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && statusOf(answer) < 500) return answer
    await delay(AGAIN_AFTER_MS)
  }
}
