import type { OrderStoryAnswer } from '@kippu/contract/console/orders'

/** The ids of the payments of an order that need a person, as its story has them. */
export function paymentsForPerson({ events }: Pick<OrderStoryAnswer, 'events'>): readonly string[] {
  return events.flatMap(({ kind, facts }) => {
    const { attempt } = facts
    return kind.startsWith('payment ') && facts['needs a person'] === true && typeof attempt === 'string'
      ? [attempt]
      : []
  })
}
