import { type InputHTMLAttributes, useId, type ReactNode, type Ref } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export function Field({ label, hint, fault, ...input }: FieldProps): ReactNode {
  const id = useId()
  const hintId = `${id}-hint`
  const faultId = `${id}-fault`
  const described = [hint === undefined ? '' : hintId, fault === undefined ? '' : faultId].join(' ').trim()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
      />
      {fault === undefined ? null : (
        <p id={faultId} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}
