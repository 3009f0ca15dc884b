/** A page where somebody reads their mails: a name that is the same in every language, or words of each. */
export type WebMail = { readonly url: string } & (
  | { readonly name: string }
  | { readonly words: 'mail_sent_open_yahoo_japan' | 'mail_sent_open_docomo' }
)

const GMAIL: WebMail = { name: 'Gmail', url: 'https://mail.google.com/mail/' }
const OUTLOOK: WebMail = { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
const YAHOO_JAPAN: WebMail = { words: 'mail_sent_open_yahoo_japan', url: 'https://mail.yahoo.co.jp/' }
const YAHOO: WebMail = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }
const ICLOUD: WebMail = { name: 'iCloud', url: 'https://www.icloud.com/mail/' }

/** By the domain of an address. */
const BY_DOMAIN: Readonly<Record<string, WebMail>> = {
  'gmail.com': GMAIL,
  'googlemail.com': GMAIL,
  'outlook.com': OUTLOOK,
  'outlook.jp': OUTLOOK,
  'hotmail.com': OUTLOOK,
  'hotmail.co.jp': OUTLOOK,
  'live.com': OUTLOOK,
  'live.jp': OUTLOOK,
  'msn.com': OUTLOOK,
  'yahoo.co.jp': YAHOO_JAPAN,
  'ymail.ne.jp': YAHOO_JAPAN,
  'yahoo.com': YAHOO,
  'yahoo.com.tw': YAHOO,
  'yahoo.com.hk': YAHOO,
  'ymail.com': YAHOO,
  'icloud.com': ICLOUD,
  'me.com': ICLOUD,
  'mac.com': ICLOUD,
  'docomo.ne.jp': { words: 'mail_sent_open_docomo', url: 'https://mail.smt.docomo.ne.jp/' },
  'naver.com': { name: 'NAVER', url: 'https://mail.naver.com/' },
  'hanmail.net': { name: 'Daum', url: 'https://mail.daum.net/' },
  'daum.net': { name: 'Daum', url: 'https://mail.daum.net/' },
  'qq.com': { name: 'QQ', url: 'https://mail.qq.com/' },
  '163.com': { name: '163', url: 'https://mail.163.com/' },
  '126.com': { name: '126', url: 'https://mail.126.com/' },
  'proton.me': { name: 'Proton Mail', url: 'https://mail.proton.me/' },
}

/**
 * The page where the mails of an address are read; undefined for a domain of which none is known. No link opens "the mail program"
 * of every device, so none is made up (decision 63).
 */
export function webMailOf(address: string): WebMail | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return Object.hasOwn(BY_DOMAIN, domain) ? BY_DOMAIN[domain] : undefined
}
