import exceptionModule from '@adyen/api-library/lib/src/httpClient/httpClientException.js'
import hmacModule from '@adyen/api-library/lib/src/utils/hmacValidator.js'

/**
 * The class of a CommonJS module of Adyen's library. Node hands over what the module exports, whose `default` it is;
 * other loaders hand over the class itself.
 */
export function classOf<Class extends object>(module: { readonly default: Class }): Class {
  return 'default' in module ? module.default : module
}

/** What the library throws for an answer that is a refusal. */
export const HttpClientException = classOf(exceptionModule)

/** Checks the signatures of webhooks. */
export const HmacValidator = classOf(hmacModule)
