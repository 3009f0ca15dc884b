import type { CallName } from '../calls.ts'

/** The parts of the interface, in the order in which a reader meets them. */
export const TAGS = {
  content:
    'What a site says of itself before anything is bought: languages, texts, settings, ways to pay, notices.',
  products: 'Products, their stock by day and time, and their prices.',
  orders: 'Holding places, the buyer form and the proof of its address.',
  coupons: 'Coupons, memberships and discounts of a way to pay.',
  payments: 'Paying an order, and finding out how a payment ended.',
  reservations: 'What was bought: the visit, its tickets, mails and receipts.',
  changes: 'Moving a bought visit to another day or time.',
  sharing: 'Handing tickets of a party on to others, and taking them back.',
  checkIn: 'A visitor checks in with their own telephone.',
  gate: 'Devices of the staff at a gate. Every call but the enrolment carries the key of the device.',
  signage: 'Displays of the house.',
  spot: 'The sale at the door, opened by a QR code.',
  health: 'Whether a process lives and can serve.',
} as const satisfies Readonly<Record<string, string>>

type Tag = keyof typeof TAGS

interface Told {
  readonly tag: Tag
  readonly description: string
}

/** What each call does, for whoever writes a client. */
export const OPERATIONS: Readonly<Record<CallName, Told>> = {
  getLangs: {
    tag: 'content',
    description: 'The languages of the site in display order; exactly one is the default.',
  },
  getFieldTemplates: {
    tag: 'content',
    description: 'The fields that the buyer form shows, and those that it requires.',
  },
  getConfigurations: { tag: 'content', description: 'Settings that the operators change at run time.' },
  getTexts: { tag: 'content', description: 'Every word of the site in one language.' },
  getPaymentMethods: {
    tag: 'content',
    description:
      'The ways to pay of a channel in display order. `free` is never listed: it serves what costs nothing.',
  },
  getCalendarColors: {
    tag: 'content',
    description: 'The colours of calendar days, both ends included; at most 100 days.',
  },
  getNotices: { tag: 'content', description: 'What the house says above every screen now, warnings first.' },
  getProducts: { tag: 'products', description: 'The products that visitors choose from, in display order.' },
  searchProducts: {
    tag: 'products',
    description: 'Products with the stock of each day of a range, both ends included; at most 100 days.',
  },
  searchProductsOfDay: {
    tag: 'products',
    description: 'The main products that are offered on a day, sold out or not, with their stock.',
  },
  getStocksStatuses: {
    tag: 'products',
    description:
      'One row for each day that has stock, for a calendar; at most 100 days. Without a product it is the calendar of the whole site: the best state and the lowest price of its main products.',
  },
  getStocks: { tag: 'products', description: 'The time spans of one product on one day.' },
  searchSetProducts: {
    tag: 'products',
    description:
      'The set products that may be bought with visits at the given time spans, with their stock by day.',
  },
  createOrder: {
    tag: 'orders',
    description:
      'Holds tickets and set products for a visit, and fixes their prices. Send an `Idempotency-Key`: without one, a call that is repeated after a lost answer holds twice. A pair of membership words that names no promotion has no effect.',
  },
  readOrder: {
    tag: 'orders',
    description:
      'Reads an order that is neither completed nor ended. Names are in the asked language, and without one in that of the order.',
  },
  extendOrder: {
    tag: 'orders',
    description:
      'Holds the places of an order, or of a change of time, longer: ten times at most. What is being paid needs no extension.',
  },
  deleteOrder: {
    tag: 'orders',
    description: 'Gives the held places back. An order that is being paid is not given up.',
  },
  addOrderCoupon: {
    tag: 'coupons',
    description: 'Adds a coupon to an order that is not being paid, and prices it anew.',
  },
  deleteOrderCoupon: {
    tag: 'coupons',
    description: 'Takes a coupon off; the discounts of the others are computed again.',
  },
  simulateMethodDiscount: {
    tag: 'coupons',
    description: 'What an order costs by a way to pay. Changes nothing.',
  },
  getMembershipPromotion: {
    tag: 'coupons',
    description: 'The promotion that a pair of membership words names.',
  },
  loginMember: {
    tag: 'coupons',
    description:
      'Logs a member in to an order by address and password; the promotion of the member is applied. After ten failures of an address in 15 minutes, or a hundred of a client, every further try is refused with `too_many_requests`.',
  },
  loginMemberByToken: {
    tag: 'coupons',
    description: 'Logs a member in to an order by the token that their organisation issued.',
  },
  readMember: {
    tag: 'coupons',
    description:
      'What is known of the member who is logged in to an order, to fill the buyer form, until that form was sent.',
  },
  sendOrderMail: {
    tag: 'orders',
    description:
      'Stores the answers of the buyer form, and mails a link and six digits that prove the address. `too many mails` changes nothing.',
  },
  confirmOrderMail: {
    tag: 'orders',
    description: 'Follows the mailed link: the order may then be paid. Repeating it changes nothing.',
  },
  confirmMailCode: {
    tag: 'orders',
    description:
      'Proves the address by the six digits of the mail, under the order’s own token. After five wrong ones of one mail the answer is `mail code used up`.',
  },
  checkout: {
    tag: 'payments',
    description:
      'Pays a confirmed order. The answer is the end of the payment, or the next step of the visitor. A repeated call gets the answer of the open payment, and with the same `Idempotency-Key` the very answer of the first one. May take four minutes.',
  },
  confirmCheckout: {
    tag: 'payments',
    description:
      'Finishes a payment after the visitor came back from the provider, or asks how it ended. `status: cancel` among the details says that the visitor gave up. May take four minutes.',
  },
  executeGmoPayment: {
    tag: 'payments',
    description: 'Finishes a payment of GMO after 3-D Secure. May take four minutes.',
  },
  readDAccountAuth: {
    tag: 'payments',
    description:
      'What a browser takes along to d ACCOUNT. `state` and `nonce` are new in every answer, and serve once within ten minutes.',
  },
  readDPayToken: { tag: 'payments', description: 'The form that opens d Barai once the login is verified.' },
  validateApplePaySession: {
    tag: 'payments',
    description: 'Asks Apple for a merchant session, which is opaque and serves once.',
  },
  findReservation: {
    tag: 'reservations',
    description:
      'The newest token of a reservation, by the address of its mails and its number. Case, width and spaces do not matter; everything that does not match gets one answer. Tries are bounded: see `Retry-After`.',
  },
  mailReservation: {
    tag: 'reservations',
    description: 'Mails the tickets to the address on file once more, three times an hour at most.',
  },
  correctAddress: {
    tag: 'reservations',
    description: 'Replaces an address that a mail server refused, and mails the tickets there at once.',
  },
  readReservation: {
    tag: 'reservations',
    description: 'A bought visit, or the part of it that somebody was given.',
  },
  readTickets: { tag: 'reservations', description: 'The tickets of a reservation: one for each person.' },
  readPurchase: {
    tag: 'reservations',
    description:
      'A completed purchase as tag managers count it. Names are Japanese; there are no personal data.',
  },
  readReceipt: { tag: 'reservations', description: 'A receipt that was issued; `record not found` before.' },
  issueReceipt: {
    tag: 'reservations',
    description:
      'Issues the receipt of a reservation to an addressee, once. Asked again for the same addressee it answers with that receipt.',
  },
  createShare: {
    tag: 'sharing',
    description:
      'Hands tickets on, by their numbers or so many of each kind. Copies that the giver has are refused from then on. At least one ticket of each parent stays.',
  },
  listShares: {
    tag: 'sharing',
    description: 'The tickets of a reservation that are in other hands, the newest share first.',
  },
  readShare: {
    tag: 'sharing',
    description: 'What somebody was given, by the token of the link or that of the shared part.',
  },
  mailShare: {
    tag: 'sharing',
    description:
      'Mails the link of what was handed on and not accepted yet. Bounded for the reservation and for the mailbox.',
  },
  acceptShare: {
    tag: 'sharing',
    description:
      'Accepts what was handed on. The first key that is sent has it, and gets the same answer again.',
  },
  takeBackShare: { tag: 'sharing', description: 'Takes back what nobody has used yet.' },
  readTicket: { tag: 'checkIn', description: 'One ticket as its holder’s telephone shows it at a gate.' },
  readTicketCodes: {
    tag: 'checkIn',
    description:
      'Codes that change every half minute, for the next minutes, where the site asks for that; else none.',
  },
  checkIn: {
    tag: 'checkIn',
    description:
      'Lets the holder of a ticket in, and others of the party. The same `scan_id` gets the same answer again.',
  },
  enrolDevice: {
    tag: 'gate',
    description:
      'Makes a device of the staff one of the gate’s, once and within minutes, by the code that the house shows.',
  },
  readDevice: {
    tag: 'gate',
    description: 'Which device this is. A revoked one gets `device not enrolled` from every call.',
  },
  scanTicket: {
    tag: 'gate',
    description:
      'Scans the code of a ticket or of a party, or admits tickets of the door list by hand. The same `scan_id` gets the same answer again.',
  },
  undoScan: { tag: 'gate', description: 'Undoes an entry or an exit of this site within a minute.' },
  reportScans: {
    tag: 'gate',
    description:
      'A device that was offline tells what it did, the oldest first. Each scan is kept once, however often it is told.',
  },
  readOfflineGate: {
    tag: 'gate',
    description: 'All that a gate needs to decide without the store, of today and tomorrow.',
  },
  readDoorList: {
    tag: 'gate',
    description: 'Who is expected in a time span, by reservation number, a page at a time.',
  },
  readArrivals: {
    tag: 'gate',
    description: 'Who has come and who has not, for each time of a day, as it is now.',
  },
  searchChangeDays: {
    tag: 'changes',
    description:
      'Days and times that a reservation may move to, and what each costs more or less; at most 100 days.',
  },
  createTimeChange: {
    tag: 'changes',
    description:
      'Holds the new places while the reservation keeps the old ones. A change of the reservation that was not paid yet is replaced.',
  },
  readTimeChange: {
    tag: 'changes',
    description: 'Reads a change of time: what it costs, and how far it is.',
  },
  deleteTimeChange: {
    tag: 'changes',
    description: 'Gives the new places back. A change that is being paid is not given up.',
  },
  checkoutTimeChange: {
    tag: 'changes',
    description:
      'Agrees to a change and pays what it costs more; by `free` where it costs nothing more. What goes back is asked of the provider before the answer. May take four minutes.',
  },
  readTodayTicketInfo: {
    tag: 'signage',
    description: 'The main products of the site and their times of today in Japan; what is over is left out.',
  },
  issueSpotQrToken: {
    tag: 'signage',
    description:
      'A code that opens the sale at the door of one product. It may serve many buyers until it ends.',
  },
  readSpotStocks: {
    tag: 'spot',
    description: 'The product of the code with its times of today that are still on sale.',
  },
  listSpotProducts: {
    tag: 'spot',
    description: 'The products that are sold at the door, with their state of today.',
  },
  searchSpotSetProducts: {
    tag: 'spot',
    description: 'Set products that may be bought with the product of the code today.',
  },
  createSpotOrder: {
    tag: 'spot',
    description:
      'As `createOrder`, of today and of the product of the code. It can be paid at once, and holds for a quarter of an hour.',
  },
  readSpotOrder: { tag: 'spot', description: 'As `readOrder`, of an order of the door.' },
  deleteSpotOrder: { tag: 'spot', description: 'As `deleteOrder`, of an order of the door.' },
  listSpotOrders: {
    tag: 'spot',
    description: 'Orders of the door by their tokens, the newest first; unknown ones are left out.',
  },
  addSpotCoupon: { tag: 'spot', description: 'As `addOrderCoupon`, of an order of the door.' },
  deleteSpotCoupon: { tag: 'spot', description: 'As `deleteOrderCoupon`, of an order of the door.' },
  checkoutSpotOrder: {
    tag: 'spot',
    description: 'As `checkout`, of an order of the door, whose buyer has answered nothing yet.',
  },
  readSpotOrderFields: {
    tag: 'spot',
    description: 'The fields that are asked after the payment, and what was answered.',
  },
  answerSpotFields: {
    tag: 'spot',
    description:
      'Stores answers: before the payment by the order token, afterwards by the reservation token. A new address then has the tickets mailed to it.',
  },
  mailSpotTickets: {
    tag: 'spot',
    description:
      'Mails the tickets to the address that was answered, or to the one that is sent; three times at most.',
  },
  readMailMagazines: {
    tag: 'content',
    description: 'The magazines of an address, by the token in its mails.',
  },
  releaseMailMagazine: { tag: 'content', description: 'Ends one subscription.' },
  healthz: { tag: 'health', description: 'Answers while the process is alive.' },
  readyz: {
    tag: 'health',
    description:
      'Answers while the process can serve: the database is reachable and migrated, and nobody asked it to stop.',
  },
}
