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

/**
 * Every call of the product by name: for the OpenAPI document and for tests that visit them all. Not for the browser.
 */
export const CALLS = {
  getLangs,
  getFieldTemplates,
  getConfigurations,
  getTexts,
  getPaymentMethods,
  getCalendarColors,
  getNotices,
  getProducts,
  searchProducts,
  searchProductsOfDay,
  getStocksStatuses,
  getStocks,
  searchSetProducts,
  createOrder,
  readOrder,
  extendOrder,
  deleteOrder,
  addOrderCoupon,
  deleteOrderCoupon,
  simulateMethodDiscount,
  getMembershipPromotion,
  loginMember,
  loginMemberByToken,
  readMember,
  sendOrderMail,
  confirmOrderMail,
  confirmMailCode,
  checkout,
  confirmCheckout,
  executeGmoPayment,
  readDAccountAuth,
  readDPayToken,
  validateApplePaySession,
  findReservation,
  mailReservation,
  correctAddress,
  readReservation,
  readTickets,
  readPurchase,
  readReceipt,
  issueReceipt,
  createShare,
  listShares,
  readShare,
  mailShare,
  acceptShare,
  takeBackShare,
  readTicket,
  readTicketCodes,
  checkIn,
  enrolDevice,
  readDevice,
  scanTicket,
  undoScan,
  reportScans,
  readOfflineGate,
  readDoorList,
  readArrivals,
  searchChangeDays,
  createTimeChange,
  readTimeChange,
  deleteTimeChange,
  checkoutTimeChange,
  readTodayTicketInfo,
  issueSpotQrToken,
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
  readMailMagazines,
  releaseMailMagazine,
  healthz,
  readyz,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
