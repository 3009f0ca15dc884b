import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { EnvError } from './env-error.ts'

/**
 * The text of a variable that is a PEM text or the path of a file: a value that begins with `/` or `./` is a path. A line break may be written
 * as `\n`, because many places for variables take only one line.
 */
export function textOrFile(name: string, value: string): string {
  if (!/^\.?\//.test(value)) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    throw new EnvError(`${name}: there is no file that can be read at ${value}`)
  }
}

/** The PEM texts of a variable each. */
interface KeyPair {
  readonly certificate: string
  readonly key: string
}

export interface ReadPair {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

/**
 * Reads a certificate and its key; the error never repeats what it has read.
 * @param names of the variables.
 * @throws EnvError where one is none, or they do not belong together.
 */
export function readKeyPair({ certificate, key }: KeyPair, names: KeyPair): ReadPair {
  const read = readCertificate(certificate, names.certificate)
  const secret = readOr(() => createPrivateKey(key), `${names.key}: is not a private key in PEM`)
  if (!read.checkPrivateKey(secret))
    throw new EnvError(`${names.key}: does not belong to ${names.certificate}`)
  return { certificate: read, key: secret }
}

/** @throws EnvError */
export function readCertificate(pem: string, name: string): X509Certificate {
  return readOr(() => new X509Certificate(pem), `${name}: is not a certificate in PEM`)
}

function readOr<T>(read: () => T, problem: string): T {
  try {
    return read()
  } catch {
    throw new EnvError(problem)
  }
}
