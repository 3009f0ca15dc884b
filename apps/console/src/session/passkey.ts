import {
  askPasskey,
  type Me,
  type PasskeyAnswer,
  passkeyAnswer,
  proveAgain,
} from '@kippu/contract/console/sign-in'
import * as v from 'valibot'

import { callStaff, StaffError } from '../api'

type Question = Readonly<Record<string, unknown>>

/** The person closed the prompt, the device has no passkey of this console, or the browser knows none. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
  /** Passkeys came to all browsers in their form of today by 2025. */
  readonly isBrowserOld = !(
    'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Asks the authenticator of this device to show a passkey. @throws NoPasskey */
export async function showPasskey(): Promise<PasskeyAnswer> {
  const question = await callStaff(askPasskey, {})
  return asked(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(toShow(question)),
    }),
  )
}

/** Asks the authenticator of this device to make a passkey. @throws NoPasskey */
export function makePasskey(question: Question): Promise<PasskeyAnswer> {
  return asked(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(toMake(question)),
    }),
  )
}

async function asked(ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  try {
    const passkey = await ask()
    return v.parse(passkeyAnswer, passkey instanceof PublicKeyCredential ? passkey.toJSON() : null)
  } catch (error) {
    throw new NoPasskey('no passkey was shown', { cause: error })
  }
}

// Browser and server agree on these by the standard; the wire carries them as they are.
function toShow(question: Question): PublicKeyCredentialRequestOptionsJSON
function toShow(question: unknown): unknown {
  return question
}
function toMake(question: Question): PublicKeyCredentialCreationOptionsJSON
function toMake(question: unknown): unknown {
  return question
}

/** Does something of weight: where the passkey was shown too long ago, it is asked for, and the thing is done then. */
export async function withPasskey<T>(act: () => Promise<T>, onProved: (me: Me) => void): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StaffError) || error.code !== 'passkey needed again') throw error
    onProved(await callStaff(proveAgain, { body: { passkey: await showPasskey() } }))
    return act()
  }
}
