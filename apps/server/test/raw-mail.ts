/** The words of a mail as it came in: the contents of its parts, in their order, without its pictures. */
export function wordsOfRaw(raw: string): string {
  const [, ...rest] = raw.split('\r\n\r\n')
  const parts = rest
    .join('\r\n\r\n')
    .split(/^--.*$/m)
    .filter(part => !/^content-type: image/im.test(part))
  const contents = parts.map(part => {
    const [fields = '', ...body] = part.split('\r\n\r\n')
    if (/base64/.test(fields)) return Buffer.from(body.join(''), 'base64').toString()
    return /quoted-printable/.test(fields) ? readQuoted(body.join('\n')) : body.join('\n')
  })
  return contents.join('\n')
}

/** Text of the encoding `quoted-printable`: broken lines, and bytes in hexadecimal digits. */
function readQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
