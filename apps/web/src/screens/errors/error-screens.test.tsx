import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { useSession } from '../../session/session.ts'
import { ErrorScreen, PaymentErrorScreen } from './error-screens.tsx'

const CONTACT = ['tel:0260000001', 'mailto:a@museum.example']
const SITE = { site_seller: 'Museum', site_phone: '0260-00-0001', site_email: 'a@museum.example' }

function open(route: string, lang: (typeof LANGUAGES)[number] = 'en') {
  const { element } = render(
    <FixedRouter route={route}>
      {route.startsWith('/error') ? <ErrorScreen /> : <PaymentErrorScreen />}
    </FixedRouter>,
    buildFirstView({ lang, texts: { ...textsOf(lang), ...SITE } }),
  )
  return {
    element,
    text: element.textContent,
    title: element.querySelector('h1')?.textContent,
    /** Ways on, and then whom to ask. */
    links: [...element.querySelectorAll('a')].map(link => link.getAttribute('href')),
  }
}

test.each(LANGUAGES)('R-2.24: /error says so in %s and leads to the start', lang => {
  const { title, links } = open('/error', lang)
  expect(title).toBe(textsOf(lang)['error_page_title'])
  expect(title).not.toBe('')
  expect(links).toEqual(['#/order', '#/reservation-inquiry', ...CONTACT])
})

test('an error has the face of the house: its picture, its name, and whom to ask', () => {
  const view = buildFirstView({ lang: 'en', texts: { ...textsOf('en'), ...SITE } })
  const site = { ...view.site, name: 'Tomori' }
  const { element } = render(<ErrorScreen />, { ...view, site })
  expect(element.querySelector('img')?.getAttribute('src')).toBe('/hero.svg')
  expect(element.textContent).toContain('Tomori')
  const asked = element.querySelector('section')?.textContent ?? ''
  for (const words of [SITE.site_seller, SITE.site_phone, SITE.site_email]) expect(asked).toContain(words)
})

describe('/payment-error', () => {
  test('R-2.32: says that the payment failed and leads back to the order', () => {
    const { title, links } = open('/payment-error')
    expect(title).toBe('The payment was not completed')
    expect(links).toEqual(['#/order', '#/reservation-inquiry', ...CONTACT])
  })
  test('R-2.33: for a date change it speaks of that, and offers no new order', () => {
    const { title, links, text } = open('/payment-error?time_change=true&additional_info=')
    expect(title).toBe('Your visit was not changed')
    expect(text).toContain('your reservation stays as it was')
    expect(links).toEqual(['#/', '#/reservation-inquiry', ...CONTACT])
    expect(open('/payment-error?time_change=false&additional_info=').links).toEqual([
      '#/order',
      '#/reservation-inquiry',
      ...CONTACT,
    ])
  })
  test('R-2.34: with additional_info=inquiry it says whom to ask, and how', () => {
    const { title, links, text } = open('/payment-error?time_change=false&additional_info=inquiry')
    expect(title).toBe('Please contact us')
    expect(text).toContain('Museum')
    expect(links).toEqual(['#/', '#/reservation-inquiry', ...CONTACT])
  })
  test('D-73: for a date change it says that the visit was moved, and only the refund was not', () => {
    const { title, text } = open('/payment-error?time_change=true&additional_info=inquiry')
    expect(title).toBe('Please contact us about your refund')
    expect(text).toContain('Your visit has been changed')
  })
  describe('D-73: for the change that this tab was in it names the reservation', () => {
    const READ = 'GET /api/v1/timechanges/tch_1'
    const route = '/payment-error?time_change=true&additional_info=inquiry'
    const visit = {
      reservation_from: '2026-12-01T10:00:00+09:00',
      reservation_to: '2026-12-01T18:00:00+09:00',
      price: 6400,
    }
    const change = (status: string) => ({
      status,
      reservation_token: 'rsv_2',
      reservation_number: 'ABCDEFGH23',
      product_name: 'Forest',
      booking_type: 'time',
      quantity: 2,
      old: visit,
      new: visit,
      lines: [],
      coupons: [],
      membership: null,
      credit: 0,
      old_price: 6400,
      new_price: 6000,
      difference: -400,
      payment_required: false,
      refund: 400,
      refund_state: 'failed',
      expires_at: '2026-11-24T10:15:00+09:00',
      extensions_left: 0,
    })
    beforeEach(() =>
      act(() => useSession.setState({ changeDateResult: { oldToken: 'rsv_1', token: 'tch_1' } })),
    )
    afterEach(() => act(() => useSession.setState({ changeDateResult: null })))

    test.each([
      ['complete', 'Your visit has been changed', 'View your new tickets'],
      ['cancelled', 'your visit could not be changed', 'Back to your tickets'],
    ])('that is %s', async (status, words, link) => {
      answerFetch({ [READ]: change(status) })
      const { element } = open(route)
      await eventually(() => expect(element.textContent).toContain('Reservation number: ABCDEFGH23'))
      expect(element.textContent).toContain(words)
      const tickets = [...element.querySelectorAll('a')].find(one => one.textContent === link)
      expect(tickets?.getAttribute('href')).toBe('/tickets/#/id/rsv_2')
    })

    test('and where that cannot be read it says what it knows', async () => {
      answerFetch({ [READ]: new Response('{"error":"time change expired"}', { status: 400 }) })
      const { element } = open(route)
      await eventually(() => expect(element.textContent).toContain('Please contact the venue'))
    })
  })
  test('R-2.34: shows the payment number for the inquiry, when this browser knows it', () => {
    const route = '/payment-error?time_change=false&additional_info=inquiry'
    expect(open(route).text).not.toContain('Payment number')
    act(() => useSession.setState({ paymentNumber: 'pay_1' }))
    expect(open(route).text).toContain('Payment number: pay_1')
    act(() => useSession.setState({ paymentNumber: null }))
  })
})
