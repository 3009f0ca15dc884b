/**
 * The page where a browser sends the form of a payment to its provider; the payment number follows this path. It is a
 * page of its own, because its content policy lets forms go anywhere.
 */
export const PAYMENT_STEP = '/payment-step/'
