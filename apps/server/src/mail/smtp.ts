import { createTransport } from 'nodemailer'

import { type Mail, mimeMessage } from './mime-message.ts'

/** `refused`: the server will never accept this address. */
export type SendResult = 'sent' | 'refused'

export interface Smtp {
  /** Throws when another try may succeed. */
  send(mail: Mail): Promise<SendResult>
  close(): void
}

/** Milliseconds; a mail server that does not answer must not block a worker forever. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** Sends through the server of an `smtp://` or `smtps://` address, over persistent connections. */
export function openSmtp(url: string): Smtp {
  const transport = createTransport({ pool: true, url, maxConnections: 5, ...TIMEOUTS })
  return {
    async send(mail) {
      try {
        await transport.sendMail(mimeMessage(mail))
        return 'sent'
      } catch (error) {
        if (isAddressRefused(error)) return 'refused'
        // Without the server's words, which contain the address: errors are logged and queued.
        throw new MailNotSentError(
          `the mail server did not take the mail (${codeOf(error)} ${responseCodeOf(error)})`,
        )
      }
    },
    close: () => transport.close(),
  }
}

export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
}

/** The server refuses the recipient for good. A sender that it refuses says nothing of the address. */
function isAddressRefused(error: unknown): boolean {
  return codeOf(error) === 'EENVELOPE' && commandOf(error) === 'RCPT TO' && responseCodeOf(error) >= 500
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

function commandOf(error: unknown): unknown {
  return error instanceof Error && 'command' in error ? error.command : undefined
}

function responseCodeOf(error: unknown): number {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : 0
}
