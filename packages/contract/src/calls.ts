import type { Call } from './call.ts'
import { checkIn, readTicket, readTicketCodes } from './check-in.ts'
import {
  enrolDevice,
  readArrivals,
  readDevice,
  readDoorList,
  readOfflineGate,
  reportScans,
  scanTicket,
  undoScan,
} from './gate.ts'
import { healthz, readyz } from './health.ts'
import { readMailMagazines, releaseMailMagazine } from './mail-magazines.ts'
import { getMembershipPromotion, loginMember, loginMemberByToken, readMember } from './membership.ts'
import { confirmMailCode, confirmOrderMail, sendOrderMail } from './order-mails.ts'
import { addOrderCoupon, deleteOrderCoupon, simulateMethodDiscount } from './order-coupons.ts'
import { createOrder, deleteOrder, extendOrder, readOrder } from './orders.ts'
import {
  checkout,
  checkoutBySheet,
  confirmCheckout,
  executeGmoPayment,
  readDAccountAuth,
  readDPayToken,
  validateApplePaySession,
} from './payments.ts'
import { getProducts, getStocks, getStocksStatuses, searchProducts, searchProductsOfDay } from './products.ts'
import { getNotices } from './notices.ts'
import {
  correctAddress,
  findReservation,
  mailReservation,
  readReservation,
  readTickets,
} from './reservations.ts'
import { readPurchase } from './purchases.ts'
import { issueReceipt, readReceipt } from './receipts.ts'
import { searchSetProducts } from './set-products.ts'
import { acceptShare, createShare, listShares, mailShare, readShare, takeBackShare } from './shares.ts'
import { issueSpotQrToken, readTodayTicketInfo } from './signage.ts'
import {
  addSpotCoupon,
  answerSpotFields,
  checkoutSpotOrder,
  createSpotOrder,
  deleteSpotCoupon,
  deleteSpotOrder,
  listSpotOrders,
  listSpotProducts,
  mailSpotTickets,
  readSpotOrder,
  readSpotOrderFields,
  readSpotStocks,
  searchSpotSetProducts,
} from './spot.ts'
import {
  checkoutTimeChange,
  createTimeChange,
  deleteTimeChange,
  readTimeChange,
  searchChangeDays,
} from './time-changes.ts'
import {
  getCalendarColors,
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getPaymentMethods,
  getTexts,
} from './site-content.ts'
import { getVisiting } from './visiting.ts'

/** The calls by the part of the interface that they belong to, as a reader meets them. */
export const PARTS = {
  content: {
    getLangs,
    getFieldTemplates,
    getConfigurations,
    getTexts,
    getPaymentMethods,
    getCalendarColors,
    getVisiting,
    getNotices,
    readMailMagazines,
    releaseMailMagazine,
  },
  products: {
    getProducts,
    searchProducts,
    searchProductsOfDay,
    getStocksStatuses,
    getStocks,
    searchSetProducts,
  },
  orders: {
    createOrder,
    readOrder,
    extendOrder,
    deleteOrder,
    sendOrderMail,
    confirmOrderMail,
    confirmMailCode,
  },
  coupons: {
    addOrderCoupon,
    deleteOrderCoupon,
    simulateMethodDiscount,
    getMembershipPromotion,
    loginMember,
    loginMemberByToken,
    readMember,
  },
  payments: {
    checkout,
    checkoutBySheet,
    confirmCheckout,
    executeGmoPayment,
    readDAccountAuth,
    readDPayToken,
    validateApplePaySession,
  },
  reservations: {
    findReservation,
    mailReservation,
    correctAddress,
    readReservation,
    readTickets,
    readPurchase,
    readReceipt,
    issueReceipt,
  },
  changes: {
    searchChangeDays,
    createTimeChange,
    readTimeChange,
    deleteTimeChange,
    checkoutTimeChange,
  },
  sharing: {
    createShare,
    listShares,
    readShare,
    mailShare,
    acceptShare,
    takeBackShare,
  },
  checkIn: {
    readTicket,
    readTicketCodes,
    checkIn,
  },
  gate: {
    enrolDevice,
    readDevice,
    scanTicket,
    undoScan,
    reportScans,
    readOfflineGate,
    readDoorList,
    readArrivals,
  },
  signage: {
    readTodayTicketInfo,
    issueSpotQrToken,
  },
  spot: {
    readSpotStocks,
    listSpotProducts,
    searchSpotSetProducts,
    createSpotOrder,
    readSpotOrder,
    deleteSpotOrder,
    listSpotOrders,
    addSpotCoupon,
    deleteSpotCoupon,
    checkoutSpotOrder,
    readSpotOrderFields,
    answerSpotFields,
    mailSpotTickets,
  },
  health: {
    healthz,
    readyz,
  },
} as const satisfies Record<string, Record<string, Call>>

/** Every call of the product by name: for tests that visit them all. Not for the browser. */
export const CALLS = {
  ...PARTS.content,
  ...PARTS.products,
  ...PARTS.orders,
  ...PARTS.coupons,
  ...PARTS.payments,
  ...PARTS.reservations,
  ...PARTS.changes,
  ...PARTS.sharing,
  ...PARTS.checkIn,
  ...PARTS.gate,
  ...PARTS.signage,
  ...PARTS.spot,
  ...PARTS.health,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
