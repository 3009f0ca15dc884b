import { SCRIPTS_META, SCRIPTS_POLICY } from '@kippu/contract/trusted-types'

/** The part of Trusted Types that browsers offer; the types of TypeScript do not know it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

type ToAddress = (address: string) => unknown

let toAddress: ToAddress | undefined

/**
 * The address of a script of others as a script element takes it: made by the only policy of this document for such
 * addresses, which knows those that the server listed in the document (decision 43).
 *
 * @throws TypeError for an address that is not listed. Browsers without Trusted Types ask nobody.
 */
export function addressOfScript(address: string): unknown {
  toAddress ??= createToAddress(window.trustedTypes)
  return toAddress(address)
}

function createToAddress(trustedTypes: TrustedTypes | undefined): ToAddress {
  if (trustedTypes === undefined) return address => address
  const listed = new Set(listedScripts())
  const policy = trustedTypes.createPolicy(SCRIPTS_POLICY, {
    createScriptURL: address => {
      if (!listed.has(address)) throw new TypeError('the document lists no such script')
      return address
    },
  })
  return address => policy.createScriptURL(address)
}

function listedScripts(): readonly string[] {
  const meta = document.querySelector(`meta[name="${SCRIPTS_META}"]`)
  return meta?.getAttribute('content')?.split(' ') ?? []
}
