import type { Client } from '@adyen/api-library'
import type { ModificationsApi } from '@adyen/api-library/lib/src/services/checkout/modificationsApi.js'
import type { PaymentsApi } from '@adyen/api-library/lib/src/services/checkout/paymentsApi.js'

import { assertNoTransaction } from '../../../platform/db/database.ts'
import type { AdyenAccount } from './adyen-account.ts'
import { type AdyenFailure, readAdyenError } from './adyen-failure.ts'
import { adyenHttp } from './adyen-http.ts'
import { classOf } from './library-classes.ts'

/** The calls of the Checkout API, under the library's own names. */
export interface AdyenApis {
  readonly payments: PaymentsApi
  readonly modifications: ModificationsApi
}

/** Options of a call. Adyen executes calls with the same key once, whichever process repeats them. */
export interface CallOptions {
  readonly idempotencyKey: string
  /** Milliseconds. */
  readonly timeout: number
}

export type CallResult<T> = { readonly value: T } | { readonly failure: AdyenFailure }

export interface AdyenClient {
  readonly merchantAccount: string
  /** Makes one call; an error of any kind becomes a value. `key`: made of the attempt and its step. */
  ask<T>(
    what: AdyenCall,
    key: string,
    call: (apis: AdyenApis, options: CallOptions) => Promise<T>,
  ): Promise<CallResult<T>>
}

export type AdyenCall = 'payments' | 'payments/details' | 'captures' | 'cancels' | 'refunds'

/** Adyen asks the bank while we wait. Shorter than the lease of an attempt. */
const AUTHORISING_MS = 60_000
const OTHER_MS = 15_000

/** Adyen's library on top of our own HTTP client. */
export function openAdyen(account: AdyenAccount): AdyenClient {
  const apis = loadApis(account)
  return {
    merchantAccount: account.merchantAccount,
    ask: async (what, key, call) => {
      assertNoTransaction(`Adyen ${what}`)
      const timeout = what === 'payments' || what === 'payments/details' ? AUTHORISING_MS : OTHER_MS
      try {
        return { value: await call(await apis, { idempotencyKey: key, timeout }) }
      } catch (error) {
        return { failure: readAdyenError(error) }
      }
    },
  }
}

/**
 * The library's main module loads every API of Adyen, which takes seconds: only the needed parts of the Checkout API
 * are loaded, and only when there is an account.
 */
async function loadApis(account: AdyenAccount): Promise<AdyenApis> {
  const [library, config, paymentsApi, modificationsApi] = await Promise.all([
    import('@adyen/api-library/lib/src/client.js'),
    import('@adyen/api-library/lib/src/config.js'),
    import('@adyen/api-library/lib/src/services/checkout/paymentsApi.js'),
    import('@adyen/api-library/lib/src/services/checkout/modificationsApi.js'),
  ])
  const { EnvironmentEnum } = config
  const AdyenLibrary = classOf(library.default)
  const client: Client = new AdyenLibrary(
    {
      apiKey: account.apiKey,
      environment: account.environment === 'test' ? EnvironmentEnum.TEST : EnvironmentEnum.LIVE,
      ...(account.liveUrlPrefix !== null && { liveEndpointUrlPrefix: account.liveUrlPrefix }),
    },
    adyenHttp(account.apiUrl),
  )
  return {
    payments: new paymentsApi.PaymentsApi(client),
    modifications: new modificationsApi.ModificationsApi(client),
  }
}
