import { isPaidBy } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import type { CardHandle } from '../card/card-handle.ts'
import { canPayWithApple } from '../apple/apple-pay.ts'
import {
  collectedDataOf,
  dataWithoutForm,
  PIECE_OF,
  saveCollected,
  saveMethod,
} from '../data/payment-data.ts'
import { firstChosen } from '../methods/method-groups.ts'
import { focusRetry } from '../scripts/unreachable-notice.tsx'
import type { ScriptsState } from '../scripts/use-scripts.ts'
import type { Paid } from '../../payable/payable.ts'
import type { SavedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { lastMethod, rememberMethod } from './last-method.ts'

/** The state of a choice of methods. */
export interface MethodChoice {
  readonly chosen: PaymentMethod | null
  readonly choose: (method: PaymentMethod) => void
  /** The payment saved earlier, while it is still valid for the chosen method. */
  readonly kept: SavedPayment | null
  /** Discards the saved card, so that the visitor can enter another one. */
  readonly dropKept: () => void
  readonly form: RefObject<CardHandle | null>
  /** Says what is missing, in the words of the page; null while nothing is. */
  readonly problem: string | null
  /** The choice is being saved, or its form is still loading. */
  readonly isBusy: boolean
  /** Receives the loading state of the scripts of the chosen method. */
  readonly hearScripts: (status: ScriptsState['status']) => void
  /** Saves the choice, with the data its form collected. */
  readonly save: () => void
  /** Chooses a way that has no form here, and saves it (decision 87). */
  readonly goOnWith: (method: PaymentMethod) => void
}

interface Choosing {
  readonly paid: Paid
  /** Undefined while they are being read. */
  readonly methods: readonly PaymentMethodRow[] | undefined
  /** The choice is saved: the visitor goes on. */
  readonly onSaved: () => void
}

/** The state of the payment page: the chosen method and the data it needs. */
export function useMethodChoice({ paid, methods = [], onSaved }: Choosing): MethodChoice {
  const t = useText()
  const saved = useSession(session => session[PIECE_OF[paid]])
  const [picked, setPicked] = useState<PaymentMethod | null>(null)
  const chosen = picked ?? firstChosen(methods, saved?.paymentMethodType ?? lastMethod())
  const [keeping, setKeeping] = useState(saved)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [scripts, hearScripts] = useState<ScriptsState['status']>('ready')
  const form = useRef<CardHandle>(null)
  const isKept = keeping !== null && keeping.paymentMethodType === chosen && collectedDataOf(keeping) !== null
  /** Whether the visitor may go on. */
  const give = async (method: PaymentMethod): Promise<boolean> => {
    if (isKept) return true
    const plain = dataWithoutForm(method)
    if (plain !== null) saveCollected(paid, { paymentData: plain, card: null })
    else if (isPaidBy(method, ['apple_pay'])) {
      if (!canPayWithApple()) return false
      saveMethod(paid, method)
    } else {
      const collected = (await form.current?.collect()) ?? null
      if (collected === null) return false
      saveCollected(paid, collected)
    }
    return true
  }
  const save = async (): Promise<void> => {
    if (chosen === null) return setProblem(t('payment_missing'))
    if (scripts === 'failed') return focusRetry()
    setBusy(true)
    const isGiven = await give(chosen).finally(() => setBusy(false))
    if (!isGiven) return
    rememberMethod(chosen)
    onSaved()
  }
  const isWaiting = isBusy || scripts === 'loading'
  const choose = (method: PaymentMethod): void => {
    setPicked(method)
    setProblem(null)
  }
  return {
    chosen,
    choose,
    kept: isKept ? keeping : null,
    dropKept: () => setKeeping(null),
    form,
    problem,
    isBusy: isWaiting,
    hearScripts,
    save: () => {
      if (!isWaiting) void save()
    },
    goOnWith: method => {
      const plain = dataWithoutForm(method)
      // A card may be on its way to its provider; its script has nothing to do with a wallet.
      if (isBusy || plain === null) return
      choose(method)
      saveCollected(paid, { paymentData: plain, card: null })
      rememberMethod(method)
      onSaved()
    },
  }
}
