import type { ReactNode } from 'react'

import { useLanguage, type Word } from '../language'
import { Dialog } from './dialog'
import { PasskeyFault } from './passkey-fault'

interface ConfirmDialogProps {
  readonly title: Word
  /** The name of the thing that it is done to. */
  readonly subject: string
  /** One sentence: what will happen. */
  readonly lead: Word
  readonly act: Word
  readonly acting: { readonly error: unknown; readonly isPending: boolean; readonly mutate: () => void }
  readonly onClose: () => void
}

/** Says what will happen to what, and asks before it is done. */
export function ConfirmDialog({ title, subject, lead, act, acting, onClose }: ConfirmDialogProps): ReactNode {
  const { say } = useLanguage()
  return (
    <Dialog title={say(title)} onClose={onClose}>
      <div className="stack">
        <p>
          <strong>{subject}</strong>
        </p>
        <p>{say(lead)}</p>
        {acting.error === null ? null : <PasskeyFault error={acting.error} />}
        <p className="row">
          <button type="button" onClick={onClose}>
            {say('cancel')}
          </button>
          <button
            type="button"
            className="danger"
            disabled={acting.isPending}
            onClick={() => acting.mutate()}
          >
            {say(act)}
          </button>
        </p>
      </div>
    </Dialog>
  )
}
