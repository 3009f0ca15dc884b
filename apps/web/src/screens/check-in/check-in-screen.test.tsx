import { checkIn, readTicket } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { textsOf } from '@kippu/texts/texts'
import { jstIso } from '@kippu/domain/jst-date'
import { act } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { RoutedScreen, useRoute } from '../../app/screens.tsx'
import { TICKET_ROUTES } from '../../app/ticket-routes.tsx'
import { decide } from '../../failure/failure.ts'
import { HashRouter } from '../../page/router.tsx'

const VIEW = buildFirstView({ texts: textsOf('ja') })
const words = (key: string): string => VIEW.texts[key] ?? '?'

const READ = 'GET /api/v1/tickets/rsv_1/1'
const SEND = 'POST /api/v1/tickets/rsv_1/1/checkin'
const HOUR = 3_600_000
const AT = '2026-12-02T10:03:20+09:00'

const TICKET: Ticket = {
  id: 1,
  parent_id: 1,
  type: 'gate',
  status: 'available',
  option_name: '大人',
  option_value_id: 1,
  product_name: '光の森',
  reservation_from: '2026-12-02T10:00:00+09:00',
  reservation_to: '2026-12-02T10:30:00+09:00',
  code: 'tkt_1',
  signed_code: '',
  rotates: false,
  short_code: 'ABCDEFGH',
  used_at: null,
  shared: false,
  refunded: false,
}
const CHILD: Ticket = { ...TICKET, id: 2, option_name: '子ども' }
const KNOWN = {
  ticket: TICKET,
  scan_mode: 'tap_ticket',
  admits_from: jstIso(Date.now() - HOUR),
  admits_until: jstIso(Date.now() + HOUR),
  party: [TICKET, CHILD],
}
const LET_IN = {
  status: 'success',
  checked_in_at: AT,
  tickets: [
    { id: 1, status: 'success' },
    { id: 2, status: 'success' },
  ],
}
const refused = (status: number, body: object) => new Response(JSON.stringify(body), { status })

function Routed(): ReactNode {
  const route = useRoute(TICKET_ROUTES)
  return route === undefined ? null : <RoutedScreen route={route} />
}

class Detector {
  static getSupportedFormats = async (): Promise<string[]> => ['qr_code']
}

beforeEach(() => {
  // A browser with a detector of its own: the camera is what it has not.
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  location.hash = ''
  sessionStorage.clear()
})

function open(answers: Readonly<Record<string, unknown>>, address = '/id/rsv_1/1/gate') {
  location.hash = address
  const asked = answerFetch({ [READ]: KNOWN, ...answers })
  const { element } = render(
    <HashRouter>
      <Routed />
    </HashRouter>,
    VIEW,
  )
  const step = () => element.querySelector<HTMLElement>('[data-step]')?.dataset['step']
  const button = (key: string) =>
    Array.from(element.querySelectorAll('button')).find(one => one.textContent?.includes(words(key)))
  const arrives = (name: string) => eventually(() => expect(step()).toBe(name))
  return { element, step, button, arrives, ...asked }
}

function type(element: HTMLElement, text: string): void {
  const input = element.querySelector<HTMLInputElement>('form input')
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

type Opened = ReturnType<typeof open>

async function goToGate({ arrives, button }: Opened): Promise<void> {
  await arrives('init')
  await eventually(() => expect(button('checkin_begin')).toBeDefined())
  click(button('checkin_begin'))
  await arrives('tap')
}

test('a party checks in by the code of the day: init, tap, success (R-1.12, R-4.04, R-4.06, S-9.10)', async () => {
  const opened = open({ [SEND]: LET_IN })
  const { element, button, arrives, bodies } = opened
  await goToGate(opened)
  expect(element.textContent).toContain('大人 × 1子ども × 1')
  type(element, '１２３ ４５６')
  click(button('checkin_send'))
  await arrives('success')
  expect(bodies).toEqual([
    {
      type: 'gate',
      mode: 'tap_ticket',
      presence_code: '123456',
      ids: [1, 2],
      scan_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  expect(element.textContent).toContain('大人 × 1')
  expect(element.textContent).toContain('子ども × 1')
})

test('after a success the time in Japan runs (S-9.11)', async () => {
  const opened = open({ [SEND]: LET_IN })
  await goToGate(opened)
  type(opened.element, '123456')
  click(opened.button('checkin_send'))
  await opened.arrives('success')
  const clock = () => opened.element.querySelector('time')?.textContent
  const first = clock()
  expect(first).toMatch(/^\d\d:\d\d:\d\d$/)
  await eventually(() => expect(clock()).not.toBe(first))
})

test('who stays outside is not checked in, and nobody at all does not go on', async () => {
  const opened = open({ [SEND]: LET_IN })
  const { element, step, button, arrives, bodies } = opened
  await eventually(() => expect(element.querySelectorAll('input[type=checkbox]')).toHaveLength(2))
  const [adult, child] = element.querySelectorAll('input')
  click(adult)
  click(child)
  click(button('checkin_begin'))
  expect(step()).toBe('init')
  expect(element.textContent).toContain(words('checkin_choose_one'))
  click(child)
  click(button('checkin_begin'))
  await arrives('tap')
  type(element, '123456')
  click(button('checkin_send'))
  await eventually(() => expect(bodies).toMatchObject([{ ids: [2] }]))
})

test('fewer than six digits are not sent; a code of another minute is told at its field (S-9.08)', async () => {
  const opened = open({
    [SEND]: refused(400, { error: 'invalid_request', fields: [{ field: 'presence_code', rule: 'unknown' }] }),
  })
  const { element, step, button, bodies } = opened
  await goToGate(opened)
  type(element, '12345')
  click(button('checkin_send'))
  expect(element.textContent).toContain(words('checkin_presence_form'))
  expect(bodies).toEqual([])
  type(element, '999999')
  click(button('checkin_send'))
  await eventually(() => expect(element.textContent).toContain(words('checkin_presence_wrong')))
  expect(step()).toBe('tap')
})

test('a lost answer is asked for again under the same name; other people are another check-in', async () => {
  const opened = open({ [SEND]: refused(503, {}) })
  const { element, button, arrives, bodies } = opened
  await goToGate(opened)
  type(element, '123456')
  click(button('checkin_send'))
  await eventually(() => expect(element.textContent).toContain(words('checkin_lost')))
  click(button('common_retry'))
  await eventually(() => expect(bodies).toHaveLength(2))
  await eventually(() => expect(button('common_retry')).toBeDefined())
  type(element, '654321')
  click(button('checkin_send'))
  await eventually(() => expect(bodies).toHaveLength(3))
  act(() => history.back())
  await arrives('init')
  click(element.querySelectorAll('input')[1])
  click(button('checkin_begin'))
  await arrives('tap')
  type(element, '654321')
  click(button('checkin_send'))
  await eventually(() => expect(bodies).toHaveLength(4))
  const names = bodies.map(body => Reflect.get(Object(body), 'scan_id'))
  expect(new Set(names.slice(0, 3)).size).toBe(1)
  expect(names[3]).not.toBe(names[0])
})

test('a page that is loaded again at the gate asks once more who comes in: nobody who comes later is used up (S-9.10)', async () => {
  const { step, arrives } = open({}, '/id/rsv_1/1/gate?step=tap')
  await arrives('init')
  const alone = open({ [READ]: { ...KNOWN, party: [TICKET] } }, '/id/rsv_1/1/gate?step=tap')
  await alone.arrives('tap')
  expect(step()).toBe('init')
})

describe('S-9.11: an entry just made, on a page that is loaded again', () => {
  const at = jstIso(Date.now())
  const used = { ...KNOWN, ticket: { ...TICKET, status: 'used', used_at: at }, party: [] }

  async function enters(): Promise<void> {
    const opened = open({ [SEND]: { ...LET_IN, checked_in_at: at } })
    await goToGate(opened)
    type(opened.element, '123456')
    click(opened.button('checkin_send'))
    await opened.arrives('success')
  }

  test('is green with its time and who entered, for two minutes, and then used', async () => {
    await enters()
    const { element, arrives } = open({ [READ]: used })
    await arrives('success')
    expect(element.querySelector('h1')?.textContent).toBe(words('checkin_entered'))
    expect(element.textContent).toContain(words('checkin_entered_at').replace('{time}', at.slice(11, 16)))
    expect(element.textContent).toContain('大人 × 1子ども × 1')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 120_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await arrives('error')
    expect(element.textContent).toContain(words('checkin_used'))
    const later = open({ [READ]: used })
    await later.arrives('error')
  })

  test('another ticket and another browser say used, and one that was undone may come in', async () => {
    await enters()
    const undone = open({ [READ]: KNOWN })
    await eventually(() => expect(undone.button('checkin_begin')).toBeDefined())
    const other = open({ 'GET /api/v1/tickets/rsv_1/2': used }, '/id/rsv_1/2/gate')
    await eventually(() => expect(other.element.textContent).toContain(words('checkin_used')))
    sessionStorage.clear()
    const elsewhere = open({ [READ]: used })
    await eventually(() => expect(elsewhere.element.textContent).toContain(words('checkin_used')))
  })
})

test('whoever is too early and asks again without a connection is told so (S-9.03)', async () => {
  const early = { ...TICKET, status: 'invalid_time' }
  const window = { admits_from: later(1), admits_until: later(2) }
  const { element, button, arrives } = open({ [READ]: { ...KNOWN, ...window, ticket: early, party: [] } })
  await arrives('error')
  expect(element.textContent).not.toContain(words('checkin_offline'))
  answerFetch({ [READ]: refused(503, {}) })
  click(button('common_retry'))
  await eventually(() => expect(element.textContent).toContain(words('checkin_offline')))
})

test.each([readTicket, checkIn])(
  'what is wrong is said in the page, and no dialog covers it (E-03, E-04) %#',
  call => {
    const failure = { call, kind: 'connection', status: null, body: null } as const
    const path = '/id/rsv_1/1/gate'
    const came = { product: null, membershipKey: null, membershipValue: null, token: null }
    const here = { path, timeChange: null, isTimeChange: false, spot: null, came, start: came }
    expect(decide(failure, here)).toEqual({ kind: 'nothing' })
  },
)

test('where the gate is read, the camera and the way of typing its code are there (R-4.05)', async () => {
  const opened = open({ [READ]: { ...KNOWN, scan_mode: 'read_qr' }, [SEND]: LET_IN })
  const { element, button, arrives, bodies } = opened
  await goToGate(opened)
  await eventually(() => expect(element.querySelector('[data-scanner]')).not.toBeNull())
  type(element, ' gat_abc ')
  click(button('checkin_send'))
  await arrives('success')
  expect(bodies).toMatchObject([{ mode: 'read_qr', gate_code: 'gat_abc' }])
})

const later = (hours: number): string => jstIso(Date.now() + hours * HOUR)

test.each([
  ['used', { ...TICKET, status: 'used', used_at: AT }, {}, [words('checkin_used'), '10:03']],
  [
    'invalid_time',
    { ...TICKET, status: 'invalid_time' },
    { admits_from: later(1), admits_until: later(2) },
    [words('checkin_too_early'), words('common_retry'), later(1).slice(11, 16)],
  ],
  [
    'invalid_time',
    { ...TICKET, status: 'invalid_time' },
    { admits_from: later(-2), admits_until: later(-1) },
    [words('checkin_too_late'), words('checkin_staff_next'), later(-1).slice(11, 16)],
  ],
  ['invalid', { ...TICKET, status: 'invalid' }, {}, [words('checkin_invalid'), words('checkin_invalid_why')]],
] as const)(
  'a ticket that is %s says why, and what to do next (S-9.02, S-9.03, R-3.142) %#',
  async (status, ticket, window, said) => {
    const { element, arrives } = open({ [READ]: { ...KNOWN, ...window, ticket, party: [] } })
    await arrives('error')
    expect(element.querySelector('[data-status]')?.getAttribute('data-status')).toBe(status)
    for (const part of said) expect(element.textContent).toContain(part)
    expect(element.querySelector('a')?.getAttribute('href')).toBe('#/id/rsv_1')
  },
)

test('a ticket that another tab has checked in meanwhile is used (S-9.02)', async () => {
  const opened = open({
    [SEND]: { status: 'used', checked_in_at: AT, tickets: [{ id: 1, status: 'used' }] },
  })
  await goToGate(opened)
  type(opened.element, '123456')
  click(opened.button('checkin_send'))
  await opened.arrives('error')
  expect(opened.element.textContent).toContain('10:03')
})

test('without a connection it says that checking in needs one, and that the staff can scan the ticket', async () => {
  const { element, step } = open({ [READ]: refused(503, {}) })
  await eventually(() => expect(element.textContent).toContain(words('checkin_offline')))
  expect(step()).toBe('init')
})

test('a ticket that is not there says so (R-8.57, S-9.06)', async () => {
  const { element, arrives } = open({ [READ]: refused(404, { error: 'ticket not found' }) })
  await arrives('error')
  expect(element.textContent).toContain(words('checkin_missing'))
})

test('an address of another type leads nowhere (R-2.45, R-3.143)', async () => {
  const { element, step, asked } = open({}, '/id/rsv_1/1/foo')
  await eventually(() => expect(element.textContent).toContain(words('not_found_title')))
  expect([step(), asked]).toEqual([undefined, []])
})

test('a set product is collected, at its own address (R-2.45)', async () => {
  const tea = { ...TICKET, type: 'set', option_name: '', product_name: '森のお茶' } as const
  const opened = open(
    {
      [READ]: { ...KNOWN, ticket: tea, party: [tea] },
      [SEND]: { ...LET_IN, tickets: [{ id: 1, status: 'success' }] },
    },
    '/id/rsv_1/1/set',
  )
  const { element, button, arrives, urls, bodies } = opened
  await goToGate(opened)
  type(element, '123456')
  click(button('checkin_send'))
  await arrives('success')
  expect(element.textContent).toContain(words('checkin_success_set'))
  expect(urls[0]).toContain('type=set')
  expect(bodies).toMatchObject([{ type: 'set' }])
})
