import { type SettingForm, SITE_SETTINGS } from '@kippu/domain/settings/site-settings'

import { type Said, words } from '../words'

/** The words of the settings, which come with their screen. */
export const SETTING_WORDS = words({
  title: { ja: '設定', en: 'Settings' },
  lead: {
    ja: '販売・日時の変更・メール・受付のきまりです。保存すると1秒ほどで反映されます。すべての変更が記録に残ります。',
    en: 'The rules of sales, changes, mails and the door. A change works within a second, and is written down.',
  },
  back: { ja: '施設情報に戻る', en: 'Back to the house' },
  isStandard: { ja: '標準', en: 'Standard' },
  value: { ja: '値', en: 'Value' },
  yes: { ja: 'はい', en: 'Yes' },
  no: { ja: 'いいえ', en: 'No' },
  toStandard: { ja: '標準に戻す', en: 'Back to the standard' },
  standardLead: {
    ja: '設定をやめて、標準の動きに戻します。',
    en: 'The setting goes, and the store does what it does by itself.',
  },
  owners: { ja: 'オーナーが変更できます', en: 'Owners change it' },
  raised: {
    ja: '1人でできる範囲を広げるには、ほかの人の承認が必要です。承認されたら、この画面で実行します。',
    en: 'To let one person do more, someone else agrees first. Then you do it here.',
  },
  raisedNote: {
    ja: '24時間以内に互いを招待した人、または同じ人に招待された2人は、承認できません。',
    en: 'Nobody can agree whom you invited within a day, who invited you, or who was invited by the same person.',
  },
})

interface Group {
  readonly title: Said
  readonly names: readonly string[]
}

const GROUPS: readonly Group[] = [
  {
    title: { ja: '販売', en: 'Sales' },
    names: ['Max_Ticket', 'Low_Stock_Threshold', 'Next_Release_At', 'Entrance_Url'],
  },
  {
    title: { ja: '日時の変更', en: 'Changes of the visit' },
    names: [
      'Time_Change_Deadline_Minutes',
      'Time_Change_Limit',
      'Time_Change_Refund',
      'Time_Change_Set_Product_Stock',
    ],
  },
  { title: { ja: 'メール', en: 'Mails' }, names: ['Reminder_Mail', 'Thanks_Mail', 'Summary_Mail'] },
  {
    title: { ja: '受付と掲示', en: 'Door and displays' },
    names: ['Checkin_Early_Minutes', 'Checkin_Rotating_Codes', 'Signage_Languages', 'Signage_Presence_Code'],
  },
  {
    title: { ja: '1人でできる範囲', en: 'What one person may do alone' },
    names: ['Refund_Alone_Yen', 'Refund_Alone_Tickets', 'Refund_Alone_Day_Yen', 'Guests_Alone_Day_Tickets'],
  },
]

/** Settings of no other group are names of accounts, which are many. */
export const SETTING_GROUPS: readonly Group[] = [
  ...GROUPS,
  {
    title: { ja: '会計の勘定科目', en: 'Names of accounts' },
    names: [...SITE_SETTINGS.keys()].filter(name => !GROUPS.some(({ names }) => names.includes(name))),
  },
]

interface NamedSetting {
  readonly name: Said
  /** Its effect. */
  readonly hint: Said
  /** The store without it, where that is not another value. */
  readonly without?: Said
}

const RECEIVABLE = 'Account_Receivable_'

export function settingNamed(name: string): NamedSetting {
  const known = NAMES[name]
  if (known !== undefined) return known
  const { ja, en } = DEBTORS[name.replace(RECEIVABLE, '')] ?? { ja: name, en: name }
  return account(`売掛金（${ja}）`, `what ${en} ${en === 'resellers' ? 'owe' : 'owes'}`)
}

const DEBTORS: Readonly<Record<string, Said>> = {
  reseller: { ja: '販売代理店', en: 'resellers' },
  gmo: { ja: 'GMO', en: 'GMO' },
  softbank: { ja: 'ソフトバンク', en: 'SoftBank' },
  adyen: { ja: 'Adyen', en: 'Adyen' },
  stripe: { ja: 'Stripe', en: 'Stripe' },
  alipay: { ja: 'アリペイ', en: 'Alipay' },
  docomo: { ja: 'ドコモ', en: 'docomo' },
}

const NAMES: Readonly<Record<string, NamedSetting>> = {
  Max_Ticket: {
    name: { ja: '1回に買える枚数', en: 'Tickets in one order' },
    hint: { ja: '1回の購入で選べるチケットの上限です。', en: 'The most that one order can have.' },
  },
  Low_Stock_Threshold: {
    name: { ja: '「残りわずか」の枚数', en: 'When few are left' },
    hint: {
      ja: '残りがこの数以下になると「残りわずか」と出ます。',
      en: 'From so many on, the store says that few are left.',
    },
  },
  Next_Release_At: {
    name: { ja: '次の発売日時', en: 'Next release of tickets' },
    hint: {
      ja: 'お客様に「次の発売」として出ます。',
      en: 'The store tells visitors when the next tickets come.',
    },
    without: { ja: '表示しない', en: 'Not shown' },
  },
  Entrance_Url: {
    name: { ja: '会員向け販売の入口', en: 'Way in to a sale for members' },
    hint: {
      ja: '会員専用の販売へのリンクがあるページです。',
      en: 'The page that has the link to a sale for members.',
    },
    without: { ja: 'リンクなし', en: 'No link' },
  },
  Time_Change_Deadline_Minutes: {
    name: { ja: '変更の締切（来館の何分前）', en: 'Changes end, minutes before a visit' },
    hint: {
      ja: '例：60で、入場の1時間前まで変更できます。',
      en: '60: a visit can be moved until an hour before it.',
    },
  },
  Time_Change_Limit: {
    name: { ja: '変更できる回数', en: 'Most moves of a visit' },
    hint: { ja: '0で、お客様は変更できません。', en: '0: visitors cannot move their visit.' },
    without: { ja: '上限なし', en: 'No limit' },
  },
  Time_Change_Refund: {
    name: { ja: '安い日への変更で差額を返す', en: 'Give the difference back' },
    hint: {
      ja: '変更後の料金が安いとき、差額を返金します。',
      en: 'Where the new day is cheaper, the difference goes back.',
    },
  },
  Time_Change_Set_Product_Stock: {
    name: { ja: '変更時にセット商品の在庫も移す', en: 'Extras move with the visit' },
    hint: {
      ja: '「いいえ」にすると、セット商品も変更後の日に空きが必要です。',
      en: 'No: set products need places on the new day as well.',
    },
  },
  Reminder_Mail: {
    name: { ja: '来館2日前のお知らせメール', en: 'Mail two days before' },
    hint: { ja: '行き方と時間を、来館の2日前に送ります。', en: 'Way and hours, two days before the visit.' },
  },
  Thanks_Mail: {
    name: { ja: '来館翌日のお礼メール', en: 'Mail the day after' },
    hint: { ja: 'お知らせを希望した方に送ります。', en: 'To visitors who want news.' },
  },
  Summary_Mail: {
    name: { ja: '毎朝の売上メールの宛先', en: 'Who gets the mail of each day' },
    hint: {
      ja: '前日のまとめを毎朝7時に送ります。例：aki@museum.example, ren@museum.example en',
      en: 'The day before, each morning at seven. As aki@museum.example ja, ren@museum.example en',
    },
    without: { ja: '送らない', en: 'Nobody' },
  },
  Checkin_Early_Minutes: {
    name: { ja: '入場できる時刻（何分前から）', en: 'Entry, minutes before the time' },
    hint: {
      ja: 'チケットの時刻より早く入れる分数です。',
      en: 'A ticket admits so many minutes before its time.',
    },
  },
  Checkin_Rotating_Codes: {
    name: { ja: '30秒ごとに変わるQRコード', en: 'QR codes that change' },
    hint: { ja: '画面の写しでは入場できなくなります。', en: 'A picture of the screen does not admit.' },
  },
  Signage_Languages: {
    name: { ja: '掲示画面の言語', en: 'Languages of the displays' },
    hint: { ja: '例：ja,en,th', en: 'As ja,en,th' },
    without: { ja: '画面を開いた言語のまま', en: 'The language it was opened in' },
  },
  Signage_Presence_Code: {
    name: { ja: '掲示画面に6桁の番号を出す', en: 'Six digits of the gate on displays' },
    hint: {
      ja: 'お客様が会場にいることを確かめる番号です。',
      en: 'They show that a visitor is at the venue.',
    },
  },
  Refund_Alone_Yen: {
    name: { ja: '1件の返金（円）', en: 'Refund of an order, in yen' },
    hint: { ja: '超えると、ほかの人の承認が必要です。', en: 'More needs a second person.' },
  },
  Refund_Alone_Tickets: {
    name: { ja: '1件の返金（枚）', en: 'Tickets refunded of an order' },
    hint: { ja: '超えると、ほかの人の承認が必要です。', en: 'More needs a second person.' },
  },
  Refund_Alone_Day_Yen: {
    name: { ja: '1日の返金（円）', en: 'Refunds of a day, in yen' },
    hint: { ja: '1人が1日に返金する合計です。', en: 'All that one person gives back in a day.' },
  },
  Guests_Alone_Day_Tickets: {
    name: { ja: '1日の招待券（枚）', en: 'Guest tickets in a day' },
    hint: { ja: '1人が1日に発行する合計です。', en: 'All that one person issues in a day.' },
  },
  Account_Sales: account('売上', 'sales'),
  Account_Advance: account('前受金', 'what was paid in advance'),
  Account_Suspense: account('仮受金', 'what is not known yet'),
  Account_Receivable: account('売掛金', 'what providers owe'),
}

function account(ja: string, en: string): NamedSetting {
  return {
    name: { ja, en: `The account of ${en}` },
    hint: {
      ja: '仕訳に出る名前です。補助科目は「/」の後に。',
      en: 'As the journal names it; a sub-account after a slash.',
    },
    without: { ja: 'いつもの科目名', en: 'Its usual name' },
  }
}

/** The rule of a value, in the reader's language. */
export function ruleOf(form: SettingForm): Said {
  switch (form.kind) {
    case 'number': {
      const [least, most] = [form.least.toLocaleString(), form.most.toLocaleString()]
      return { ja: `${least}から${most}までの整数`, en: `A whole number from ${least} to ${most}` }
    }
    case 'flag':
      return { ja: '「はい」か「いいえ」', en: 'Yes or no' }
    case 'moment':
      return { ja: '日本時間の日付と時刻', en: 'A day and time in Japan' }
    case 'web address':
      return { ja: 'https:// で始まるURL', en: 'An address that begins with https://' }
    case 'languages':
      return {
        ja: 'ja, en, kr, zh-hans, zh-hant, th をコンマで区切る',
        en: 'Some of ja, en, kr, zh-hans, zh-hant, th, with commas between',
      }
    case 'mail addresses':
      return {
        ja: 'メールアドレスをコンマで区切る。言語は後に空けて書く',
        en: 'Mail addresses with commas between, each with a language after it',
      }
    case 'account':
      return { ja: '100文字までの名前', en: 'A name of at most 100 characters' }
  }
}
