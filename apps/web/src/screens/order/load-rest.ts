import type * as Rest from './order-rest.tsx'

/**
 * Everything below the day, and the first day in the opening, are a chunk of their own: the visitor does not need them to see the prices and
 * choose a day, and the first route has a small budget (`check-budget.ts`). The server renders them all the same; their markup stays until the
 * chunk arrives.
 */
export async function loadRest(): Promise<typeof Rest> {
  return import('./order-rest.tsx')
}
