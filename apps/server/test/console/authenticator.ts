import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import type { PasskeyAnswer } from '@kippu/contract/console/sign-in'

/** Bits of the flags of WebAuthn: the person is there, was verified, and a new passkey follows. */
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_PASSKEY = 0x40

interface Asked {
  readonly [part: string]: unknown
}

/** A device that makes passkeys and shows them, as WebAuthn has it, without a browser. */
export interface Authenticator {
  make(question: Asked, at?: Place): PasskeyAnswer
  show(question: Asked, at?: Place): PasskeyAnswer
}

/** Where the browser stands while it asks; by default at the console. */
export interface Place {
  readonly origin?: string
  readonly passkeyDomain?: string
  /** Without it the person only touched the device. */
  readonly isVerified?: boolean
}

export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const flagsOf = ({ isVerified = true }: Place): number => PRESENT | (isVerified ? VERIFIED : 0)
  return {
    make(question, at = {}) {
      const data = Buffer.concat([
        headOf(at.passkeyDomain ?? new URL(origin).hostname, flagsOf(at) | WITH_PASSKEY),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ])
      return answerOf(id, {
        clientDataJSON: clientData('webauthn.create', question, at.origin ?? origin).toString('base64url'),
        attestationObject: attestationOf(data).toString('base64url'),
      })
    },
    show(question, at = {}) {
      const data = headOf(at.passkeyDomain ?? new URL(origin).hostname, flagsOf(at))
      const client = clientData('webauthn.get', question, at.origin ?? origin)
      const signature = signed(
        privateKey,
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
      )
      return answerOf(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function signed(key: KeyObject, bytes: Buffer): Buffer {
  return sign('sha256', bytes, key)
}

function answerOf(id: Buffer, response: Readonly<Record<string, string>>): PasskeyAnswer {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} }
}

function clientData(type: string, { challenge }: Asked, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** A passkey that is on several devices counts nothing. */
function headOf(passkeyDomain: string, flags: number): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags, 0)
  return Buffer.concat([createHash('sha256').update(passkeyDomain).digest(), tail])
}

/** A key of P-256 in COSE: a map of five entries in CBOR. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string): Buffer =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}

/** The map of `fmt`, `attStmt` and `authData` in CBOR; nobody vouches for the device. */
function attestationOf(data: Buffer): Buffer {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ])
}
