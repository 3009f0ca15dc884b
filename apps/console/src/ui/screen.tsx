import { type ReactNode, useEffect, useRef } from 'react'

interface ScreenProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

/** A screen begins with its heading, which has the focus when somebody comes from another one. */
export function ScreenOf({ title, lead, children }: ScreenProps): ReactNode {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
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
