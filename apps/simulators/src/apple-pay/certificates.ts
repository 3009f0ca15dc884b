import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import * as v from 'valibot'

import { MERCHANT_ID } from './merchant.ts'

const pair = v.object({ certificate: v.string(), key: v.string() })
const certificatesSchema = v.object({
  /** The local authority that both sides trust; its key is not kept. */
  ca: v.string(),
  /** Of the simulated gateway. */
  server: pair,
  /** The merchant identity the store shows. */
  merchant: pair,
})

/** All PEM. */
export type Certificates = v.InferOutput<typeof certificatesSchema>

/**
 * The certificates of this data folder, made at the first call by whoever comes first: the simulators or the launcher,
 * which hands them to the store. They lie in `<dataDir>/simulators`, readable by the owner alone, never in the repository.
 */
export async function applePayCertificates(dataDir: string): Promise<Certificates> {
  const folder = join(dataDir, 'simulators')
  const path = join(folder, 'apple-pay-certificates.json')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    const made = `${path}.${process.pid}`
    writeFileSync(made, JSON.stringify(await makeCertificates()), { mode: 0o600 })
    keepFirst(made, path)
  }
  return v.parse(certificatesSchema, JSON.parse(readFileSync(path, 'utf8')))
}

/** Of two who made certificates at the same time, the first one's are everybody's. */
function keepFirst(made: string, path: string): void {
  try {
    linkSync(made, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(made)
  }
}

/** Made by a library, since Node reads certificates but signs none; it is loaded only here, once in a data folder's life. */
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
