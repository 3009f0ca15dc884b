import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'

import type { RenderedLetter } from './letter/letter.ts'

export interface Mail extends RenderedLetter {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** Without brackets, and the same for every try, so that a mail program shows a mail that was sent twice once. */
  readonly messageId: string
}

/** A message as it goes over the wire, ASCII alone, and between whom. */
interface MimeMessage {
  readonly envelope: { readonly from: string | false; readonly to: string[] }
  readonly raw: string
}

/** Neither encoding of a part can write it: `=` is followed by hexadecimal digits in one, and ends the other. */
const BOUNDARY = '=_part'

/**
 * The message of a mail. The library writes the headers. The parts are encoded here at once, because the library sends
 * each through several streams, which costs more than all else of a mail.
 */
export function mimeMessage({ from, to, subject, text, html, messageId }: Mail): MimeMessage {
  const head = new MimeNode(`multipart/alternative; boundary="${BOUNDARY}"`)
  head.setHeader({
    from,
    // As an object: a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    // A word that somebody typed as it stands encoded in a header would be read as what it hides.
    subject: subject.replaceAll(/[\r\n]+/g, ' ').replaceAll('=?', '= ?'),
    'message-id': `<${messageId}>`,
    'auto-submitted': 'auto-generated',
  })
  const parts = [partOf('text/plain', text), partOf('text/html', html)]
  const body = parts.map(part => `--${BOUNDARY}\r\n${part}\r\n`).join('')
  return { envelope: head.getEnvelope(), raw: `${head.buildHeaders()}\r\n\r\n${body}--${BOUNDARY}--\r\n` }
}

/** In the encoding that is shorter: base64 from one character in sixteen on that has three bytes. */
function partOf(type: string, content: string): string {
  const bytes = Buffer.from(content)
  const isBase64 = bytes.length > content.length * 1.125
  const encoded = isBase64 ? bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n') : wrap(encode(bytes))
  return [
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isBase64 ? 'base64' : 'quoted-printable'}`,
    '',
    encoded,
  ].join('\r\n')
}
