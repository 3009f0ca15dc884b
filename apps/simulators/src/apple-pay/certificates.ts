import { join } from 'node:path'

import * as v from 'valibot'

import { keptJson } from '../core/kept-json.ts'
import { MERCHANT_ID } from './merchant.ts'

const pair = v.object({ certificate: v.string(), key: v.string() })
const certificatesSchema = v.object({
  /** The certificate of the local authority, which both sides trust. Its key is not kept. */
  ca: v.string(),
  /** The certificate of the simulated gateway. */
  server: pair,
  /** The merchant identity certificate that the store presents. */
  merchant: pair,
})

/** The certificates and keys, all in PEM. */
export type Certificates = v.InferOutput<typeof certificatesSchema>

/**
 * The certificates of this data folder. The first call makes them, in the simulators or in the launcher, which gives
 * them to the store. They lie in `<dataDir>/simulators`, readable by their owner alone, and never in the repository.
 */
export function applePayCertificates(dataDir: string): Promise<Certificates> {
  return keptJson(
    join(dataDir, 'simulators', 'apple-pay-certificates.json'),
    certificatesSchema,
    makeCertificates,
  )
}

/**
 * Makes the certificates with a library, because Node reads certificates but signs none. The library is loaded here
 * alone, once for each data folder.
 */
async function makeCertificates(): Promise<Certificates> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const notBefore = new Date(Date.now() - 3_600_000)
  const notAfter = new Date(Date.now() + 3650 * 86_400_000)
  const newKeys = () => crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])

  const caKeys = await newKeys()
  const caName = 'CN=Kippu simulators test authority'
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: caName,
    keys: caKeys,
    notBefore,
    notAfter,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  const issue = async (subject: string, extensions: InstanceType<typeof x509.Extension>[]) => {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: caName,
      publicKey: keys.publicKey,
      signingKey: caKeys.privateKey,
      notBefore,
      notAfter,
      signingAlgorithm,
      extensions,
    })
    const key = x509.PemConverter.encode(
      await crypto.subtle.exportKey('pkcs8', keys.privateKey),
      'PRIVATE KEY',
    )
    return { certificate: certificate.toString('pem'), key }
  }
  return {
    ca: ca.toString('pem'),
    server: await issue('CN=localhost', [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ]),
    // As in Apple's merchant identity certificates, the merchant is the user id of the subject.
    merchant: await issue(
      `0.9.2342.19200300.100.1.1=${MERCHANT_ID},CN=Apple Pay Merchant Identity:${MERCHANT_ID}`,
      [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
    ),
  }
}
