import type { Reservation, Ticket } from '@kippu/contract/reservations'
import type { SiteView } from '@kippu/contract/first-view'
import { KEPT_AT } from '@kippu/contract/kept-tickets'
import { textsOf } from '@kippu/texts/texts'
import { jstIso, timeOf } from '@kippu/domain/jst-date'
import { base45Of } from '@kippu/domain/check-in/base45'
import { encode } from 'uqr'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { buildReservation } from '../../../test/reservation.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { Header } from '../../app/header.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { TicketScreen } from './ticket-screen.tsx'

const order = buildOrder()
const ORDERED = buildFirstView({ texts: textsOf('ja') })
const { products: _, productUuid: __, stock: ___, colors: ____, ...base } = ORDERED
const view = { ...base, kind: 'ticket' as const, mapUrl: '/map' }

const RESERVATION = buildReservation({
  set_products: [{ product_name: '森のお茶', add_cost: 800, quantity: 1 }],
  price: 7200,
  tickets_count: 3,
})
const GATE: Ticket = {
  id: 1,
  parent_id: 1,
  type: 'gate',
  status: 'available',
  option_name: '大人',
  option_value_id: 1,
  product_name: 'デジタルフォレスト',
  reservation_from: '2099-12-02T10:00:00+09:00',
  reservation_to: '2099-12-02T10:30:00+09:00',
  code: 'tkt_1',
  short_code: 'ABCDEFGH',
  signed_code: '',
  rotates: false,
  used_at: null,
  shared: false,
  refunded: false,
}
const SET: Ticket = {
  ...GATE,
  id: 2,
  parent_id: 2,
  type: 'set',
  option_name: '',
  option_value_id: null,
  product_name: '森のお茶',
}

interface Opened {
  readonly tickets?: readonly Ticket[]
  readonly ticketApp?: SiteView['ticketApp']
  /** The tickets are those that were kept on the device at this time. */
  readonly keptAt?: number
  /** The codes of the next minutes. */
  readonly codes?: unknown
}

/** What the last page asked for. */
let asked: readonly string[] = []

async function openTicket(
  display = {},
  reservation: Partial<Reservation> = {},
  { tickets = [GATE, SET], ticketApp = null, keptAt, codes = [] }: Opened = {},
) {
  const headers = keptAt === undefined ? {} : { [KEPT_AT]: String(keptAt) }
  ;({ asked } = answerFetch({
    'GET /api/v1/reservations/rsv_1': { ...RESERVATION, ...reservation },
    'GET /api/v1/ticketcodes/rsv_1': codes,
    'GET /api/v1/reservations/rsv_1/tickets': new Response(JSON.stringify(tickets), { headers }),
  }))
  const site = { ...view.site, ticketApp, ticketDisplay: { ...view.site.ticketDisplay, ...display } }
  const { element } = render(
    <FixedRouter route="/id/rsv_1">
      <ParamsContext value={{ reservationToken: 'rsv_1' }}>
        <Header />
        <TicketScreen />
      </ParamsContext>
    </FixedRouter>,
    { ...view, site },
  )
  await eventually(() => expect(element.textContent).toContain('ABCDEFGH23'))
  return element
}

test('shows product, day, time, lines, codes and the reservation number (R-1.08, R-2.42)', async () => {
  const { textContent } = await openTicket()
  for (const words of ['デジタルフォレスト', '2099年12月2日', '10:00 ~ 10:30', '大人 × 2', 'ABCD-EFGH'])
    expect(textContent).toContain(words)
})

test('each ticket has a heading, by which a screen reader goes from one to the next', async () => {
  const element = await openTicket()
  const headings = [...element.querySelectorAll('article h2')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['大人', '森のお茶'])
})

test('before its time a ticket says when it can be used, and from then on that it can be (R-2.42)', async () => {
  const words = (key: string) => view.texts[key] ?? '?'
  const today = jstIso(Date.now()).slice(0, 10)
  const tickets = [
    GATE,
    { ...SET, reservation_to: '2099-12-31T18:00:00+09:00' },
    {
      ...GATE,
      id: 3,
      reservation_from: `${today}T00:00:00+09:00`,
      reservation_to: `${today}T23:59:00+09:00`,
    },
    {
      ...GATE,
      id: 4,
      reservation_from: `${today}T23:59:59+09:00`,
      reservation_to: `${today}T23:59:59+09:00`,
    },
  ]
  const element = await openTicket({ type: 'list' }, {}, { tickets })
  const [coming, season, now, soon] = [...element.querySelectorAll('article')].map(
    ({ textContent }) => textContent,
  )
  expect(coming).toContain(words('ticket_status_on').replace('{date}', '2099年12月2日（水）'))
  expect(season).toContain(words('ticket_status_from').replace('{date}', '2099年12月2日（水）'))
  expect(now).toContain(words('ticket_status_available'))
  expect(now).not.toContain('2099')
  expect(soon).toContain(words('ticket_status_today').replace('{time}', '23:59'))
})

test('a ticket whose money went back says so, and not only that it is good for nothing', async () => {
  const tickets = [{ ...GATE, status: 'invalid', refunded: true } as const, SET]
  const element = await openTicket({}, {}, { tickets })
  const { textContent } = element.querySelector('article')!
  expect(textContent).toContain(view.texts['ticket_status_refunded'])
  expect(textContent).not.toContain(view.texts['ticket_status_invalid'])
})

test('a ticket of a set product shows the product and says what it is for (R-3.143)', async () => {
  const element = await openTicket()
  const set = [...element.querySelectorAll('article')].at(-1)!
  expect(set.textContent).toContain('森のお茶')
  expect(set.textContent).toContain(view.texts['ticket_set_note'])
})

test.each([true, false])('help follows the site setting: %s (R-2.43, R-3.26)', async help => {
  const element = await openTicket({ help })
  expect(element.textContent.includes(view.texts['ticket_help_title'] ?? '?')).toBe(help)
})

test.each([true, false])(
  'the logo in the header follows the setting: %s (R-2.44, R-3.29)',
  async showHeaderLogo => {
    const element = await openTicket({ showHeaderLogo })
    expect(element.querySelector('header picture') !== null).toBe(showHeaderLogo)
  },
)

/** What may be done with a visit that its house has cancelled, and that may be moved. */
const CALLED_OFF = {
  ...RESERVATION.permissions,
  change: { ...RESERVATION.permissions.change, called_off: true as const },
}

test('a visit that its house has cancelled says so, and until when it may be moved; the way there is beside it', async () => {
  const words = view.texts['change_called_off'] ?? '?'
  const { textContent } = await openTicket({}, { permissions: CALLED_OFF })
  const way = view.texts['change_title'] ?? '?'
  // Before anything else that is pressed: the list of what can be done is below the tickets.
  expect(textContent).toMatch(new RegExp(`${words}2099年12月2日（水） 10:00まで変更できます。${way}`))
  expect((await openTicket()).textContent).not.toContain(words)
})

test('it offers no entry for a calendar', async () => {
  const { textContent } = await openTicket({}, { permissions: CALLED_OFF })
  expect(textContent).not.toContain(view.texts['ticket_calendar'])
  expect((await openTicket()).textContent).toContain(view.texts['ticket_calendar'])
})

test('whoever was given tickets of it is told to ask the giver, to whom the house writes', async () => {
  const change = { allowed: false, until: null, reason: 'handed_on', called_off: true } as const
  const { textContent } = await openTicket(
    {},
    { shared: { giver_name: '花' }, permissions: { ...CALLED_OFF, change } },
  )
  expect(textContent).toContain(`${view.texts['change_called_off']}${view.texts['change_called_off_part']}`)
})

test.each([
  ['being_paid', 'change_reason_being_paid'],
  ['handed_on', 'change_reason_handed_on'],
  ['past_deadline', 'change_reason_past_deadline'],
  ['method_discount', 'change_called_off_contact'],
] as const)('one that cannot be moved because of %s says %s', async (reason, words) => {
  const { permissions } = RESERVATION
  const change = { allowed: false, until: null, reason, called_off: true as const }
  const { textContent } = await openTicket({}, { permissions: { ...permissions, change } })
  expect(textContent).toContain(`${view.texts['change_called_off']}${view.texts[words]}`)
})

test('the header has the two colours of the site, for wide screens and for phones (R-3.28)', async () => {
  const element = await openTicket()
  const header = element.querySelector('header')!
  expect([header.dataset['pc'], header.dataset['sp']]).toEqual(['accent-soft', 'sunken'])
})

test('cards are shown one at a time, a list shows all of them (R-3.27)', async () => {
  const cards = await openTicket({ type: 'card' })
  expect(cards.querySelectorAll('[data-print=no] > button[aria-label]')).toHaveLength(2)
  const list = await openTicket({ type: 'list' })
  expect(list.querySelectorAll('[data-print=no] > button[aria-label]')).toHaveLength(0)
})

test.each([
  ['period', '2099年12月2日（水）〜2099年12月8日（火）'],
  ['date', '2099年12月2日（水）'],
] as const)('a visit by %s shows %s and no time (R-3.145)', async (bookingType, when) => {
  const element = await openTicket(
    {},
    {
      booking_type: bookingType,
      main_product: { ...order.main_product, reservation_to: '2099-12-08T18:00:00+09:00' },
    },
  )
  const facts = element.querySelector('dl')!.textContent
  expect(facts).toContain(when)
  expect(facts).not.toContain('10:00')
})

test.each([
  ['period', { entry_policy: 'any', reentry_minutes: null }, '何度でもご入場いただけます。'],
  ['date', { entry_policy: 'once', reentry_minutes: 45 }, '退場後45分以内は再入場できます。'],
] as const)('a visit by %s says how often its tickets admit', async (bookingType, admission, said) => {
  const product = { ...order.main_product, sale_type: bookingType, ...admission }
  const element = await openTicket({}, { booking_type: bookingType, main_product: product })
  expect(element.textContent).toContain(said)
})

test('tickets that are open while the visit moves elsewhere do not stay: asking for them says where they are (S-8.07, E-17)', async () => {
  const element = await openTicket()
  const moved = () => new Response('{"error":"reservation url changed"}', { status: 410 })
  answerFetch({
    'POST /api/v1/reservationmails/rsv_1': moved(),
    'GET /api/v1/reservations/rsv_1': moved(),
    'GET /api/v1/reservations/rsv_1/tickets': moved(),
  })
  const again = (): HTMLButtonElement | undefined => buttonOf(element, 'ticket_mail_again')
  await eventually(() => expect(again()).toBeDefined())
  click(again())
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const labelsOf = (element: Element): (string | null)[] =>
  [...element.querySelectorAll('figure')].map(figure => figure.getAttribute('aria-label'))

const words = (key: string): string => view.texts[key] ?? `no text ${key}`

function buttonOf(element: Element, key: string): HTMLButtonElement | undefined {
  return [...element.querySelectorAll('button')].find(({ textContent }) => textContent.includes(words(key)))
}

test('two people or more may show one code for all; paper has the code of each (R-2.42)', async () => {
  const party = [GATE, { ...GATE, id: 2, code: 'tkt_2' }]
  const element = await openTicket({}, {}, { tickets: party })
  expect(labelsOf(element)).toHaveLength(2)
  click(buttonOf(element, 'ticket_view_party'))
  expect(labelsOf(element)[0]).toBe(words('ticket_party_qr_label'))
  expect(labelsOf(element)).toHaveLength(3)
  expect(element.querySelector('article')?.textContent).toContain('大人 × 2')
  click(buttonOf(element, 'ticket_view_each'))
  expect(labelsOf(element)).toHaveLength(2)
})

test.each([
  ['one person', [GATE, SET]],
  ['one who has not entered', [GATE, { ...GATE, id: 2, status: 'used' as const }]],
  [
    'one whose ticket is here',
    [GATE, { ...GATE, id: 2, status: 'invalid' as const, code: '', short_code: '' }],
  ],
])('there is no code for all where there is %s', async (_, tickets) => {
  const element = await openTicket({}, {}, { tickets })
  expect(buttonOf(element, 'ticket_view_party')).toBeUndefined()
})

test('a ticket that was handed on has no code to show, and says that it is not valid', async () => {
  const element = await openTicket(
    {},
    {},
    { tickets: [{ ...GATE, status: 'invalid', code: '', short_code: '' }] },
  )
  expect(element.querySelector('figure')).toBeNull()
  expect(element.querySelector('article')?.textContent).toContain(words('ticket_status_invalid'))
})

test('a ticket that was handed on says where its code is, and the deck opens at one that lets somebody in', async () => {
  const opened: (Element | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    opened.push(this.querySelector('article'))
  })
  const handedOn = { ...GATE, status: 'invalid', code: '', short_code: '', shared: true } as const
  const element = await openTicket({}, {}, { tickets: [handedOn, { ...GATE, id: 2 }] })
  const [first, second] = element.querySelectorAll('article')
  expect(first?.textContent).toContain(words('ticket_status_shared'))
  expect(first?.textContent).toContain(words('ticket_share'))
  // Not by its text, in which a clock runs.
  await eventually(() => expect(opened).toHaveLength(1))
  expect(opened[0]).toBe(second)
})

test.each([
  ['rsv_1', 'ticket_missing', true],
  ['shd_1', 'shared_missing', false],
] as const)(
  'without tickets, %s says what may be: %s (S-10.05)',
  async (reservationToken, text, hasInquiry) => {
    const none = () => new Response('{"error":"record not found"}', { status: 404 })
    answerFetch({
      [`GET /api/v1/reservations/${reservationToken}`]: none(),
      [`GET /api/v1/reservations/${reservationToken}/tickets`]: none(),
    })
    const { element } = render(
      <FixedRouter route={`/id/${reservationToken}`}>
        <ParamsContext value={{ reservationToken }}>
          <TicketScreen />
        </ParamsContext>
      </FixedRouter>,
      view,
    )
    await eventually(() => expect(element.textContent).toContain(words(text)))
    expect(element.textContent.includes(words('common_inquiry'))).toBe(hasInquiry)
  },
)

test('the screen stays on while there is a code to show, and the brightness is asked for once', async () => {
  const request = vi.fn<() => Promise<object>>(async () => ({ release: async () => undefined }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
  const element = await openTicket()
  expect(request).toHaveBeenCalledTimes(1)
  expect(element.textContent.split(words('ticket_brightness'))).toHaveLength(2)
  await openTicket({}, {}, { tickets: [{ ...GATE, status: 'used' }] })
  expect(request).toHaveBeenCalledTimes(1)
})

test('the calendar file has the visit, the number of its moves and the address of this page', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    if (file instanceof Blob) files.push(file)
    return 'blob:file'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const element = await openTicket({}, { changes: 2 })
  click(buttonOf(element, 'ticket_calendar'))
  expect(clicked).toHaveBeenCalledTimes(1)
  const text = ((await files[0]?.text()) ?? '').replaceAll('\r\n ', '')
  for (const line of [
    'UID:ABCDEFGH23.demo@kippu',
    'SEQUENCE:2',
    'DTSTART;TZID=Asia/Tokyo:20991202T100000',
    'SUMMARY:デジタルフォレスト',
    `URL:${location.origin}/tickets/rsv_1`,
  ])
    expect(text.split('\r\n')).toContain(line)
})

test('without a connection tickets say of what time they are, and offer only what needs none', async () => {
  const keptAt = Date.now() - 3_600_000
  const element = await openTicket({}, {}, { keptAt })
  const time = timeOf(jstIso(keptAt))
  expect(element.querySelector('main output, [class*=asOf]')?.textContent).toContain(time)
  expect(element.querySelectorAll('figure')).toHaveLength(2)
  expect(element.textContent).toContain(words('ticket_offline_actions'))
  expect(buttonOf(element, 'ticket_mail_again')).toBeUndefined()
  expect(element.querySelector('main a, li a')).toBeNull()
  expect(buttonOf(element, 'ticket_calendar')).toBeDefined()
})

test('after 24 hours no code is shown, and a connection is asked for', async () => {
  const A_DAY = 86_400_000
  const young = await openTicket({}, {}, { keptAt: Date.now() - A_DAY + 60_000 })
  expect(young.querySelectorAll('figure')).toHaveLength(2)
  const old = await openTicket({}, {}, { keptAt: Date.now() - A_DAY })
  expect(old.querySelectorAll('figure')).toHaveLength(0)
  expect(old.querySelector('[role=alert]')?.textContent).toContain(words('ticket_old_title'))
})

test('tickets that were taken back leave the screen when it asks again, and it asks no more (S-9.04, S-10.05)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const element = await openTicket({}, {}, { keptAt: Date.now() - 60_000 })
    expect(element.querySelectorAll('figure')).toHaveLength(2)
    const gone = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })
    const later = answerFetch({ 'GET /api/v1/reservations/rsv_1/tickets': gone })
    act(() => void vi.advanceTimersByTime(16_000))
    await eventually(() => expect(element.textContent).toContain(words('ticket_missing_title')))
    expect(element.querySelectorAll('figure')).toHaveLength(0)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(later.asked).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

const APP = {
  name: 'アプリ',
  appStore: 'https://apps.apple.com/jp/app/id1',
  googlePlay: 'https://play.google.com/store/apps/details?id=a',
}
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Mobile Safari'
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) Safari'

async function openAt(userAgent: string, opened: Opened): Promise<HTMLElement> {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const element = await openTicket({}, {}, opened)
  // The code of the dialog has arrived: what is not shown now is not shown at all.
  await act(async () => void (await import('./app-dialog.tsx')))
  return element
}

test('on a phone the app of the site is offered once in a session, with its pages in both stores; one press closes it (R-2.88)', async () => {
  const element = await openAt(PHONE, { ticketApp: APP })
  const dialog = (): HTMLDialogElement | null => element.querySelector('dialog[open]')
  await eventually(() => expect(dialog()?.querySelector('h2')?.textContent).toBe('アプリ'))
  const links = [...(dialog()?.querySelectorAll('a') ?? [])].map(({ href }) => href)
  expect(links).toEqual([APP.googlePlay, APP.appStore])
  click(dialog()?.querySelector('button'))
  expect(dialog()).toBeNull()
  const again = await openAt(PHONE, { ticketApp: APP })
  expect(again.querySelector('dialog')).toBeNull()
})

test.each<[string, string, Opened]>([
  ['at a desk', DESK, {}],
  ['where the site has none', PHONE, { ticketApp: null }],
  ['without a connection', PHONE, { keptAt: Date.now() }],
])('no app is offered %s (R-2.88)', async (_, userAgent, opened) => {
  const element = await openAt(userAgent, { ticketApp: APP, ...opened })
  expect(element.querySelector('dialog')).toBeNull()
})

/** The content of the first QR code on the page, by its drawing. */
function isDrawn(element: HTMLElement, code: string): boolean {
  const box = element.querySelector('figure svg')?.getAttribute('viewBox')
  const black = element.querySelectorAll('figure path')[0]?.getAttribute('d') ?? ''
  const { data, size } = encode(code, { ecc: 'M', border: 4 })
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark && row[x - 1] !== true ? [`M${x} ${y}h`] : [])),
  )
  return box === `0 0 ${size} ${size}` && runs.join() === (black.match(/M\d+ \d+h/g) ?? []).join()
}

const SIGNED = `KT1:${base45Of(new Uint8Array(105).fill(7))}`

test('the QR code is the signed one where there is one, else the one of old', async () => {
  const one = await openTicket({}, {}, { tickets: [{ ...GATE, signed_code: SIGNED }] })
  expect([isDrawn(one, SIGNED), isDrawn(one, GATE.code)]).toEqual([true, false])
  const other = await openTicket({}, {}, { tickets: [GATE] })
  expect(isDrawn(other, GATE.code)).toBe(true)
})

test('a code that changes is that of this moment; without one the page says that the gate asks the store', async () => {
  const rotating = { ...GATE, rotates: true }
  const codes = { codes: [{ from: jstIso(Date.now() - 1_000), code: SIGNED }], id: 1 }
  const element = await openTicket({}, {}, { tickets: [rotating], codes: [codes] })
  await eventually(() => expect(isDrawn(element, SIGNED)).toBe(true))
  expect(element.textContent).toContain(words('ticket_code_moving'))
  const old = { ...codes, codes: [{ from: jstIso(Date.now() - 100_000), code: SIGNED }] }
  for (const known of [[], [old]]) {
    const other = await openTicket({}, {}, { tickets: [rotating], codes: known })
    expect(isDrawn(other, GATE.code)).toBe(true)
    expect(other.textContent).toContain(words('ticket_code_online'))
  }
  expect(asked).toContain('GET /api/v1/ticketcodes/rsv_1')
})

test('tickets from the device ask for no codes of the next minutes', async () => {
  const element = await openTicket({}, {}, { tickets: [{ ...GATE, rotates: true }], keptAt: Date.now() })
  expect(isDrawn(element, GATE.code)).toBe(true)
  expect(element.textContent).toContain(words('ticket_code_online'))
  expect(asked).not.toContain('GET /api/v1/ticketcodes/rsv_1')
})

const from = (minutes: number): string => jstIso(Date.now() + minutes * 60_000)
const spanOf = (start: number, end: number) => ({ reservation_from: from(start), reservation_to: from(end) })

test.each([
  ['now', { ...GATE, ...spanOf(-10, 20) }, {}, true],
  ['shortly before its time', { ...GATE, ...spanOf(50, 80) }, {}, true],
  ['long before its time', { ...GATE, ...spanOf(70, 100) }, {}, false],
  ['after its time', { ...GATE, ...spanOf(-50, -20) }, {}, false],
  ['once it was used', { ...GATE, ...spanOf(-10, 20), status: 'used' as const }, {}, false],
  ['without a connection', { ...GATE, ...spanOf(-10, 20) }, { keptAt: Date.now() }, false],
])('a ticket offers to check in %s: %#', async (_, ticket, opened, isOffered) => {
  const element = await openTicket({}, {}, { tickets: [ticket], ...opened })
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
  expect(links.includes('#/id/rsv_1/1/gate')).toBe(isOffered)
})
