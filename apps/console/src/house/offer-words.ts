import { words } from '../words'

/** The words of what a site offers to pay by and to read. */
export const OFFER_WORDS = words({
  title: { ja: '支払方法と言語', en: 'Methods of payment and languages' },
  methods: { ja: '支払方法', en: 'Methods of payment' },
  languages: { ja: '言語', en: 'Languages' },
  order: { ja: '画面に出る順です。', en: 'In the order in which they are shown.' },
  off: { ja: '停止中', en: 'Switched off' },
  usual: { ja: '初期値', en: 'Default' },
  asUsual: { ja: '初期値のまま', en: 'As by default' },
  noAccount: { ja: '決済会社の契約がないため表示されません', en: 'not shown: no account at its provider' },
  payingNow: { ja: '支払い中', en: 'paying now' },
  ordersNow: { ja: '手続き中の注文', en: 'orders under way' },
  visitsToCome: { ja: 'これからの来場', en: 'visits to come' },
  isDefault: { ja: '最初の言語', en: 'the site’s first language' },
  up: { ja: '上へ', en: 'Move up' },
  down: { ja: '下へ', en: 'Move down' },
  save: { ja: '変更する', en: 'Change' },
  nothing: { ja: 'まだ何も変えていません。', en: 'Nothing is changed yet.' },
  willStop: {
    ja: '新しい支払いでは選べなくなります（1秒以内）：',
    en: 'New payments cannot choose it any more, within a second:',
  },
  willHide: {
    ja: '新しい画面では選べなくなります（1秒以内）：',
    en: 'New pages cannot be read in it any more, within a second:',
  },
  willStart: { ja: '選べるようになります（1秒以内）：', en: 'Visitors can choose it, within a second:' },
  willOrder: { ja: '画面に出る順が変わります：', en: 'They are shown in this order:' },
  payToEnd: {
    ja: '人がいま支払い中です。そのまま最後まで支払えます。',
    en: 'paying by it now, who pay to the end.',
  },
  refundsGo: {
    ja: '過去の支払いへの返金は、今までどおりできます。',
    en: 'Refunds of former payments go on.',
  },
  discountEnds: {
    ja: 'この支払方法の割引もなくなります。もう一度出すときは、割引を決め直します。',
    en: 'Its discount ends with it, and is set anew when it comes back.',
  },
  mailsStay: {
    ja: 'この言語の注文のメールは、今までどおりこの言語で届きます。画面は最初の言語になります。',
    en: 'Their mails still come in it; their pages are in the site’s first language.',
  },
  done: {
    ja: '変更しました。すべての新しい画面に1秒以内に出ます。',
    en: 'Changed. Every new page has it within a second.',
  },
  changedBy: {
    ja: '開いている間に、ほかの人が変更しました。何もしていません。閉じて、今の内容から変更してください。今は：',
    en: 'Somebody else has changed it meanwhile, and nothing is done. Close this, and begin from what is now:',
  },
  'none left': {
    ja: '支払方法が1つもなくなります。販売を止めるには、カレンダーを使います。',
    en: 'Nobody could pay any more. To stop the sale, use the calendar.',
  },
  'not listed': {
    ja: 'この施設の設定にない支払方法です。',
    en: 'The site does not list this method.',
  },
  twice: { ja: '同じものが2回あります。', en: 'One of them is listed twice.' },
  'its default is missing': { ja: '最初の言語は外せません。', en: 'The site’s first language stays.' },
})
