import type { ReactNode } from 'react'

interface TableProps {
  readonly label: string
  readonly children: ReactNode
  /** On a phone each row is a card of its own; its cells have their names in `data-name`. */
  readonly isStacked?: boolean
}

/** A table that is wider than a phone is scrolled inside its frame, by keys too. */
export function Table({ label, children, isStacked = false }: TableProps): ReactNode {
  return (
    // The arrows scroll what has the focus, and a table may have nothing else in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={isStacked ? 'table stacked' : 'table'} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
