/** The simulated merchant at Apple. */
export const MERCHANT_ID = 'merchant.test.kippu'
/** Path of the session call at the gateway. */
export const SESSION_PATH = '/apple-pay/paymentservices/paymentSession'
