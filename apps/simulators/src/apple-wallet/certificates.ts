import { join } from 'node:path'

import * as v from 'valibot'

import { keptJson } from '../core/kept-json.ts'

export const PASS_TYPE_ID = 'pass.simulated.kippu'
export const TEAM_ID = 'SIMULATED1'

const pair = v.object({ certificate: v.string(), key: v.string() })
const certificatesSchema = v.object({
  /** The root that a phone would have. Its key is not kept. */
  root: v.string(),
  /** In the place of Apple's Worldwide Developer Relations. */
  intermediate: v.string(),
  /** The certificate of the pass type: signs passes, and proves who asks for a push. */
  pass: pair,
  /** The certificate of the push service. */
  server: pair,
})

/** The certificates and keys, all in PEM. */
export type WalletCertificates = v.InferOutput<typeof certificatesSchema>

/** The certificates of this data folder; the first call makes them. */
export function walletCertificates(dataDir: string): Promise<WalletCertificates> {
  const path = join(dataDir, 'simulators', 'apple-wallet-certificates.json')
  return keptJson(path, certificatesSchema, () => (ofProcess ??= makeWalletCertificates()))
}

/** Making keys takes a while, so a process that opens many folders makes them once. */
let ofProcess: Promise<WalletCertificates> | undefined

export interface Subject {
  readonly passTypeId?: string
  readonly teamId?: string
  readonly notBefore?: Date
  readonly notAfter?: Date
}

const DAY_MS = 86_400_000

/** Makes a root, an intermediate and what that issues, RSA as Apple's are. A test gives the pass another subject, or other times. */
export async function makeWalletCertificates({
  passTypeId = PASS_TYPE_ID,
  teamId = TEAM_ID,
  notBefore = new Date(Date.now() - DAY_MS),
  notAfter = new Date(Date.now() + 3650 * DAY_MS),
}: Subject = {}): Promise<WalletCertificates> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const signingAlgorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: Uint8Array.from([1, 0, 1]),
    modulusLength: 2048,
  }
  const longAgo = new Date(Date.now() - 3650 * DAY_MS)
  const farAhead = new Date(Date.now() + 3650 * DAY_MS)
  const newKeys = () => crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])
  const authority = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ]
  const rootName = 'CN=Kippu simulators root'
  const rootKeys = await newKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: rootName,
    keys: rootKeys,
    notBefore: longAgo,
    notAfter: farAhead,
    signingAlgorithm,
    extensions: authority,
  })
  interface Issuing {
    readonly issuer: string
    readonly issuerKey: Awaited<ReturnType<typeof newKeys>>['privateKey']
    readonly subject: string
    readonly times?: { readonly notBefore: Date; readonly notAfter: Date }
    readonly extensions: InstanceType<typeof x509.Extension>[]
  }
  const issue = async ({ issuer, issuerKey, subject, times, extensions }: Issuing) => {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer,
      publicKey: keys.publicKey,
      signingKey: issuerKey,
      notBefore: longAgo,
      notAfter: farAhead,
      ...times,
      signingAlgorithm,
      extensions,
    })
    const key = x509.PemConverter.encode(
      await crypto.subtle.exportKey('pkcs8', keys.privateKey),
      'PRIVATE KEY',
    )
    return { certificate: certificate.toString('pem'), key, privateKey: keys.privateKey }
  }
  const intermediateName = 'CN=Kippu simulators developer relations'
  const intermediate = await issue({
    issuer: rootName,
    issuerKey: rootKeys.privateKey,
    subject: intermediateName,
    extensions: authority,
  })
  const issued = { issuer: intermediateName, issuerKey: intermediate.privateKey }
  const pass = await issue({
    ...issued,
    subject: `0.9.2342.19200300.100.1.1=${passTypeId},CN=Pass Type ID: ${passTypeId},OU=${teamId},O=Simulated,C=JP`,
    times: { notBefore, notAfter },
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ],
  })
  const server = await issue({
    ...issued,
    subject: 'CN=localhost',
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  })
  return {
    root: root.toString('pem'),
    intermediate: intermediate.certificate,
    pass: { certificate: pass.certificate, key: pass.key },
    server: { certificate: server.certificate, key: server.key },
  }
}
