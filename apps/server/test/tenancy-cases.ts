import { CALLS, type CallName } from '@kippu/contract/calls'

import { ANSWERS, type Belongings } from './belongings.ts'
import type { SmallSet } from './small-catalogue.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly body?: object
  /** Of a device of the gate. */
  readonly authorization?: string
  /** Of a display of the house. */
  readonly signageKey?: string
}

/** The names with which a call can be asked for something. */
export type CallNames = Pick<
  Belongings,
  | 'catalogue'
  | 'mailTokens'
  | 'paymentNumbers'
  | 'md'
  | 'reservationToken'
  | 'timeChangeToken'
  | 'shareToken'
  | 'giverToken'
  | 'reservationNumber'
  | 'membership'
  | 'magazineToken'
  | 'device'
  | 'spot'
> & {
  readonly orders: readonly string[]
}

/**
 * How a call is tried: `list` returns rows of the requested site, also when it is asked for those of all, `named` takes
 * identifiers (those in `home` belong to the requested site), `siteless` has nothing to do with a site.
 */
export type Case =
  | { readonly kind: 'list'; readonly query: string | ((all: readonly CallNames[]) => string) }
  | { readonly kind: 'named'; readonly requests: (named: CallNames, home: CallNames) => readonly Request[] }
  | { readonly kind: 'siteless' }

/** Of the deployment that is tried. */
export const SIGNAGE_KEY = 'the-key-of-displays'

const DAYS = 'from=2026-11-25&to=2026-12-10'

/** Every call of the contract has its case: a new call without a case fails. */
export const CASES: Readonly<Record<CallName, Case>> = {
  getLangs: { kind: 'list', query: '' },
  getFieldTemplates: { kind: 'list', query: '' },
  getConfigurations: { kind: 'list', query: '' },
  getTexts: { kind: 'list', query: '?lang=ja' },
  getPaymentMethods: { kind: 'list', query: '?lang=ja&channel=web' },
  getCalendarColors: { kind: 'list', query: `?${DAYS}` },
  getVisiting: { kind: 'list', query: '?lang=ja' },
  getNotices: { kind: 'list', query: '?lang=ja' },
  getProducts: { kind: 'list', query: '?lang=ja' },
  searchProducts: { kind: 'list', query: `?${DAYS}` },
  searchProductsOfDay: { kind: 'list', query: '?date=2026-12-01' },
  searchSetProducts: {
    kind: 'list',
    query: all => {
      const ids = all.flatMap(({ catalogue }) => catalogue.spans)
      return `?${DAYS}&main_product_time_span_ids=${ids.join(',')}`
    },
  },
  getStocksStatuses: named(({ catalogue }) => [
    get(`${CALLS.getStocksStatuses.path}?${DAYS}&product_uuid=${catalogue.productUuid}`),
    get(`${CALLS.searchProducts.path}?${DAYS}&product_uuid=${catalogue.productUuid}`),
  ]),
  getStocks: named(({ catalogue }) =>
    [catalogue.productUuid, catalogue.productId].map(id =>
      get(`${CALLS.getStocks.path}?date=2026-12-01&product_id=${id}`),
    ),
  ),
  createOrder: named(({ catalogue: asked }, { catalogue: own }) => [
    orderRequest(asked.productUuid, asked.spans[0], asked.adult),
    orderRequest(own.productUuid, asked.spans[0], own.adult),
    orderRequest(own.productUuid, own.spans[0], asked.adult),
    orderRequest(own.productUuid, asked.spans[0], asked.adult),
    ...[asked.tea, { ...own.tea, spans: asked.tea.spans }].map(tea =>
      orderRequest(own.productUuid, own.spans[0], own.adult, tea),
    ),
  ]),
  readOrder: named(({ orders }) => withTokens('readOrder', orders)),
  extendOrder: named(({ orders }) => withTokens('extendOrder', orders)),
  deleteOrder: named(({ orders }) => withTokens('deleteOrder', orders)),
  addOrderCoupon: named(({ orders }) => withTokens('addOrderCoupon', orders, { coupon: 'FLAT500' })),
  deleteOrderCoupon: named(({ orders }) =>
    withTokens('deleteOrderCoupon', orders).map(({ url, ...rest }) => ({
      ...rest,
      url: url.replace('{coupon}', 'FLAT500'),
    })),
  ),
  simulateMethodDiscount: named(({ orders }) =>
    withTokens('simulateMethodDiscount', orders, { payment_method_type: 'stripe_secure' }),
  ),
  sendOrderMail: named(({ orders }) => withTokens('sendOrderMail', orders, { contents: ANSWERS })),
  confirmOrderMail: named(({ mailTokens }) => withTokens('confirmOrderMail', mailTokens)),
  confirmMailCode: named(({ orders }) => withTokens('confirmMailCode', orders, { code: '482913' })),
  checkout: named(({ orders }) => [
    ...withTokens('checkout', orders, { payment_method_type: 'stripe_secure', payment_method: 'pm_1' }),
    ...withTokens('checkout', orders, { payment_method_type: 'free' }),
  ]),
  checkoutBySheet: named(({ orders }) =>
    withTokens('checkoutBySheet', orders, {
      payment_method_type: 'gmo_apple_pay',
      token: 'apple',
      contents: ANSWERS,
    }),
  ),
  confirmCheckout: named(({ paymentNumbers }) =>
    paymentNumbers.map(number => ({
      method: 'POST',
      url: CALLS.confirmCheckout.path,
      body: { payment_number: number, payment_method_type: 'stripe_secure' },
    })),
  ),
  executeGmoPayment: named(({ md }) => [{ method: 'POST', url: CALLS.executeGmoPayment.path, body: { md } }]),
  readDAccountAuth: named(({ orders }) => withTokens('readDAccountAuth', orders)),
  readDPayToken: named(({ orders }) => withTokens('readDPayToken', orders)),
  validateApplePaySession: { kind: 'siteless' },
  getMembershipPromotion: named(({ membership: { value } }) => [
    get(`${CALLS.getMembershipPromotion.path}?membership_key=club&membership_value=${value}`),
  ]),
  loginMember: named((asked, own) => [
    ...withTokens('loginMember', asked.orders, passwordOf(own)),
    ...withTokens('loginMember', own.orders.slice(0, 1), passwordOf(asked)),
  ]),
  loginMemberByToken: named((asked, own) => [
    ...withTokens('loginMemberByToken', asked.orders, { token: own.membership.token }),
    ...withTokens('loginMemberByToken', own.orders.slice(0, 1), { token: asked.membership.token }),
  ]),
  readMember: named(({ orders }) => withTokens('readMember', orders)),
  readMailMagazines: named(({ magazineToken }) => withTokens('readMailMagazines', [magazineToken])),
  releaseMailMagazine: named(({ magazineToken }) =>
    withTokens('releaseMailMagazine', [magazineToken], { field_name: 'mail_magazine' }),
  ),
  findReservation: named(({ reservationNumber }) => {
    const query = ANSWERS.map(({ value }) => `email=${value}&reservation_number=${reservationNumber}`)
    return query.map(pair => get(`${CALLS.findReservation.path}?${pair}`))
  }),
  mailReservation: named(({ reservationToken }) =>
    withTokens('mailReservation', [reservationToken], { lang: 'ja' }),
  ),
  correctAddress: named(({ reservationToken }) =>
    withTokens('correctAddress', [reservationToken], { email: 'other@example.com' }),
  ),
  readReservation: named(({ reservationToken }) => withTokens('readReservation', [reservationToken])),
  readTickets: named(({ reservationToken }) => withTokens('readTickets', [reservationToken])),
  readPurchase: named(({ orders, reservationToken, timeChangeToken }) =>
    withTokens('readPurchase', [...orders, reservationToken, timeChangeToken]),
  ),
  readReceipt: named(({ reservationToken }) => withTokens('readReceipt', [reservationToken])),
  issueReceipt: named(({ reservationToken }) =>
    withTokens('issueReceipt', [reservationToken], { addressee: '山田商店' }),
  ),
  createShare: named(({ reservationToken }) => [
    {
      method: 'POST',
      url: CALLS.createShare.path,
      body: { reservation_token: reservationToken, ticket_ids: [1] },
    },
  ]),
  listShares: named(({ reservationToken }) => [
    get(`${CALLS.listShares.path}?reservation_token=${reservationToken}`),
  ]),
  readShare: named(({ shareToken }) => withTokens('readShare', [shareToken])),
  mailShare: named(({ shareToken }) =>
    withTokens('mailShare', [shareToken], { email: 'friend@example.com', name: 'Hana', lang: 'ja' }),
  ),
  acceptShare: named(({ shareToken }) =>
    withTokens('acceptShare', [shareToken], { acceptance_key: 'a key of 22 letters or more' }),
  ),
  takeBackShare: named(({ shareToken, giverToken }) =>
    withTokens('takeBackShare', [shareToken]).map(({ url, ...rest }) => ({
      ...rest,
      url: `${url}?reservation_token=${giverToken}`,
    })),
  ),
  readTicket: named(({ reservationToken }) => [
    get(`${ticketPath('readTicket', reservationToken)}?type=gate`),
  ]),
  readTicketCodes: named(({ reservationToken }) => withTokens('readTicketCodes', [reservationToken])),
  checkIn: named((asked, own) => [
    checkInRequest(asked.reservationToken, {
      mode: 'tap_ticket',
      presence_code: own.device.presenceCode,
    }),
    checkInRequest(own.reservationToken, { mode: 'read_qr', gate_code: asked.device.gateCode }),
    checkInRequest(own.reservationToken, {
      mode: 'tap_ticket',
      presence_code: asked.device.presenceCode,
    }),
  ]),
  enrolDevice: named(({ device }) => [
    { method: 'POST', url: CALLS.enrolDevice.path, body: { enrolment_token: device.enrolmentToken } },
  ]),
  readDevice: ofDevice('readDevice'),
  scanTicket: ofDevice('scanTicket', ({ reservationNumber: number }) => ({
    body: { scan_id: SCAN, direction: 'in', reservation_number: number, ids: [1] },
  })),
  undoScan: named((asked, own) => [
    undoRequest(asked.device.authorization, asked.device.scanId),
    undoRequest(own.device.authorization, asked.device.scanId),
  ]),
  reportScans: ofDevice('reportScans', () => ({
    body: {
      scans: [
        {
          scan_id: SCAN,
          direction: 'in',
          at: '2026-12-01T10:00:00+09:00',
          code: 'unknown',
          status: 'success',
          reason: null,
          undone_reason: null,
        },
      ],
    },
  })),
  readOfflineGate: ofDevice('readOfflineGate'),
  readDoorList: named((asked, own) => [
    doorListRequest(asked.device.authorization, own.catalogue.spans[0]),
    doorListRequest(own.device.authorization, asked.catalogue.spans[0]),
  ]),
  readArrivals: ofDevice('readArrivals', () => ({ query: '?date=2026-12-01' })),
  searchChangeDays: named(({ reservationToken }) => [
    get(`${CALLS.searchChangeDays.path}?${DAYS}&reservation_token=${reservationToken}`),
  ]),
  createTimeChange: named((asked, own) => [
    changeRequest(asked.reservationToken, own.catalogue.spans[1]),
    changeRequest(own.reservationToken, asked.catalogue.spans[0]),
  ]),
  readTimeChange: named(({ timeChangeToken }) => withTokens('readTimeChange', [timeChangeToken])),
  deleteTimeChange: named(({ timeChangeToken }) => withTokens('deleteTimeChange', [timeChangeToken])),
  checkoutTimeChange: named(({ timeChangeToken }) =>
    withTokens('checkoutTimeChange', [timeChangeToken], { payment_method_type: 'free' }),
  ),
  readTodayTicketInfo: { kind: 'list', query: '' },
  // The key is that of the deployment, which all its sites share.
  issueSpotQrToken: named(({ catalogue }) => [
    {
      method: 'POST',
      url: CALLS.issueSpotQrToken.path,
      signageKey: SIGNAGE_KEY,
      body: { product_uuid: catalogue.productUuid },
    },
  ]),
  readSpotStocks: named(({ spot }) => [get(`${CALLS.readSpotStocks.path}?qr_token=${spot.qrToken}`)]),
  listSpotProducts: { kind: 'list', query: '' },
  searchSpotSetProducts: named(({ spot }, { catalogue }) => [
    get(
      `${CALLS.searchSpotSetProducts.path}?qr_token=${spot.qrToken}&${DAYS}&main_product_time_span_ids=${catalogue.spans.join(',')}`,
    ),
  ]),
  createSpotOrder: named((asked, own) => [
    spotOrderRequest(asked.spot.qrToken, own.catalogue),
    spotOrderRequest(own.spot.qrToken, asked.catalogue),
  ]),
  listSpotOrders: {
    kind: 'list',
    query: all => `?tokens=${all.map(({ spot }) => spot.order).join(',')}`,
  },
  readSpotOrder: named(({ spot }) => withTokens('readSpotOrder', [spot.order])),
  deleteSpotOrder: named(({ spot }) => withTokens('deleteSpotOrder', [spot.order])),
  addSpotCoupon: named(({ spot }) => withTokens('addSpotCoupon', [spot.order], { coupon: 'SPOTONLY' })),
  deleteSpotCoupon: named(({ spot }) =>
    withTokens('deleteSpotCoupon', [spot.order]).map(({ url, ...rest }) => ({
      ...rest,
      url: url.replace('{coupon}', 'SPOTONLY'),
    })),
  ),
  checkoutSpotOrder: named(({ spot }) =>
    withTokens('checkoutSpotOrder', [spot.order, spot.paidOrder], { payment_method_type: 'free' }),
  ),
  readSpotOrderFields: named(({ spot }) => withTokens('readSpotOrderFields', [spot.reservationToken])),
  answerSpotFields: named(({ spot }) =>
    withTokens('answerSpotFields', [spot.order, spot.reservationToken], {
      contents: [{ key: 'email', value: 'door@example.com' }],
    }),
  ),
  mailSpotTickets: named(({ spot }) =>
    withTokens('mailSpotTickets', [spot.reservationToken], { email: 'door@example.com' }),
  ),
  healthz: { kind: 'siteless' },
  readyz: { kind: 'siteless' },
}

/** Of a scan that nobody has made yet. */
const SCAN = '7b2f2d39-6a4a-4a55-9a8e-2f4f3a8e1d10'

interface OfDevice {
  readonly query?: string
  readonly body?: object
}

/** A call of the gate that names nothing but the device that makes it. */
function ofDevice(name: CallName, more: (own: CallNames) => OfDevice = () => ({})): Case {
  const { method, path } = CALLS[name]
  return named(({ device }, own) => {
    const { query = '', body } = more(own)
    return [{ method, url: path + query, authorization: device.authorization, ...(body && { body }) }]
  })
}

function ticketPath(name: 'readTicket' | 'checkIn', token: string): string {
  return CALLS[name].path.replace('{reservation_token}', token).replace('{id}', '1')
}

function checkInRequest(token: string, body: object): Request {
  return { method: 'POST', url: ticketPath('checkIn', token), body: { type: 'gate', ...body } }
}

function undoRequest(authorization: string, scanId: string): Request {
  const url = CALLS.undoScan.path.replace('{scan_id}', scanId)
  return { method: 'POST', url, authorization, body: { reason: 'a slip' } }
}

function doorListRequest(authorization: string, span: number | undefined): Request {
  return { ...get(`${CALLS.readDoorList.path}?time_span_id=${span}`), authorization }
}

function named(requests: Extract<Case, { kind: 'named' }>['requests']): Case {
  return { kind: 'named', requests }
}

export function get(url: string): Request {
  return { method: 'GET', url }
}

function withTokens(name: CallName, tokens: readonly string[], body?: object): Request[] {
  const { method, path } = CALLS[name]
  return tokens.map(token => ({ method, url: path.replace(/\{\w+\}/, token), ...(body && { body }) }))
}

function changeRequest(token: string, timeSpanId: number | undefined): Request {
  const body = { reservation_token: token, time_span_id: timeSpanId, lang: 'ja' }
  return { method: 'POST', url: CALLS.createTimeChange.path, body }
}

function spotOrderRequest(qrToken: string, { productUuid, spans, adult }: CallNames['catalogue']): Request {
  const { body } = orderRequest(productUuid, spans[0], adult)
  return {
    method: 'POST',
    url: `${CALLS.createSpotOrder.path}?qr_token=${qrToken}`,
    ...(body && { body }),
  }
}

function passwordOf({ membership: { loginId, password } }: CallNames): object {
  return { email: loginId, password }
}

function orderRequest(
  productUuid: string,
  timeSpanId: number | undefined,
  optionValueId: number,
  set?: SmallSet,
): Request {
  const body = {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity: 1,
    option_values: [{ option_value_id: optionValueId, quantity: 1 }],
    ...(set && { set_products: [{ uuid: set.productUuid, time_span_id: set.spans[0], quantity: 1 }] }),
  }
  return { method: 'POST', url: CALLS.createOrder.path, body }
}
