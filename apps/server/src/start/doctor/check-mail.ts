import { verifyMailServer, type MailVerdict } from '../../mail/verify-mail-server.ts'
import type { ServerEnv } from '../environment/read-env.ts'
import { advice, fault, type Finding, ok } from './finding.ts'

const MENDS: Readonly<Record<Exclude<MailVerdict['kind'], 'ok'>, string>> = {
  away: 'correct SMTP_URL, or open the way to the mail server',
  tls: 'use a certificate that this machine trusts, or the port where TLS begins (smtps, 465; smtp, 587)',
  auth: 'correct the user and the password in SMTP_URL',
  sender: 'let the mail server send for the address of MAIL_FROM',
  recipient: 'try another address',
}

/** Connects as the store does, with TLS and login; with an address, one mail is sent to it. */
export async function checkMail(
  { smtpUrl, mailFrom }: Pick<ServerEnv, 'smtpUrl' | 'mailFrom'>,
  to: string | undefined,
): Promise<Finding> {
  if (smtpUrl === null)
    return advice('mail', 'SMTP_URL is not set: mails wait in the queue', 'set it before the store opens')
  const verdict = await verifyMailServer({ url: smtpUrl, from: mailFrom, to })
  if (verdict.kind !== 'ok') return fault('mail', verdict.says, MENDS[verdict.kind])
  const host = new URL(smtpUrl).host
  return ok(
    'mail',
    to === undefined
      ? `${host} lets us in (--mail-to <address> sends a mail)`
      : `${host} took a mail to ${to}`,
  )
}
