import type { Ticket } from '@kippu/contract/reservations'
import { partyCodeOf, partyOf } from '@kippu/domain/party-code'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PartyCard } from './party-card.tsx'
import { LargeCode } from './large-code.tsx'
import { TicketCard } from './ticket-card.tsx'
import type { ShownCode } from './shown-code.ts'
import styles from './ticket-deck.module.css'
import { kindsOf, isShownAtGate, lookOf, nameOfTicket } from './ticket-state.ts'
import { ViewSwitch } from './view-switch.tsx'
import type { TicketView } from './view-switch.tsx'

interface TicketDeckProps {
  readonly tickets: readonly Ticket[]
  /** `card`: one at a time, to be swiped; `list`: all below each other. */
  readonly type: 'card' | 'list'
  /** The content of each ticket's QR code. */
  readonly codeOf: (ticket: Ticket) => ShownCode
  /** The way to check in with a ticket; nothing where it is not to be used now. */
  readonly checkInOf: (ticket: Ticket) => ReactNode
}

/**
 * The tickets of a reservation, one for each person, and one code for all of them where two or more have not entered. On paper
 * each ticket stands for itself.
 */
export function TicketDeck({ tickets, type, codeOf, checkInOf }: TicketDeckProps): ReactElement {
  const [view, setView] = useState<TicketView>('each')
  const party = partyOf(tickets)
  const partyCode = partyCodeOf(tickets)
  const isParty = partyCode !== null && view === 'party'
  return (
    <div className={styles.views}>
      {partyCode !== null && <ViewSwitch view={view} onChange={setView} />}
      {isParty && <Party code={partyCode} tickets={party} checkInOf={checkInOf} />}
      <div className={isParty ? styles.onPaper : undefined}>
        <Each tickets={tickets} type={type} codeOf={codeOf} checkInOf={checkInOf} />
      </div>
    </div>
  )
}

interface PartyProps extends Pick<TicketDeckProps, 'tickets' | 'checkInOf'> {
  readonly code: string
}

function Party({ code, tickets, checkInOf }: PartyProps): ReactElement {
  const t = useText()
  const [isLarge, setIsLarge] = useState(false)
  const [first] = tickets
  return (
    <div data-print="no">
      <PartyCard
        code={code}
        tickets={tickets}
        onEnlarge={() => setIsLarge(true)}
        checkIn={first === undefined ? null : checkInOf(first)}
      />
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

function Each({ tickets, type, codeOf, checkInOf }: TicketDeckProps): ReactElement {
  const t = useText()
  const { deck, current, show, look } = useDeck(firstToShow(tickets))
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
          // On paper a ticket without its code is of no use.
          <li key={ticket.id} data-print={lookOf(ticket) === 'shared' ? 'no' : undefined}>
            <TicketCard
              ticket={ticket}
              shown={codeOf(ticket)}
              position={positionOf(index)}
              onEnlarge={() => setLarge(index)}
              checkIn={checkInOf(ticket)}
            />
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
          code={codeOf(enlarged).code}
          label={t('ticket_qr_label', { position: positionOf(large) })}
          steps={{ onPrevious: stepTo(large, -1), onNext: stepTo(large, 1) }}
          onClose={() => {
            show(large)
            setLarge(null)
          }}
        >
          <span>{nameOfTicket(enlarged)}</span> <small>{positionOf(large)}</small>
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

/** The place of the first ticket that lets somebody in; of the first one where none does. */
function firstToShow(tickets: readonly Ticket[]): number {
  return Math.max(0, tickets.findIndex(isShownAtGate))
}

/**
 * The card in view, by the scroll position of the deck, and a function to go to another one. It opens at a code to show: not at a ticket
 * that was handed on or given back. The others keep their places, by which visitors and the operator name them.
 */
function useDeck(first: number) {
  const deck = useRef<HTMLUListElement>(null)
  const [opened] = useState(first)
  const [current, setCurrent] = useState(opened)
  useLayoutEffect(() => {
    const inline = { block: 'nearest', inline: 'center', behavior: 'instant' } as const
    if (opened > 0) deck.current?.children[opened]?.scrollIntoView(inline)
  }, [opened])
  const look = (): void => {
    if (deck.current === null || deck.current.clientWidth === 0) return
    setCurrent(Math.round(deck.current.scrollLeft / deck.current.clientWidth))
  }
  const show = (index: number): void => {
    deck.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  return { deck, current, show, look }
}
