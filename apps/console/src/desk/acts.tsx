import type { OrderStoryAnswer } from '@kippu/contract/console/orders'
import type { Me } from '@kippu/contract/console/sign-in'
import type { Permission } from '@kippu/domain/staff/permission'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import { useLanguage, type Word } from '../language'
import { mayDo } from '../session/me'
import { paymentsForPerson } from './payments-for-person'
import type { DeskProps } from './refund'

interface ShownAct {
  readonly word: Word
  readonly permission: Permission
  readonly isFor: (story: OrderStoryAnswer) => boolean
  readonly Dialog: (props: DeskProps) => ReactNode
}

const isVisit = ({ reservation_number: number }: OrderStoryAnswer): boolean => number !== null

/** The acts of somebody at the desk, each in a dialog of its own, which is loaded when it opens. */
const ACTS: readonly ShownAct[] = [
  {
    word: 'actRefund',
    permission: 'refunds:write',
    isFor: isVisit,
    Dialog: lazy(async () => ({ default: (await import('./refund')).RefundDialog })),
  },
  {
    word: 'actMove',
    permission: 'orders:write',
    isFor: isVisit,
    Dialog: lazy(async () => ({ default: (await import('./move')).MoveDialog })),
  },
  {
    word: 'actResend',
    permission: 'letters:send',
    isFor: isVisit,
    Dialog: lazy(async () => ({ default: (await import('./letters')).ResendDialog })),
  },
  {
    word: 'actAddress',
    permission: 'orders:write',
    isFor: isVisit,
    Dialog: lazy(async () => ({ default: (await import('./letters')).AddressDialog })),
  },
  {
    word: 'actNote',
    permission: 'orders:write',
    isFor: () => true,
    Dialog: lazy(async () => ({ default: (await import('./note')).NoteDialog })),
  },
  {
    word: 'actPayment',
    permission: 'refunds:write',
    isFor: story => paymentsForPerson(story).length > 0,
    Dialog: lazy(async () => ({ default: (await import('./payment')).PaymentDialog })),
  },
  {
    word: 'actExport',
    permission: 'persons:read',
    isFor: () => true,
    Dialog: lazy(async () => ({ default: (await import('./person')).ExportDialog })),
  },
  {
    word: 'actErase',
    permission: 'persons:erase',
    isFor: () => true,
    Dialog: lazy(async () => ({ default: (await import('./person')).EraseDialog })),
  },
]

interface ActsProps {
  readonly me: Me
  readonly site: string
  readonly story: OrderStoryAnswer
}

export function Acts({ me, site, story }: ActsProps): ReactNode {
  const { say } = useLanguage()
  const [open, setOpen] = useState<Word | null>(null)
  const order = story.reservation_number ?? story.order_id
  const own = ACTS.filter(
    ({ permission, isFor, word }) => mayDo(me, permission) && (isFor(story) || word === open),
  )
  if (own.length === 0) return null
  const close = (): void => setOpen(null)
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{say('acts')}</h2>
      <p className="row">
        {own.map(({ word }) => (
          <button key={word} type="button" onClick={() => setOpen(word)}>
            {say(word)}
          </button>
        ))}
      </p>
      <Suspense fallback={<output className="quiet">{say('loading')}</output>}>
        {own.map(({ word, Dialog }) =>
          word === open ? <Dialog key={word} {...{ site, order, story }} onClose={close} /> : null,
        )}
      </Suspense>
    </section>
  )
}
