import { isIsoDate } from '../jst-date.ts'
import { isLanguage, LANGUAGES } from '../language.ts'
import { PAYMENT_PROVIDERS } from '../payment-method.ts'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '../stock/availability.ts'
import { DEFAULT_MAX_TICKET } from '../ticket-limit.ts'
import { isPlainAddress, summaryEntriesOf } from './summary-recipients.ts'

/** The form of a value, so that a page can ask for it. */
export type SettingForm =
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | {
      readonly kind: 'flag' | 'moment' | 'web address' | 'languages' | 'mail addresses' | 'account'
    }

/** The settings that a venue changes while its store runs: each by its name, with the rule of its value. */
export interface SiteSetting extends Kind {
  /** One line for the person who sets it. */
  readonly help: string
  /** Visitors' browsers read it. Everything else stays with the staff. */
  readonly isForVisitors: boolean
  /** The value that the store acts by where nothing is set; undefined where it then does something else. */
  readonly standard: string | undefined
  /** It bounds what one person does alone, and is this where nothing is set: owners alone set it, and two of the staff raise it. */
  readonly bound?: number
  /** Its value names people: it is not written into what was done. */
  readonly isPersonal: boolean
}

interface Kind {
  readonly form: SettingForm
  /** Why a value would mean nothing; undefined where it is good. */
  readonly faultOf: (value: string) => string | undefined
}

const wholeNumber = (least: number, most: number): Kind => ({
  form: { kind: 'number', least, most },
  faultOf: value =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `is not a whole number from ${least} to ${most}`,
})

const flag: Kind = {
  form: { kind: 'flag' },
  faultOf: value => (value === 'true' || value === 'false' ? undefined : 'is neither true nor false'),
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\+09:00$/

const moment: Kind = {
  form: { kind: 'moment' },
  faultOf: value => {
    const [, day = ''] = MOMENT.exec(value) ?? []
    return isIsoDate(day) ? undefined : 'is not a date-time such as 2026-12-01T12:00:00+09:00'
  },
}

const WEB_ADDRESS = /^https:\/\/[^\s/?#@]+\.[^\s/?#@]+(?:[/?#]\S*)?$/

const webAddress: Kind = {
  form: { kind: 'web address' },
  faultOf: value => (WEB_ADDRESS.test(value) ? undefined : 'is not an address of the web (https://…)'),
}

const languages: Kind = {
  form: { kind: 'languages' },
  faultOf: value => {
    const unknown = value.split(',').find(lang => !isLanguage(lang.trim()))
    return unknown === undefined
      ? undefined
      : `has ${unknown.trim() || 'nothing'} among ${LANGUAGES.join(', ')}`
  },
}

const addresses: Kind = {
  form: { kind: 'mail addresses' },
  faultOf: value => {
    const wrong = summaryEntriesOf(value).find(
      ({ address, lang, rest }) => !isPlainAddress(address) || !isLanguage(lang) || rest.length > 0,
    )
    return wrong === undefined ? undefined : 'is not a list such as aki@museum.example, ren@museum.example en'
  },
}

const MOST_ACCOUNT = 100

const accountName: Kind = {
  form: { kind: 'account' },
  faultOf: value => {
    if (value.trim() === '' || value.length > MOST_ACCOUNT)
      return `is not a name of at most ${MOST_ACCOUNT} characters`
    return /\p{Cc}/u.test(value) ? 'has a line break or another control character' : undefined
  },
}

const forStaff = (kind: Kind, help: string, standard?: string): SiteSetting => ({
  ...kind,
  help,
  standard,
  isForVisitors: false,
  isPersonal: false,
})
const forVisitors = (kind: Kind, help: string, standard?: string): SiteSetting => ({
  ...forStaff(kind, help, standard),
  isForVisitors: true,
})

/**
 * Bounds of one person where a site says nothing: yen and tickets of an order, and yen of a day, that they give back alone; tickets
 * for guests of a day that they issue alone.
 */
export const ALONE = {
  Refund_Alone_Yen: 50_000,
  Refund_Alone_Tickets: 10,
  Refund_Alone_Day_Yen: 200_000,
  Guests_Alone_Day_Tickets: 20,
} as const

const alone = (name: keyof typeof ALONE, help: string): readonly [name: string, setting: SiteSetting] => [
  name,
  { ...forStaff(wholeNumber(0, 999_999_999), help, String(ALONE[name])), bound: ALONE[name] },
]

const account = (of: string): SiteSetting =>
  forStaff(accountName, `the account of ${of}, a sub-account after a slash`)

/** All settings, by name, in the order in which they are listed. */
export const SITE_SETTINGS: ReadonlyMap<string, SiteSetting> = new Map([
  ['Max_Ticket', forVisitors(wholeNumber(1, 1000), 'tickets in one order', String(DEFAULT_MAX_TICKET))],
  [
    'Low_Stock_Threshold',
    forVisitors(
      wholeNumber(0, 1_000_000),
      'from so many on, what is left is few',
      String(DEFAULT_LOW_STOCK_THRESHOLD),
    ),
  ],
  ['Next_Release_At', forVisitors(moment, 'when the next tickets are released')],
  ['Entrance_Url', forVisitors(webAddress, 'the page that has the link to a sale for members')],
  [
    'Time_Change_Deadline_Minutes',
    forVisitors(wholeNumber(0, 999_999), 'minutes before a visit until which it is moved', '0'),
  ],
  ['Time_Change_Limit', forVisitors(wholeNumber(0, 1000), 'how often a visit is moved')],
  ['Time_Change_Refund', forVisitors(flag, 'false: nothing goes back where the new day is cheaper', 'true')],
  [
    'Time_Change_Set_Product_Stock',
    forVisitors(flag, 'false: set products need places on the new day', 'true'),
  ],
  ['Reminder_Mail', forStaff(flag, 'true: a mail two days before the visit', 'false')],
  ['Thanks_Mail', forStaff(flag, 'true: a mail the day after the visit, to those who want news', 'false')],
  [
    'Checkin_Early_Minutes',
    forStaff(wholeNumber(0, 9999), 'minutes before its time that a ticket admits', '0'),
  ],
  ['Checkin_Rotating_Codes', forStaff(flag, 'true: codes of tickets change every half minute', 'false')],
  ['Signage_Languages', forVisitors(languages, 'languages of the displays, such as ja,en,th')],
  ['Signage_Presence_Code', forStaff(flag, 'true: displays show the six digits of the gate', 'false')],
  ['Summary_Mail', { ...forStaff(addresses, 'who is told of each day, by mail'), isPersonal: true }],
  alone('Refund_Alone_Yen', 'yen that one person gives back of an order; more needs a second person'),
  alone('Refund_Alone_Tickets', 'tickets that one person gives back of an order'),
  alone('Refund_Alone_Day_Yen', 'yen that one person gives back in a day'),
  alone('Guests_Alone_Day_Tickets', 'tickets for guests that one person issues in a day'),
  ['Account_Sales', account('sales')],
  ['Account_Advance', account('what was paid in advance')],
  ['Account_Suspense', account('what is not known yet')],
  ['Account_Receivable', account('what providers owe')],
  ['Account_Receivable_reseller', account('what resellers owe, each with a sub-account of its code')],
  ...PAYMENT_PROVIDERS.filter(provider => provider !== 'free').map(
    provider => [`Account_Receivable_${provider}`, account(`what ${provider} owes`)] as const,
  ),
])

/** Whether a visitor's browser may read a setting. What nobody knows is not for visitors. */
export function isForVisitors(name: string): boolean {
  return SITE_SETTINGS.get(name)?.isForVisitors === true
}
