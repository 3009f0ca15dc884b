import type { Ticket } from '@kippu/contract/reservations'
import { useRef, useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LargeCode } from './large-code.tsx'
import { TicketCard } from './ticket-card.tsx'
import styles from './ticket-deck.module.css'

interface TicketDeckProps {
  readonly tickets: readonly Ticket[]
  /** `card`: one at a time, to be swiped; `list`: all below each other. */
  readonly type: 'card' | 'list'
}

/** The tickets of a reservation, one for each person. */
export function TicketDeck({ tickets, type }: TicketDeckProps): ReactElement {
  const t = useText()
  const { deck, current, show, look } = useDeck()
  const [large, setLarge] = useState<number | null>(null)
  const last = tickets.length - 1
  const positionOf = (index: number): string =>
    t('ticket_position', { current: index + 1, total: tickets.length })
  const enlarged = large === null ? undefined : tickets[large]
  const isSwiped = type === 'card' && last > 0
  return (
    <div>
      <ul ref={deck} className={isSwiped ? styles.deck : styles.list} onScroll={look}>
        {tickets.map((ticket, index) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} position={positionOf(index)} onEnlarge={() => setLarge(index)} />
          </li>
        ))}
      </ul>
      {isSwiped && (
        <div className={styles.pager} data-print="no">
          <PagerButton name="left" isResting={current === 0} onPress={() => show(current - 1)} />
          <p className="visually-hidden" aria-live="polite">
            {positionOf(current)}
          </p>
          {/* Each card says its position in words; the dots show it at a glance. */}
          <span className={styles.dots} aria-hidden="true">
            {tickets.map((ticket, index) => (
              <span key={ticket.id} className={index === current ? styles.here : ''} />
            ))}
          </span>
          <PagerButton name="right" isResting={current === last} onPress={() => show(current + 1)} />
        </div>
      )}
      {large !== null && enlarged !== undefined && (
        <LargeCode
          ticket={enlarged}
          position={positionOf(large)}
          onPrevious={large === 0 ? null : () => setLarge(large - 1)}
          onNext={large === last ? null : () => setLarge(large + 1)}
          onClose={() => {
            show(large)
            setLarge(null)
          }}
        />
      )}
    </div>
  )
}

interface PagerButtonProps {
  readonly name: 'left' | 'right'
  readonly isResting: boolean
  readonly onPress: () => void
}

function PagerButton({ name, isResting, onPress }: PagerButtonProps): ReactElement {
  const t = useText()
  return (
    <button
      type="button"
      aria-label={t(name === 'left' ? 'ticket_previous' : 'ticket_next')}
      aria-disabled={isResting}
      onClick={() => {
        if (!isResting) onPress()
      }}
    >
      <Icon name={name} />
    </button>
  )
}

/** The card in view, by the scroll position of the deck, and a function to go to another one. */
function useDeck() {
  const deck = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const look = (): void => {
    if (deck.current === null || deck.current.clientWidth === 0) return
    setCurrent(Math.round(deck.current.scrollLeft / deck.current.clientWidth))
  }
  const show = (index: number): void => {
    deck.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  return { deck, current, show, look }
}
