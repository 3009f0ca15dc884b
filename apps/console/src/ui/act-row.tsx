import type { ReactNode } from 'react'

import { useLanguage } from '../language'

interface ActRowProps {
  /** The words of the button that sends the form. */
  readonly act: string
  readonly isDisabled?: boolean
  readonly onClose: () => void
}

/** The end of a form in a dialog: leave it, or send it. */
export function ActRow({ act, isDisabled = false, onClose }: ActRowProps): ReactNode {
  const { say } = useLanguage()
  return (
    <p className="row">
      <button type="button" onClick={onClose}>
        {say('cancel')}
      </button>
      <button type="submit" className="primary" disabled={isDisabled}>
        {act}
      </button>
    </p>
  )
}
