import type { InferOutput } from 'valibot'

import type { PIECES } from './piece-schemas.ts'

/** Every piece, null until its step is done. Their shapes are told in `piece-schemas.ts`. */
export type Pieces = { readonly [Name in PieceName]: Piece<Name> | null }

export type PieceName = keyof typeof PIECES

type Piece<Name extends PieceName> = InferOutput<(typeof PIECES)[Name]>

/** The order page as it was when the visitor went on. */
export type SavedOrder = Piece<'savedOrder'>
/** The choices of the order page while they are being made. */
export type OrderDraft = Piece<'orderDraft'>
/** The buyer form without the answers that name a person. */
export type SavedSignIn = Piece<'savedSignIn'>
/** The payment page. */
export type SavedPayment = Piece<'savedPayment'>
/** What a person knows a card by. */
export type SavedCard = NonNullable<SavedPayment['card']>
/** What the completion page says. */
export type CompleteData = Piece<'completeData'>
/** What the tag manager was told. */
export type PurchaseData = Piece<'purchaseData'>

export const NO_PIECES: Pieces = {
  productInQuery: null,
  membershipInQuery: null,
  orderToken: null,
  memberOrder: null,
  mailToken: null,
  paymentNumber: null,
  payingBy: null,
  veiledAddress: null,
  dPayState: null,
  orderDraft: null,
  savedOrder: null,
  savedSignIn: null,
  savedPayment: null,
  completeData: null,
  purchaseData: null,
}
