import { hash, sign } from 'node:crypto'

import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema'
import { Certificate, Time } from '@peculiar/asn1-x509'

/** Names of RFC 5652 and RFC 3370. */
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const RSA = '1.2.840.113549.1.1.1'
const DER_NULL = Uint8Array.from([5, 0]).buffer

interface Signer {
  /** PEM. */
  readonly certificate: string
  readonly key: string
  /** The certificate of the authority that issued ours: a verifier has the root alone. */
  readonly intermediate: string
}

/**
 * Signs bytes without repeating them (CMS of RFC 5652, DER), with the time of the signature, as Apple asks of a pass. Node has the signature and
 * not the envelope, so a library writes that.
 */
export function signDetached(content: Buffer, { certificate, key, intermediate }: Signer, at: Date): Buffer {
  const own = parseCertificate(certificate)
  const attributes = [
    attribute(CONTENT_TYPE, AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    attribute(SIGNING_TIME, AsnConvert.serialize(new Time(at))),
    attribute(MESSAGE_DIGEST, AsnConvert.serialize(new OctetString(hash('sha256', content, 'buffer')))),
  ].toSorted((a, b) => Buffer.compare(derOf(a), derOf(b)))
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: SHA_256, parameters: DER_NULL })
  const signerInfo = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: own.tbsCertificate.issuer,
        serialNumber: own.tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm,
    signedAttrs: attributes,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: RSA, parameters: DER_NULL }),
    signature: new OctetString(sign('sha256', derSet(attributes.map(derOf)), key)),
  })
  const signed = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      [own, parseCertificate(intermediate)].map(one => new CertificateChoices({ certificate: one })),
    ),
    signerInfos: new SignerInfos([signerInfo]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) })
  return derOf(info)
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] })
}

function derOf(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value))
}

/** The signature is over the set itself, and not as it stands in the envelope. Its items are in their order already. */
function derSet(items: readonly Buffer[]): Buffer {
  const body = Buffer.concat(items)
  return Buffer.concat([Buffer.from([0x31, ...derLength(body.length)]), body])
}

/** DER wants the shortest form. */
function derLength(bytes: number): number[] {
  if (bytes < 0x80) return [bytes]
  return bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff]
}

function parseCertificate(pem: string): Certificate {
  const [, base64 = ''] = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/.exec(pem) ?? []
  return AsnConvert.parse(Buffer.from(base64, 'base64'), Certificate)
}
