import MimeNode from 'nodemailer/lib/mime-node'

import type { Picture } from './letter/house.ts'
import type { LetterFile, RenderedLetter } from './letter/letter.ts'

/** From whom and to whom a mail goes. */
export interface Envelope {
  readonly from: { readonly name: string; readonly address: string }
  /** Where an answer goes; null where that is the sender. */
  readonly replyTo: string | null
  readonly to: string
  /** Without brackets, and the same for every try, so that a mail program shows a mail that was sent twice once. */
  readonly messageId: string
}

export interface Mail extends Envelope, RenderedLetter {}

/** A message as it goes over the wire, ASCII alone, and between whom. */
interface MimeMessage {
  readonly envelope: { readonly from: string | false; readonly to: string[] }
  readonly raw: string
}

/**
 * The message of a mail: its text, or its HTML with the pictures that it shows, and then its files. The library writes the headers. The
 * parts are encoded here at once, because the library sends each through several streams, which costs more than all else of a mail.
 */
export function mimeMessage({ from, replyTo, to, subject, messageId, ...content }: Mail): MimeMessage {
  const { type, body } = contentOf(content)
  const head = new MimeNode(type)
  head.setHeader({
    from,
    // As an object: a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo !== null && { 'reply-to': { name: '', address: replyTo } }),
    // A word that somebody typed as it stands encoded in a header would be read as what it hides.
    subject: subject.replaceAll(/[\r\n]+/g, ' ').replaceAll('=?', '= ?'),
    'message-id': `<${messageId}>`,
    'auto-submitted': 'auto-generated',
  })
  return { envelope: head.getEnvelope(), raw: `${head.buildHeaders()}\r\n\r\n${body}` }
}

/** A part of a message: its type, with its parameters, and what stands after its headers. */
interface Part {
  readonly type: string
  readonly headers?: readonly string[]
  readonly body: string
}

/** Text or page, of which a program shows the last that it understands; the page is one with its pictures. */
function contentOf({ text, html, pictures, files }: Omit<RenderedLetter, 'subject'>): Part {
  const page = pictures.length === 0 ? wordsOf('text/html', html) : pageOf(html, pictures)
  const letter = manyOf('alternative', [wordsOf('text/plain', text), page])
  return files.length === 0 ? letter : manyOf('mixed', [letter, ...files.map(fileOf)])
}

function pageOf(html: string, pictures: readonly Picture[]): Part {
  return manyOf('related', [wordsOf('text/html', html), ...pictures.map(pictureOf)], '; type="text/html"')
}

/**
 * Parts within another one. No encoding can write the line between them: `=` is followed by hexadecimal digits in one, and ends the other. None
 * is the beginning of another one.
 */
function manyOf(kind: 'alternative' | 'related' | 'mixed', parts: readonly Part[], more = ''): Part {
  const boundary = `=_${kind}`
  const written = parts.map(part => `--${boundary}\r\n${writtenOf(part)}\r\n`).join('')
  return {
    type: `multipart/${kind}; boundary="${boundary}"${more}`,
    body: `${written}--${boundary}--\r\n`,
  }
}

function writtenOf({ type, headers = [], body }: Part): string {
  return [`Content-Type: ${type}`, ...headers, '', body].join('\r\n')
}

/** In the encoding that is shorter: base64 from one character in sixteen on that has three bytes. */
function wordsOf(type: string, content: string): Part {
  // Whole ends of lines, which nothing has to mend on the way.
  const bytes = Buffer.from(content.replaceAll(/\r\n?|\n/g, '\r\n'))
  const isBase64 = bytes.length > content.length * 1.125
  return {
    type: `${type}; charset=utf-8`,
    headers: [`Content-Transfer-Encoding: ${isBase64 ? 'base64' : 'quoted-printable'}`],
    body: isBase64 ? base64Of(bytes) : quotedOf(bytes),
  }
}

/** `quoted-printable` (RFC 2045): a line of it has at most 76 characters, and its end parts no byte. */
function quotedOf(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[^\r\n\x20-\x3c\x3e-\x7e]|[ ](?=\r|$)/g, byte => QUOTED[byte.charCodeAt(0)] ?? '')
    .replaceAll(/.{73,75}(?<!=.?)(?=.)/g, '$&=\r\n')
}

const QUOTED = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

function pictureOf({ id, bytes }: Picture): Part {
  return {
    type: 'image/png',
    headers: [
      `Content-ID: <${id}>`,
      `Content-Disposition: inline; filename="${id.slice(0, id.indexOf('@'))}.png"`,
      'Content-Transfer-Encoding: base64',
    ],
    body: base64Of(bytes),
  }
}

function fileOf({ name, type, content }: LetterFile): Part {
  return {
    type: `${type}; name="${name}"`,
    headers: [`Content-Disposition: attachment; filename="${name}"`, 'Content-Transfer-Encoding: base64'],
    body: base64Of(Buffer.from(content)),
  }
}

function base64Of(bytes: Buffer): string {
  const whole = bytes.toString('base64')
  const lines: string[] = []
  for (let start = 0; start < whole.length; start += 76) lines.push(whole.slice(start, start + 76))
  return lines.join('\r\n')
}
