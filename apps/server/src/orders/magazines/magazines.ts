import type { MailMagazine } from '@kippu/contract/mail-magazines'

/** In the order of the buyer form, whose fields have the same names. */
export const MAGAZINES = ['mail_magazine', 'teamlab_mail_magazine'] as const satisfies readonly MailMagazine[]
