import type { OrderStoryAnswer } from '@kippu/contract/console/orders'
import { bcp47Of, isLanguage } from '@kippu/domain/language'
import {
  METHOD_KINDS,
  type MethodMark,
  ON_ACCOUNT,
  PAYMENT_METHODS,
  type PaymentProviderId,
} from '@kippu/domain/payment-method'
import type { SalesChannel } from '@kippu/domain/states/ticket'

import { REFUSED_WORDS } from './desk-words'
import { dayText, exactText, yenText } from './formats'
import { EVENT_WORDS } from './shown-words'
import type { Lang, Said } from './words'

const MARK_WORDS: Readonly<Record<MethodMark, Said>> = {
  card: { ja: 'クレジットカード', en: 'Credit card' },
  paypay: { ja: 'PayPay', en: 'PayPay' },
  d: { ja: 'd払い', en: 'd Barai' },
  alipay: { ja: 'Alipay', en: 'Alipay' },
  we_chat: { ja: 'WeChat Pay', en: 'WeChat Pay' },
  apple_pay: { ja: 'Apple Pay', en: 'Apple Pay' },
}

const PROVIDER_WORDS: Readonly<Record<PaymentProviderId, Said>> = {
  gmo: { ja: 'GMOペイメントゲートウェイ', en: 'GMO Payment Gateway' },
  softbank: { ja: 'SBペイメントサービス', en: 'SB Payment Service' },
  adyen: { ja: 'Adyen', en: 'Adyen' },
  stripe: { ja: 'Stripe', en: 'Stripe' },
  alipay: { ja: 'Alipay', en: 'Alipay' },
  docomo: { ja: 'NTTドコモ', en: 'NTT Docomo' },
  free: { ja: '無料', en: 'Free of charge' },
}

const CHANNEL_WORDS: Readonly<Record<SalesChannel, Said>> = {
  web: { ja: 'オンライン', en: 'Online' },
  pos: { ja: '窓口', en: 'Counter' },
  kiosk: { ja: '券売機', en: 'Ticket machine' },
  OTA: { ja: '販売パートナー', en: 'Reseller' },
  spot: { ja: '会場', en: 'At the door' },
}

/** `Credit card (Stripe)`: several methods share a name, and a provider has one console. */
export function methodText(lang: Lang, method: string): string {
  if (method === ON_ACCOUNT) return lang === 'ja' ? '販売パートナーの掛け払い' : 'On account, by a reseller'
  const known = PAYMENT_METHODS.find(one => one === method)
  if (known === undefined) return method
  const { mark, provider } = METHOD_KINDS[known]
  if (provider === 'free') return PROVIDER_WORDS.free[lang]
  const name = MARK_WORDS[mark][lang]
  const by = PROVIDER_WORDS[provider][lang]
  return name === by ? name : lang === 'ja' ? `${name}（${by}）` : `${name} (${by})`
}

export function channelText(lang: Lang, channel: string): string {
  return textIn(CHANNEL_WORDS, lang, channel)
}

/** `Thai` to a reader of English. */
export function languageText(lang: Lang, language: string): string {
  if (!isLanguage(language)) return language
  return new Intl.DisplayNames(lang, { type: 'language' }).of(bcp47Of(language)) ?? language
}

/** Why something was not done, in the words of the desk where it has them. */
export function refusalText(lang: Lang, why: string): string {
  return textIn(REFUSED_WORDS, lang, why)
}

/** The state of a payment or a refund, in the words of the story. */
export function moneyStateText(lang: Lang, kind: 'payment' | 'refund', state: string): string {
  return EVENT_WORDS[`${kind} ${state}`]?.[lang] ?? state
}

function textIn(words: Readonly<Record<string, Said>>, lang: Lang, word: string): string {
  return words[word]?.[lang] ?? word
}

const DOING_WORDS: Readonly<Record<string, Said>> = {
  start: { ja: '支払いの開始', en: 'begin' },
  resume: { ja: '支払いの続き', en: 'go on' },
  capture: { ja: '確定', en: 'capture' },
  void: { ja: '取り消し', en: 'void' },
  refund: { ja: '返金', en: 'refund' },
}

const HOW_WORDS: Readonly<Record<string, Said>> = {
  retry: { ja: 'もう一度返金する', en: 'try again' },
  done: { ja: '返金済みとする', en: 'it is back' },
  failed: { ja: '返金できなかったとする', en: 'it is not back' },
}

/** The facts of events that say something to the staff; ids of the database are for commands. */
const FACT_WORDS: Readonly<Record<string, Said>> = {
  letter: { ja: 'メール', en: 'Letter' },
  amount: { ja: '金額', en: 'Amount' },
  price: { ja: '金額', en: 'Price' },
  yen: { ja: '金額', en: 'Amount' },
  difference: { ja: '金額', en: 'Amount' },
  refund: { ja: '返金', en: 'Given back' },
  stays: { ja: '残り', en: 'Stays' },
  channel: { ja: '販売経路', en: 'Channel' },
  method: { ja: '支払方法', en: 'Paid by' },
  reference: { ja: '決済番号', en: 'Payment reference' },
  number: { ja: '番号', en: 'Number' },
  tickets: { ja: 'チケット', en: 'Tickets' },
  reservation: { ja: '予約番号', en: 'Reservation' },
  'to do': { ja: '処理中', en: 'Under way' },
  failure: { ja: '決済会社の回答', en: 'Answer of the provider' },
  fault: { ja: '理由', en: 'Why' },
  why: { ja: '理由', en: 'Why' },
  'needs a person': { ja: '人の判断が必要', en: 'Needs a person' },
  from: { ja: '変更前', en: 'From' },
  to: { ja: '変更後', en: 'To' },
  time: { ja: '時間', en: 'Time' },
  how: { ja: '結果', en: 'Found' },
  done: { ja: '完了', en: 'Done' },
  given: { ja: '承認', en: 'Agreed' },
  asked_by: { ja: '依頼した人', en: 'Asked by' },
  approved_by: { ja: '承認した人', en: 'Agreed by' },
  by: { ja: '担当', en: 'By' },
  reason: { ja: '理由', en: 'Reason' },
}

const ADDRESSED = { ja: '宛先', en: 'To' }

interface FactShown {
  /** Empty where the text is all: the words of a note. */
  readonly name: string
  /** Empty where the name says all. */
  readonly text: string
}

/** The facts of an event, in the order of the words. Facts that are empty, or ids, are not shown. */
export function factsShown(
  lang: Lang,
  { kind, facts }: OrderStoryAnswer['events'][number],
): readonly FactShown[] {
  return Object.entries(FACT_WORDS).flatMap(([fact, said]) => {
    const text = factText(lang, fact, facts[fact])
    if (text === undefined) return []
    if (kind === 'note' && fact === 'reason') return [{ name: '', text }]
    return [{ name: (text.includes('@') && fact === 'to' ? ADDRESSED : said)[lang], text }]
  })
}

const LETTER_WORDS: Readonly<Record<string, Said>> = {
  confirmation: { ja: 'メールアドレスの確認', en: 'Proof of the address' },
  completion: { ja: 'チケット', en: 'Tickets' },
  'tickets-again': { ja: 'チケット（再送）', en: 'Tickets, again' },
  'corrected-tickets': { ja: 'チケット（新しいアドレス）', en: 'Tickets, to the new address' },
  change: { ja: '日時の変更', en: 'Moved to another time' },
  reminder: { ja: '来場のご案内', en: 'Reminder' },
  thanks: { ja: '来場のお礼', en: 'Thanks' },
  refund: { ja: '返金', en: 'Refund' },
  cancellation: { ja: '開催中止', en: 'Cancelled by the house' },
}

const YEN_FACTS = ['amount', 'price', 'yen', 'difference', 'refund', 'stays']

function factText(lang: Lang, fact: string, value: unknown): string | undefined {
  if (typeof value === 'number') return YEN_FACTS.includes(fact) ? yenText(lang, value) : String(value)
  if (value === true) return fact === 'given' ? (lang === 'ja' ? 'する' : 'yes') : ''
  if (value === false) return fact === 'given' ? (lang === 'ja' ? 'しない' : 'no') : undefined
  if (Array.isArray(value)) {
    // Tickets are numbers to the staff, and ids to the database: of these only the count says something.
    const isNumbers = value.every(one => typeof one === 'number')
    return value.length === 0 ? undefined : isNumbers ? value.join(', ') : `× ${value.length}`
  }
  if (typeof value === 'object' && value !== null && 'codes' in value && Array.isArray(value.codes))
    return value.codes.join(', ')
  if (typeof value !== 'string' || value === '' || fact === 'refund') return undefined
  if (fact === 'method') return methodText(lang, value)
  if (fact === 'letter') return textIn(LETTER_WORDS, lang, value)
  if (fact === 'channel') return channelText(lang, value)
  if (fact === 'to do') return textIn(DOING_WORDS, lang, value)
  if (fact === 'why') return refusalText(lang, value)
  if (fact === 'how') return textIn(HOW_WORDS, lang, value)
  if (fact === 'done') return exactText(lang, value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(lang, value) : value
}
