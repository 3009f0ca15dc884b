import exceptionModule from '@adyen/api-library/lib/src/httpClient/httpClientException.js'
import hmacModule from '@adyen/api-library/lib/src/utils/hmacValidator.js'

/**
 * The class of a CommonJS module of Adyen's library. Node passes what the module exports, whose `default` is the class;
 * other loaders pass the class itself.
 */
export function classOf<Class extends object>(module: { readonly default: Class }): Class {
  return 'default' in module ? module.default : module
}

/** The error that the library throws for a refusal. */
export const HttpClientException = classOf(exceptionModule)

/** Checks the signatures of webhooks. */
export const HmacValidator = classOf(hmacModule)
