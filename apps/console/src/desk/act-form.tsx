import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'

import { StaffError } from '../api'
import { DESK_ERROR_WORDS, DESK_WORDS, REFUSED_WORDS } from '../desk-words'
import { learnErrors, learnWords, useLanguage } from '../language'
import { Field } from '../ui/field'
import { PasskeyFault } from '../ui/passkey-fault'
import type { useAct } from './use-act'

learnWords(DESK_WORDS)
learnErrors(DESK_ERROR_WORDS)

/** A refusal of the desk in its own words; everything else as everywhere. */
export function DeskFault({ error }: { readonly error: unknown }): ReactNode {
  const { pick } = useLanguage()
  if (!(error instanceof StaffError) || error.why === undefined) return <PasskeyFault error={error} />
  return (
    <p role="alert" className="notice notice-bad">
      {pick(REFUSED_WORDS[error.why])}
    </p>
  )
}

interface ActFormProps {
  readonly act: Pick<ReturnType<typeof useAct<unknown>>, 'acting' | 'isUnknown'>
  /** The word on its button. */
  readonly label: string
  readonly isDangerous?: boolean
  /** All is chosen that it needs. */
  readonly isReady?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The sentence of what will happen, the answer of the store where it did not, and the two ways out. */
export function ActForm({
  act: { acting, isUnknown },
  label,
  isDangerous = false,
  isReady = true,
  onClose,
  children,
}: ActFormProps): ReactNode {
  const { say } = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  // The focus is lost by a press on a button that could not be pressed for a while, and by fields that stay as they are now.
  useEffect(() => {
    const { form } = button.current ?? {}
    const isLost = form?.contains(document.activeElement) !== true
    if (acting.error !== null && (isUnknown || isLost)) button.current?.focus()
  }, [acting.error, isUnknown])
  const send = (event: FormEvent): void => {
    event.preventDefault()
    acting.mutate()
  }
  return (
    <form className="stack" onSubmit={send}>
      {/* It is asked again as it was sent. */}
      <fieldset className="parts" disabled={isUnknown}>
        {children}
      </fieldset>
      {acting.error === null || isUnknown ? null : <DeskFault error={acting.error} />}
      {isUnknown ? (
        <p role="alert" className="notice notice-bad">
          {say('unknownEnd')}
        </p>
      ) : null}
      <p className="row">
        <button type="button" onClick={onClose}>
          {say('cancel')}
        </button>
        <button
          ref={button}
          type="submit"
          className={isDangerous ? 'danger' : 'primary'}
          disabled={acting.isPending || !isReady}
        >
          {isUnknown ? say('askAgain') : label}
        </button>
      </p>
    </form>
  )
}

interface ReasonFieldProps {
  /** Where it asks for more than why. */
  readonly label?: string
  readonly value: string
  readonly onChange: (reason: string) => void
}

/** The reason of an act, which stands in the log. */
export function ReasonField({ label, value, onChange }: ReasonFieldProps): ReactNode {
  const { say } = useLanguage()
  return (
    <Field
      label={label ?? say('reason')}
      hint={say('reasonHint')}
      required
      maxLength={500}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** The end of an act, in words. */
export function Ended({
  onClose,
  children,
}: {
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactNode {
  const { say } = useLanguage()
  return (
    <div className="stack">
      <output>{children}</output>
      <p className="row">
        <button type="button" className="primary" onClick={onClose}>
          {say('close')}
        </button>
      </p>
    </div>
  )
}
