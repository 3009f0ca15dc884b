import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { beforeEach, describe, expect, test } from 'vitest'

import { answerFetch } from '../../test/answering-fetch.ts'
import { buildChoice } from '../../test/choice.ts'
import { buildFirstView } from '../../test/first-view.ts'
import { eventually, render } from '../../test/render.tsx'
import { usePaymentMethods } from '../parts/paying/methods/payment-methods.ts'
import { openSession, useSession } from '../session/session.ts'
import { useFirstView, useSetting } from './first-view-context.ts'
import { readFirstView } from './first-view.ts'

const { product } = buildChoice()
const view = buildFirstView({ products: product ? [product] : [], settings: { Max_Ticket: '4' } })

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
})

describe('data that the document carries is not stored a second time in the session', () => {
  function Shown() {
    const { langs, ...first } = useFirstView()
    const uuids = first.kind === 'order' ? first.products.map(({ uuid }) => uuid) : []
    return <p>{[langs.map(({ id }) => id), uuids, useSetting('Max_Ticket')].join(' | ')}</p>
  }

  test('R-3.58, R-3.59, R-3.71: languages, products with their uuid and settings by key are in every tab', () => {
    const { element } = render(<Shown />, view)
    expect(element.textContent).toBe(`ja,en,kr | ${product?.uuid} | 4`)
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(Object.keys(useSession.getState())).not.toEqual(expect.arrayContaining(['langs', 'products']))
  })

  test('R-3.58, R-3.59, R-3.71: they are read from the document as the server wrote it', () => {
    const script = document.body.appendChild(document.createElement('script'))
    Object.assign(script, { id: 'first-view', type: 'application/json', text: JSON.stringify(view) })
    expect(readFirstView()).toEqual(view)
    script.text = '{"kind":"order"}'
    expect(() => readFirstView()).toThrow('the document carries no first view')
    script.remove()
  })
})

test('R-3.68: the payment methods of the web channel are read once and kept while the page lives', async () => {
  const method: PaymentMethodRow = {
    payment_method_type: 'stripe',
    name: 'Card',
    discount_type: null,
    discount_amount: 0,
    least_amount: 1,
    client: { provider: 'stripe', scripts: [], styles: [], config: {}, is_test: true },
  }
  const { asked } = answerFetch({ 'GET /api/v1/paymentmethods': [method] })
  function Methods() {
    return <p>{usePaymentMethods().data?.map(({ name }) => name)}</p>
  }
  const { element, show } = render(<Methods />, view)
  await eventually(() => expect(element.textContent).toBe('Card'))
  show(<div />)
  show(<Methods />)
  expect(element.textContent).toBe('Card')
  expect(asked).toEqual(['GET /api/v1/paymentmethods'])
})
