import type { Ticket } from '@kippu/contract/reservations'
import { partyCodeOf, partyOf } from '@kippu/domain/party-code'
import { useRef, useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { kindsOf, PartyCard } from './party-card.tsx'
import { LargeCode } from './large-code.tsx'
import { TicketCard } from './ticket-card.tsx'
import styles from './ticket-deck.module.css'
import { isShownAtGate, nameOfTicket } from './ticket-state.ts'
import { ViewSwitch } from './view-switch.tsx'
import type { TicketView } from './view-switch.tsx'

interface TicketDeckProps {
  readonly tickets: readonly Ticket[]
  /** `card`: one at a time, to be swiped; `list`: all below each other. */
  readonly type: 'card' | 'list'
}

/**
 * The tickets of a reservation, one for each person, and one code for all of them where two or more have not entered. On paper
 * each ticket stands for itself.
 */
export function TicketDeck({ tickets, type }: TicketDeckProps): ReactElement {
  const [view, setView] = useState<TicketView>('each')
  const party = partyOf(tickets)
  const partyCode = partyCodeOf(tickets)
  const isParty = partyCode !== null && view === 'party'
  return (
    <div className={styles.views}>
      {partyCode !== null && <ViewSwitch view={view} onChange={setView} />}
      {isParty && <Party code={partyCode} tickets={party} />}
      <div className={isParty ? styles.onPaper : undefined}>
        <Each tickets={tickets} type={type} />
      </div>
    </div>
  )
}

function Party({
  code,
  tickets,
}: {
  readonly code: string
  readonly tickets: readonly Ticket[]
}): ReactElement {
  const t = useText()
  const [isLarge, setIsLarge] = useState(false)
  return (
    <div data-print="no">
      <PartyCard code={code} tickets={tickets} onEnlarge={() => setIsLarge(true)} />
      {isLarge && (
        <LargeCode
          code={code}
          label={t('ticket_party_qr_label')}
          steps={null}
          onClose={() => setIsLarge(false)}
        >
          {kindsOf(tickets).join(' / ')}
        </LargeCode>
      )}
    </div>
  )
}

function Each({ tickets, type }: TicketDeckProps): ReactElement {
  const t = useText()
  const { deck, current, show, look } = useDeck()
  const [large, setLarge] = useState<number | null>(null)
  const last = tickets.length - 1
  const positionOf = (index: number): string =>
    t('ticket_position', { current: index + 1, total: tickets.length })
  const enlarged = large === null ? undefined : tickets[large]
  const isSwiped = type === 'card' && last > 0
  /** The way to the nearest ticket in a direction that has a code to show. */
  const stepTo = (from: number, step: 1 | -1): (() => void) | null => {
    for (let index = from + step; ; index += step) {
      const ticket = tickets[index]
      if (ticket === undefined) return null
      if (isShownAtGate(ticket)) return () => setLarge(index)
    }
  }
  return (
    <>
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
          code={enlarged.code}
          label={t('ticket_qr_label', { position: positionOf(large) })}
          steps={{ onPrevious: stepTo(large, -1), onNext: stepTo(large, 1) }}
          onClose={() => {
            show(large)
            setLarge(null)
          }}
        >
          {nameOfTicket(enlarged)} <small>{positionOf(large)}</small>
        </LargeCode>
      )}
    </>
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
