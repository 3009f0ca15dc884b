import type { InferOutput } from 'valibot'

import type { PIECES } from './piece-schemas.ts'

/** Every piece, null until its step is done. Their shapes are documented in `piece-schemas.ts`. */
export type Pieces = { readonly [Name in PieceName]: Piece<Name> | null }

export type PieceName = keyof typeof PIECES

type Piece<Name extends PieceName> = InferOutput<(typeof PIECES)[Name]>

/** The order page as it was when the visitor went on. */
export type SavedOrder = Piece<'savedOrder'>
/** The choices of the order page while the visitor makes them. */
export type OrderDraft = Piece<'orderDraft'>
/** The buyer form without the answers that identify a person. */
export type SavedSignIn = Piece<'savedSignIn'>
/** The payment page. */
export type SavedPayment = Piece<'savedPayment'>
/** The label by which the visitor recognises a card. */
export type SavedCard = NonNullable<SavedPayment['card']>
/** An order whose payment was refused while it lives on. */
export type RefusedPayment = Piece<'refusedPayment'>
/** The content of the completion page. */
export type CompleteData = Piece<'completeData'>
/** The choice on the calendar of a change of time. */
export type ChangeDateData = Piece<'changeDateData'>
/** The purchase as it was reported to the tag manager. */
export type PurchaseData = Piece<'purchaseData'>

export const NO_PIECES: Pieces = {
  productInQuery: null,
  membershipInQuery: null,
  orderToken: null,
  memberOrder: null,
  mailToken: null,
  paymentNumber: null,
  payingBy: null,
  payingFor: null,
  veiledAddress: null,
  dPayState: null,
  orderDraft: null,
  savedOrder: null,
  savedSignIn: null,
  savedPayment: null,
  refusedPayment: null,
  completeData: null,
  purchaseData: null,
  changeDateData: null,
  changeDateResult: null,
  changeDatePayment: null,
  changeDatePaymentResult: null,
  spotOrderToken: null,
  spotDraft: null,
  savedSpotOrder: null,
  spotTagData: null,
  spotQrToken: null,
  spotPayment: null,
  spotBought: null,
  shareToken: null,
}
