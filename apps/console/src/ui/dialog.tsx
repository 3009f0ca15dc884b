import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The platform's own dialog: it keeps the focus inside, and Escape closes it. */
export function Dialog({ title, children, onClose }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it leaves the page: only then the focus goes back to what opened it.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} aria-labelledby={titleId} onCancel={onClose} className="dialog">
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
