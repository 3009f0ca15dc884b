import { useMutation, useQueryClient } from '@tanstack/react-query'

import { readStockAnew } from '../../api/read-stock-anew.ts'
import { goTo } from '../../page/entry.ts'
import { useSite } from '../../page/first-view-context.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import type { OrderDraft } from '../../session/pieces.ts'
import { areAccepted, differencesOf, lossesOf } from './differences.ts'
import type { Difference } from './differences.ts'
import { choiceOf, missingOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice, MissingChoice } from '../../parts/choosing/choice/order-choice.ts'
import { withOwnHold } from '../../parts/choosing/choice/own-hold.ts'
import { placeOrder } from './place-order.ts'
import { readSavedOrder } from './saved-order.ts'
import { dayKey, offersKey, readDay, readOffers } from './use-day-data.ts'
import { useOwnOrder } from './use-own-order.ts'
import { STOCK_KEY } from './stock-queries.ts'

const CREATE_ORDER = ['create-order'] as const

interface CreateOrderProps {
  readonly draft: OrderDraft
  /** A chosen thing is no longer available. */
  readonly onMissing: (missing: MissingChoice) => void
  /** The visitor must accept something before the order is made. */
  readonly onDifferences: (differences: readonly Difference[]) => void
}

interface OrderAttempt {
  /** The choice as the visitor sees it. */
  readonly shown: Choice
  /** Differences that the visitor has agreed to. */
  readonly accepted: readonly Difference[]
}

export interface CreateOrder {
  /** Orders once: presses while an order is under way do nothing. */
  readonly create: (asked: OrderAttempt) => void
  readonly isPending: boolean
  /** The same without going on; what became of it is for `follow`. */
  readonly place: (asked: OrderAttempt) => Promise<Outcome>
  readonly follow: (outcome: Outcome) => void
}

export type Outcome =
  | { readonly kind: 'placed'; readonly route: string }
  | { readonly kind: 'missing'; readonly missing: MissingChoice }
  | { readonly kind: 'differs'; readonly differences: readonly Difference[] }

/**
 * Reads price and stock once more, and orders what the visitor has seen and agreed to; then it goes on to the next
 * step. The failure handler shows a refusal; the stock is then read again, and the choices stay as they are.
 */
export function useCreateOrder({ draft, onMissing, onDifferences }: CreateOrderProps): CreateOrder {
  const lang = useLanguage()
  const { orderLayout } = useSite()
  const queryClient = useQueryClient()
  const readAgain = useReadAgain(draft)
  const place = async ({ shown, accepted }: OrderAttempt): Promise<Outcome> => {
    const choice = await readAgain(shown)
    const missing = missingOf(choice, orderLayout)
    if (missing !== null) return { kind: 'missing', missing }
    const saved = await readSavedOrder(lang)
    const differences = [...differencesOf(shown, choice), ...lossesOf(saved, choice)]
    if (!areAccepted(differences, accepted)) return { kind: 'differs', differences }
    const route = await placeOrder(choice, lang, saved)
    return { kind: 'placed', route }
  }
  const follow = (outcome: Outcome): void => {
    switch (outcome.kind) {
      case 'placed':
        return goTo(outcome.route)
      case 'missing':
        return onMissing(outcome.missing)
      case 'differs':
        return onDifferences(outcome.differences)
    }
  }
  const { mutate, isPending } = useMutation({
    mutationKey: CREATE_ORDER,
    mutationFn: place,
    onSuccess: follow,
    onError: () => readStockAnew(queryClient, [STOCK_KEY]),
  })
  const isIdle = (): boolean => queryClient.isMutating({ mutationKey: CREATE_ORDER }) === 0
  return {
    // Read from the query client, not from this component: a second press can come before the next rendering.
    create: asked => (isIdle() ? mutate(asked) : undefined),
    isPending,
    place,
    follow,
  }
}

/** The same choice with the current stock, which the page shows from now on. */
function useReadAgain(draft: OrderDraft): (shown: Choice) => Promise<Choice> {
  const lang = useLanguage()
  const held = useOwnOrder()
  const queryClient = useQueryClient()
  return async shown => {
    const { product, date, span, sets, promotion } = shown
    if (product === undefined || date === null) return shown
    const productDay = { productUuid: product.uuid, date }
    const visit = span === undefined ? null : { spanId: span.time_span_id, date, lang }
    const [day, offers] = await Promise.all([
      readDay(productDay),
      visit === null || sets.length === 0 ? undefined : readOffers(visit),
    ])
    queryClient.setQueryData(dayKey(productDay), day)
    if (visit !== null && offers !== undefined) queryClient.setQueryData(offersKey(visit), offers)
    return choiceOf({
      draft,
      product,
      day: withOwnHold(day, held),
      offers: (offers ?? []).map(offer => withOwnHold(offer, held)),
      promotion,
    })
  }
}
