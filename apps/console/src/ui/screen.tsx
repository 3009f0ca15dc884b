import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

interface ScreenProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
  /** The one field that a screen is for has the focus instead. */
  readonly first?: RefObject<HTMLElement | null>
}

/** A screen begins with its heading, which has the focus when somebody comes from another one. */
export function ScreenOf({ title, lead, children, first }: ScreenProps): ReactNode {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => (first ?? ref).current?.focus(), [first])
  return (
    <>
      <title>{`${title} · Kippu`}</title>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
      {children}
    </>
  )
}
