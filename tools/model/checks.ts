/** The checks of `docs/models/checkout-saga.pml`, and what must come of each. */

/** How a provider behaves, as the model tells them apart. */
const PROVIDERS = {
  fences: { flags: ['KIND=1', 'DIRECT=0'], words: 'fences; captured after the tickets' },
  fences_direct: { flags: ['KIND=1', 'DIRECT=1'], words: 'fences; captured by the payment' },
  waits: { flags: ['KIND=2', 'DIRECT=0'], words: 'cannot close its page; captured after the tickets' },
  waits_direct: { flags: ['KIND=2', 'DIRECT=1'], words: 'cannot close its page; captured by the payment' },
  tells_later: { flags: ['KIND=3', 'DIRECT=1'], words: 'tells by events alone; captured by the payment' },
} as const satisfies Record<string, { readonly flags: readonly string[]; readonly words: string }>

type ProviderKind = keyof typeof PROVIDERS

/**
 * `states`: every state is reached and judged. `runs`: no run goes on for ever, so that each comes to an end, which is judged
 * with the states.
 */
export type Search = 'states' | 'runs'

export interface Check {
  readonly title: string
  readonly search: Search
  /** Names that the preprocessor is given. */
  readonly flags: readonly string[]
  /** The property that must break, in the words of the model; undefined: none may. */
  readonly breaks: string | undefined
}

/** The property that an endless run breaks. */
export const EVERY_RUN_ENDS = 'every run ends'

/** A guard left out: for each a provider, and a number of faults, with which that costs something. */
interface Variant {
  readonly variant: string
  readonly words: string
  readonly provider: ProviderKind
  readonly faults: number
  readonly breaks: string
  readonly search?: Search
}

const VARIANTS: readonly Variant[] = [
  {
    variant: 'WITHOUT_ATTEMPT_COMPARE',
    words: 'the state of the attempt is not compared',
    provider: 'tells_later',
    faults: 0,
    breaks: 'a capture is booked once',
  },
  {
    variant: 'WITHOUT_ORDER_COMPARE',
    words: 'the version of the order is not compared',
    provider: 'fences',
    faults: 0,
    breaks: 'an order gets its tickets once',
  },
  {
    variant: 'WITHOUT_MARK',
    words: 'a call is not marked before it is made',
    provider: 'fences',
    faults: 0,
    breaks: 'tickets are paid for',
  },
  {
    variant: 'WITHOUT_FENCE',
    words: 'the place is given back without a cancellation',
    provider: 'fences',
    faults: 0,
    breaks: 'a place is given back once nobody can pay for it',
  },
  {
    variant: 'WITHOUT_ONE_OPEN_ATTEMPT',
    words: 'a claim looks neither at the order nor at other attempts',
    provider: 'tells_later',
    faults: 0,
    breaks: 'an order gets its tickets once',
  },
  {
    variant: 'CLAIM_WITHOUT_STOCK',
    words: 'a claim does not look at the hold',
    provider: 'fences',
    faults: 0,
    breaks: 'an order that is being paid keeps its place',
  },
  {
    variant: 'WITHOUT_RETAKING_STOCK',
    words: 'a late payment issues tickets without taking stock again',
    provider: 'tells_later',
    faults: 0,
    breaks: 'a place is sold once',
  },
  {
    variant: 'LATE_STOCK_JUDGED_BEFORE_THE_WRITE',
    words: 'the stock of a late payment is judged before its locks',
    provider: 'tells_later',
    faults: 0,
    breaks: 'a place is sold once',
  },
  {
    variant: 'EVENT_WRITES_THE_STATE',
    words: 'a webhook event writes the state of the attempt',
    provider: 'fences',
    faults: 0,
    breaks: 'money is captured after its tickets',
  },
  {
    variant: 'EVENT_MEANWHILE_IS_OVERLOOKED',
    words: 'an event that comes while an attempt is ended is not looked at',
    provider: 'tells_later',
    faults: 0,
    breaks: 'money is kept for tickets and for nothing else',
  },
  {
    variant: 'CANCELLATION_MAY_COME_LATER',
    words: 'the visitor pays on while another cancellation may be under way',
    provider: 'waits',
    faults: 0,
    breaks: 'money behind tickets is not released',
  },
  {
    variant: 'LATE_LOOK_IS_DROPPED',
    words: 'an earlier look takes the place of the late one',
    provider: 'waits',
    faults: 1,
    breaks: 'no money stays reserved',
  },
  {
    variant: 'LOST_ANSWER_IS_FORGOTTEN',
    words: 'the beginning of an end forgets that an answer was lost',
    provider: 'waits',
    faults: 1,
    breaks: 'no money stays reserved',
  },
  {
    variant: 'RELEASED_IS_FAILED_AGAIN',
    words: 'a late payment that was released is `failed` again',
    provider: 'waits',
    faults: 1,
    breaks: 'tickets are paid for',
  },
  {
    variant: 'OTHER_PAYMENT_READ_WITHOUT_LOCK',
    words: 'a refund reads other attempts before it locks the order',
    provider: 'tells_later',
    faults: 0,
    breaks: 'while an attempt is open its order is being paid or completed',
  },
  {
    variant: 'LOOKS_FOR_EVER',
    words: 'looks that find nothing new are not counted',
    provider: 'fences',
    faults: 0,
    breaks: EVERY_RUN_ENDS,
    search: 'runs',
  },
]

const SEARCH_WORDS = { states: 'every state', runs: 'every run ends' } as const satisfies Record<
  Search,
  string
>

/** The whole model with each provider: no property may break. @param faults in one run. */
export function wholeChecks(faults: number): readonly Check[] {
  return Object.values(PROVIDERS).flatMap(({ flags, words }) =>
    (['states', 'runs'] as const).map(search => ({
      title: `whole, ${SEARCH_WORDS[search]}: ${words}`,
      search,
      flags: [...flags, `FAULTS=${faults}`],
      breaks: undefined,
    })),
  )
}

/** One for each guard, left out: the named property must break. */
export function variantChecks(): readonly Check[] {
  return VARIANTS.map(({ variant, words, provider, faults, breaks, search = 'states' }) => ({
    title: `${variant}: ${words}`,
    search,
    flags: [variant, ...PROVIDERS[provider].flags, `FAULTS=${faults}`],
    breaks,
  }))
}
