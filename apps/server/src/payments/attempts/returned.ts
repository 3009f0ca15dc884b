import type { ProviderRefs, ReturnHint } from '../port/port.ts'

/** The content of a return of the browser, as its provider reads it. */
export interface Returned {
  readonly kept: ProviderRefs
  readonly hint: ReturnHint
}

/** The part of a return that can be stored: the database takes no zero character and no half of a pair. */
export function storableReturn({ kept, hint }: Returned): Returned {
  const storable = Object.entries(kept).filter(([, value]) => value.isWellFormed() && !value.includes('\0'))
  return { kept: Object.fromEntries(storable), hint }
}

/** The references that keep it, under names of their own, so that no return can pass for what the provider told us. */
export function refsOfReturn({ kept, hint }: Returned): ProviderRefs {
  const named = Object.entries(kept).map(([name, value]) => [`return_${name}`, value] as const)
  return { ...Object.fromEntries(named), return_hint: hint }
}
