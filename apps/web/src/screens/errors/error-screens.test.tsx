import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { useSession } from '../../session/session.ts'
import { ErrorScreen, PaymentErrorScreen } from './error-screens.tsx'

const SITE = { site_seller: 'Museum', site_phone: '0260-00-0001', site_email: 'a@museum.example' }

function open(route: string, lang: (typeof LANGUAGES)[number] = 'en') {
  const { element } = render(
    <FixedRouter route={route}>
      {route.startsWith('/error') ? <ErrorScreen /> : <PaymentErrorScreen />}
    </FixedRouter>,
    buildFirstView({ lang, texts: { ...textsOf(lang), ...SITE } }),
  )
  return {
    text: element.textContent,
    title: element.querySelector('h1')?.textContent,
    links: [...element.querySelectorAll('a')].map(link => link.getAttribute('href')),
  }
}

test.each(LANGUAGES)('R-2.24: /error says so in %s and leads to the start', lang => {
  const { title, links } = open('/error', lang)
  expect(title).toBe(textsOf(lang)['error_page_title'])
  expect(title).not.toBe('')
  expect(links).toEqual(['#/order'])
})

describe('/payment-error', () => {
  test('R-2.32: says that the payment failed and leads back to the order', () => {
    const { title, links } = open('/payment-error')
    expect(title).toBe('The payment was not completed')
    expect(links).toEqual(['#/order', '#/reservation-inquiry'])
  })
  test('R-2.33: for a date change it speaks of that, and offers no new order', () => {
    const { title, links, text } = open('/payment-error?time_change=true&additional_info=')
    expect(title).toBe('Your visit was not changed')
    expect(text).toContain('your reservation stays as it was')
    expect(links).toEqual(['#/', '#/reservation-inquiry'])
    expect(open('/payment-error?time_change=false&additional_info=').links).toEqual([
      '#/order',
      '#/reservation-inquiry',
    ])
  })
  test('R-2.34: with additional_info=inquiry it says whom to ask, and how', () => {
    const { title, links, text } = open('/payment-error?time_change=false&additional_info=inquiry')
    expect(title).toBe('Please contact us')
    expect(text).toContain('Museum')
    expect(links).toEqual(['tel:0260000001', 'mailto:a@museum.example', '#/', '#/reservation-inquiry'])
    expect(open('/payment-error?additional_info=').text).not.toContain('Museum')
  })
  test('D-73: for a date change it says that the visit was moved, and only the refund was not', () => {
    const { title, text } = open('/payment-error?time_change=true&additional_info=inquiry')
    expect(title).toBe('Please contact us about your refund')
    expect(text).toContain('Your visit was changed')
  })
  test('R-2.34: shows the payment number for the inquiry, when this browser knows it', () => {
    const route = '/payment-error?time_change=false&additional_info=inquiry'
    expect(open(route).text).not.toContain('Payment number')
    act(() => useSession.setState({ paymentNumber: 'pay_1' }))
    expect(open(route).text).toContain('Payment number: pay_1')
    act(() => useSession.setState({ paymentNumber: null }))
  })
})
