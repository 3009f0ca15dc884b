import {
  askPasskey,
  type Me,
  type PasskeyAnswer,
  passkeyAnswer,
  proveAgain,
} from '@kippu/contract/console/sign-in'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import * as v from 'valibot'

import { callStaff, StaffError } from '../api'

type Question = Readonly<Record<string, unknown>>

/** The person closed the prompt, or the device has no passkey of this console. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}

/** Asks the authenticator of this device to show a passkey. @throws NoPasskey */
export async function showPasskey(): Promise<PasskeyAnswer> {
  const question = await callStaff(askPasskey, {})
  return asked(startAuthentication({ optionsJSON: optionsOf(question) }))
}

/** Asks the authenticator of this device to make a passkey. @throws NoPasskey */
export function makePasskey(question: Question): Promise<PasskeyAnswer> {
  return asked(startRegistration({ optionsJSON: creationOf(question) }))
}

async function asked(answer: Promise<unknown>): Promise<PasskeyAnswer> {
  try {
    return v.parse(passkeyAnswer, await answer)
  } catch (error) {
    throw new NoPasskey('no passkey was shown', { cause: error })
  }
}

// The two halves of the library agree on these between themselves; the wire carries them as they are.
type ShowOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type MakeOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
function optionsOf(question: Question): ShowOptions
function optionsOf(question: unknown): unknown {
  return question
}
function creationOf(question: Question): MakeOptions
function creationOf(question: unknown): unknown {
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
