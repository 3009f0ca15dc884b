/**
 * Where a browser goes to send the form of a payment to its provider, with the payment number behind it: a page of its own,
 * because its content policy lets forms go anywhere.
 */
export const PAYMENT_STEP = '/payment-step/'
