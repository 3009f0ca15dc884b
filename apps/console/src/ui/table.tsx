import type { ReactNode } from 'react'

interface TableProps {
  readonly label: string
  readonly children: ReactNode
}

/** A table that is wider than a phone is scrolled inside its frame, by keys too. */
export function Table({ label, children }: TableProps): ReactNode {
  return (
    // The arrows scroll what has the focus, and a table may have nothing else in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
