import * as v from 'valibot'

import { allOrNone, text, url } from '../../src/platform/variables/account-variables.ts'

/** The variables of an account at Example Pay, for the whole deployment or for one site. */
export const exampleVariables = {
  EXAMPLE_MERCHANT: v.optional(text),
  EXAMPLE_KEY: v.optional(text),
  EXAMPLE_API_URL: v.optional(url),
}

export interface ExampleAccount {
  readonly merchant: string
  /** Authenticates our calls, and signs the webhook requests. */
  readonly key: string
  readonly apiUrl: string
}

type Variables = v.InferOutput<v.ObjectSchema<typeof exampleVariables, undefined>>

/** Null without keys: the method is then absent. @throws EnvError when only some keys are set. */
export function exampleAccountOf(variables: Variables): ExampleAccount | null {
  const keys = allOrNone(variables, ['EXAMPLE_MERCHANT', 'EXAMPLE_KEY'])
  if (keys === null) return null
  return {
    merchant: keys.EXAMPLE_MERCHANT,
    key: keys.EXAMPLE_KEY,
    apiUrl: variables.EXAMPLE_API_URL ?? 'https://api.example-pay.example',
  }
}
