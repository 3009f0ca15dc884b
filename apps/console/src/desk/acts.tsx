import type { OrderStoryAnswer } from '@kippu/contract/console/orders'
import type { Me } from '@kippu/contract/console/sign-in'
import type { Permission } from '@kippu/domain/staff/permission'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import { useLanguage, type Word } from '../language'
import { mayDo } from '../session/me'
import type { DeskProps } from './refund'

/** The acts of somebody at the desk, each in a dialog of its own, which is loaded when it opens. */
const ACTS = [
  {
    word: 'actRefund',
    permission: 'refunds:write',
    Dialog: lazy(async () => ({ default: (await import('./refund')).RefundDialog })),
  },
  {
    word: 'actMove',
    permission: 'orders:write',
    Dialog: lazy(async () => ({ default: (await import('./move')).MoveDialog })),
  },
  {
    word: 'actResend',
    permission: 'orders:write',
    Dialog: lazy(async () => ({ default: (await import('./letters')).ResendDialog })),
  },
  {
    word: 'actAddress',
    permission: 'orders:write',
    Dialog: lazy(async () => ({ default: (await import('./letters')).AddressDialog })),
  },
  {
    word: 'actNote',
    permission: 'orders:write',
    Dialog: lazy(async () => ({ default: (await import('./note')).NoteDialog })),
  },
] as const satisfies ReadonlyArray<{
  readonly word: Word
  readonly permission: Permission
  readonly Dialog: (props: DeskProps) => ReactNode
}>

interface ActsProps {
  readonly me: Me
  readonly site: string
  readonly story: OrderStoryAnswer
}

export function Acts({ me, site, story }: ActsProps): ReactNode {
  const { say } = useLanguage()
  const [open, setOpen] = useState<Word | null>(null)
  const { reservation_number: order } = story
  const own = ACTS.filter(({ permission }) => mayDo(me, permission))
  if (order === null || own.length === 0) return null
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
