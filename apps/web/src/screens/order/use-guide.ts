import { useEffect } from 'react'
import { create } from 'zustand'

import { useSite } from '../../page/first-view-context.ts'
import { isOpenChoice } from '../../parts/choosing/choice/choice-order.ts'
import type { ChoiceKind } from '../../parts/choosing/choice/choice-kind.ts'
import { goToChoice } from '../../parts/choosing/sections/go-to-choice.ts'
import type { Guide } from '../../parts/choosing/choice/guide.ts'
import { useSession } from '../../session/session.ts'
import { useDraft } from './use-draft.ts'
import { useProducts } from './use-order-data.ts'

/** The style sheet folds choices below this width (`sections.module.css`). */
const NARROW = '(max-width: 63.99rem)'

interface Opened {
  readonly kind: ChoiceKind | null
}

/** Not React's: the second part of the page must not be rendered again before its code is there. */
const useOpened = create<Opened>(() => ({ kind: null }))

/** Whether the last key was an arrow: it walks through a group of radio buttons and chooses on its way. */
let isWalking = false

/** Watches the keyboard, and forgets what was opened again when the visitor leaves the page. */
export function useGuideStart(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      isWalking = event.key.startsWith('Arrow')
    }
    const onPoint = (): void => {
      isWalking = false
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPoint, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPoint, true)
      useOpened.setState({ kind: null })
    }
  }, [])
}

/** Which choices are open now: derived from the draft, so nothing is lost by a reload or a way back. */
export function useGuide(): Guide {
  const { orderLayout: layout } = useSite()
  const { draft } = useDraft()
  const { products } = useProducts()
  const hasDraft = useSession(session => session.orderDraft !== null)
  const reopened = useOpened(({ kind }) => kind)
  const product = products.find(({ uuid }) => uuid === draft.productUuid)
  // The only product is not a choice: it is shown until the day is chosen.
  const isTouched = hasDraft && products.length > 1
  const facts = { layout, draft, product, isTouched, reopened }
  return {
    isOpen: kind => isOpenChoice(kind, facts),
    reopen: kind => {
      useOpened.setState({ kind })
      goToChoice(kind)
    },
    advance: (from, to) => {
      // A visitor who walks by arrows has not decided yet: the group stays open until they leave it.
      useOpened.setState({ kind: isWalking ? from : null })
      if (!isWalking && matchMedia(NARROW).matches) goToChoice(to)
    },
  }
}
