import { words } from '../words'

/** The words of the members, which come with their screen. */
export const MEMBER_WORDS = words({
  lead: {
    ja: '会員を探し、退会の手続きをします。個人データなので、パスキーで開きます。誰が見たかは記録に残ります。',
    en: 'Find a member, or take one off the list. They are personal data: your passkey opens it, and the log keeps who looked.',
  },
  importList: { ja: '名簿を取り込む・書き出す（表）', en: 'Import or export a list (Sheets)' },
  search: { ja: '会員番号、氏名、メールアドレスの一部', en: 'Part of a member number, name or mail address' },
  none: { ja: '見つかりません。', en: 'Nobody found.' },
  most: {
    ja: '最初の50人です。もう少し詳しく入力してください。',
    en: 'The first fifty. Type more to see others.',
  },
  list: { ja: '会員', en: 'Members' },
  login_id: { ja: '会員番号', en: 'Member number' },
  name: { ja: '氏名', en: 'Name' },
  email: { ja: 'メール', en: 'Email' },
  phone: { ja: '電話番号', en: 'Telephone' },
  promotion: { ja: '会員割引', en: 'Promotion' },
  withdraw: { ja: '退会にする', en: 'Take off the list' },
  willWithdraw: {
    ja: 'この人は会員としてログインできなくなり、登録された個人データはすぐに消えます。元に戻せません。もう一度会員にするには、名簿で追加します。',
    en: 'They cannot log in as a member any more, and their data on the list is gone at once, for good. To have them back, add them by a list.',
  },
  withdrawn: { ja: '退会にしました。', en: 'They are off the list.' },
  hasOrder: {
    ja: '注文があるため、ここでは退会にできません。注文の画面で「個人データを消去する」を使います。',
    en: 'They have an order. Erase them on the screen of an order.',
  },
})
