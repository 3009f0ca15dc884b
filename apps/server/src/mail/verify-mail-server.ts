import { createTransport } from 'nodemailer'

import { assertNoTransaction } from '../platform/db/database.ts'

export type MailVerdict =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'away' | 'tls' | 'auth' | 'sender' | 'recipient'
      /** Without the password that the address may contain. */
      readonly says: string
    }

interface TestMail {
  readonly url: string
  readonly from: string
  /** Undefined: nothing is sent. */
  readonly to: string | undefined
}

const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** Logs in as the store does, and sends one mail where an address is given. Never throws. */
export async function verifyMailServer({ url, from, to }: TestMail): Promise<MailVerdict> {
  assertNoTransaction('asking a mail server')
  const transport = createTransport({ url, ...PATIENCE })
  try {
    await transport.verify()
    if (to !== undefined)
      await transport.sendMail({
        from,
        to,
        subject: 'A test of the store',
        text: 'kippu doctor sent this mail. The store can send mails to this address.',
      })
    return { kind: 'ok' }
  } catch (error) {
    const kind = kindOf(error)
    return { kind, says: `${new URL(url).host}: ${kind === 'tls' ? 'TLS fails: ' : ''}${saidBy(error)}` }
  } finally {
    transport.close()
  }
}

function kindOf(error: unknown): Exclude<MailVerdict['kind'], 'ok'> {
  const code = textOf(error, 'code')
  if (code === 'EAUTH') return 'auth'
  if (code === 'ETLS' || isOfTls(error)) return 'tls'
  if (code !== 'EENVELOPE') return 'away'
  return textOf(error, 'command') === 'RCPT TO' ? 'recipient' : 'sender'
}

/** A certificate that nobody trusts, or an answer in the clear where TLS was expected. */
function isOfTls(error: unknown): boolean {
  return error instanceof Error && /certificate|SSL|TLS|wrong version number/i.test(error.message)
}

function textOf(error: unknown, key: 'code' | 'command'): string {
  if (!(error instanceof Error)) return ''
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 200) : 'it failed'
}
