import type { Deps } from '../deps.ts'
import { createSiteContent } from '../site-content/site-content.ts'
import type { FirstTry } from './first-try.ts'
import { sendConfirmationMail } from './send-confirmation-mail.ts'
import { createSmtpMailer } from './smtp.ts'

/** A visitor waits no longer than this for the mail server. The queue begins later than that. */
const PATIENCE_MS = 5_000

/** Without a mail server every mail is for later. */
export function createFirstTry(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'tokens' | 'sites' | 'log'>,
): FirstTry {
  const { smtpUrl } = deps.env
  if (smtpUrl === null) return { sendConfirmation: async () => 'later', close: () => undefined }
  const mailer = createSmtpMailer(smtpUrl)
  const sending = { ...deps, mailer, content: createSiteContent(deps) }
  return {
    sendConfirmation: job => withinPatience(sendConfirmationMail(sending, job).catch(() => 'later' as const)),
    close: () => mailer.close(),
  }
}

async function withinPatience<T>(sending: Promise<T>): Promise<T | 'later'> {
  const { promise, resolve } = Promise.withResolvers<'later'>()
  const timer = setTimeout(resolve, PATIENCE_MS, 'later')
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
