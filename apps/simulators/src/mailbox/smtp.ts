import { once } from 'node:events'

import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'

import { portOf } from '../core/port-of.ts'
import type { MailStore } from './mail-store.ts'

const LARGEST_MAIL = 10 * 1024 * 1024

/** A running SMTP server: the port it listens on, and how to stop it. */
export interface Smtp {
  readonly port: number
  close(): Promise<void>
}

/**
 * Starts the mail server, without login or TLS. A mail is acknowledged once it is on disk. Port 0 takes any free port.
 */
export async function startSmtp(
  mails: MailStore,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Smtp> {
  const smtp = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'TEST mailbox, no mail leaves this machine',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    // A client that keeps its connection open must not delay the end.
    closeTimeout: 500,
    onRcptTo: ({ address }, _session, done) =>
      isRefused(address) ? done(refusal(550, 'No such mailbox here')) : done(),
    onData: (stream, { envelope }, done) => {
      void receive(stream, { envelope, mails, done })
    },
  })
  // A client that disconnects in the middle does no harm.
  smtp.on('error', () => {})
  const listening = smtp.listen(port, host)
  await once(listening, 'listening')
  return {
    port: portOf(listening),
    close: () =>
      new Promise(resolve => {
        smtp.close(() => resolve())
      }),
  }
}

/** True for the addresses that are refused, so that a bounce can be tried. */
function isRefused(address: string): boolean {
  const wanted = address.toLowerCase()
  return wanted.endsWith('@refuse.invalid') || wanted === 'bounce@invalid.test'
}

/** An error with the code SMTP answers. */
function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

interface Delivery {
  readonly envelope: SMTPServerEnvelope
  readonly mails: MailStore
  readonly done: (problem: Error | null) => void
}

async function receive(stream: SMTPServerDataStream, { envelope, mails, done }: Delivery): Promise<void> {
  try {
    const raw = await readAll(stream)
    if (stream.sizeExceeded) return done(refusal(552, 'Message too large'))
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    await mails.add(raw, { from, to: envelope.rcptTo.map(recipient => recipient.address) })
    return done(null)
  } catch {
    return done(refusal(451, 'Not stored, try again'))
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
