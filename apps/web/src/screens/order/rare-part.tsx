import type { ReactElement } from 'react'

import { RefusedNote } from '../../parts/checkout/refused/refused-note.tsx'
import { OrderStop } from './order-stop.tsx'
import type { OrderStopReason } from './use-order-stop.ts'

interface RarePartProps {
  /** Why nothing can be bought; null for a visitor whose payment was refused. */
  readonly stop: OrderStopReason | null
}

/** The parts of the order page that few visitors ever see, so that one file has them. */
function RarePart({ stop }: RarePartProps): ReactElement | null {
  return stop === null ? <RefusedNote /> : <OrderStop reason={stop} />
}

// oxlint-disable-next-line import/no-default-export -- As `lazy` takes it: the first route has no room for more.
export { RarePart as default }
