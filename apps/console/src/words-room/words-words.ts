import { words } from '../words'

/** The words of the screen of words, which come with it. */
export const WORDS_WORDS = words({
  lead: {
    ja: 'お客様の画面とメールの文言を、6言語並べて直します。下書きは公開するまでお客様には見えません。',
    en: 'What screens and mails say, six languages side by side. Visitors read a draft once it is published.',
  },
  search: { ja: '文言またはキーで探す', en: 'Find by words or key' },
  of: { ja: '範囲', en: 'Show' },
  all: { ja: 'すべて', en: 'Everything' },
  mails: { ja: 'メール', en: 'Mails' },
  own: { ja: '変更した文言', en: 'Changed by the house' },
  drafts: { ja: '下書きと公開待ち', en: 'Drafts and planned' },
  incomplete: { ja: '一部の言語だけ変更', en: 'Changed in some languages only' },
  found: { ja: '件', en: 'found' },
  none: { ja: '見つかりません。', en: 'Nothing found.' },
  edit: { ja: '直す', en: 'Edit' },
  save: { ja: '下書きを保存する', en: 'Keep as a draft' },
  saved: {
    ja: '下書きを保存しました。お客様の文言はまだ変わっていません。',
    en: 'Kept as a draft. Visitors still see the former words.',
  },
  usual: { ja: '元の文言', en: 'Originally' },
  draft: { ja: '下書き', en: 'Draft' },
  planned: { ja: '公開予定', en: 'Shown from' },
  isOwn: { ja: '変更済み', en: 'Changed' },
  back: { ja: '元に戻す', en: 'Take back' },
  backLead: {
    ja: '下書きや公開予定は取り消されます。公開済みの文言は、元の文言に戻ります。',
    en: 'A draft or plan is dropped. Published words go back to those of before the house changed them.',
  },
  backDone: { ja: '元に戻しました。', en: 'Taken back.' },
  publish: { ja: '公開する', en: 'Publish' },
  publishTitle: { ja: '下書きをまとめて公開する', en: 'Publish the drafts together' },
  publishLead: { ja: '次の文言がまとめて公開されます。', en: 'These are published together:' },
  publishAt: { ja: '公開する日時（空欄ならすぐに）', en: 'When (empty: at once)' },
  past: { ja: '過去の日時です。', en: 'This moment has passed.' },
  published: { ja: '公開しました。', en: 'Published.' },
  willPublish: { ja: '指定した日時に公開されます。', en: 'They are published at that moment.' },
  preview: { ja: 'メールを見る', en: 'Look at a mail' },
  previewLead: {
    ja: '下書きを入れたメールの見本です。',
    en: 'A sample as it will be with the drafts.',
  },
  letter: { ja: 'メールの種類', en: 'Mail' },
  language: { ja: '言語', en: 'Language' },
  conflict: {
    ja: '開いている間に、ほかの人が同じ文言の下書きを保存しました。画面を開き直してください。',
    en: 'Somebody else has drafted the same words meanwhile. Open it again to see them:',
  },
})

export const FAULT_WORDS = words({
  unknown: { ja: 'この文言はありません。', en: 'There is no such text.' },
  'of the house': { ja: '「施設情報」の画面で変更します。', en: 'It is changed under House.' },
  blank: { ja: '文言を入力してください。', en: 'Type some words.' },
  'too long': { ja: '2,000文字までです。', en: 'At most 2,000 characters.' },
  lost: {
    ja: '次の目印が消えています。ここに値が入ります：',
    en: 'A placeholder is missing; the store puts something there:',
  },
  gained: { ja: '使えない目印があります：', en: 'The store does not know this placeholder:' },
})

export const LETTER_WORDS: Readonly<Record<string, { readonly ja: string; readonly en: string }>> = {
  confirmation: { ja: 'メールアドレスの確認', en: 'Proof of the address' },
  completion: { ja: 'チケット', en: 'Tickets' },
  party: { ja: 'チケット（人数の多い予約）', en: 'Tickets of a large party' },
  changing: { ja: 'チケット（動くコード）', en: 'Tickets with changing codes' },
  change: { ja: '日時の変更', en: 'Moved to another time' },
  reminder: { ja: '来場のご案内', en: 'Reminder' },
  thanks: { ja: '来場のお礼', en: 'Thanks' },
  share: { ja: '友達に渡したチケット', en: 'Tickets from a friend' },
  cancelled: { ja: '開催中止（返金）', en: 'Cancelled, with the money back' },
  cancelledPart: { ja: '一部の中止', en: 'Cancelled in part' },
  cancelledMove: { ja: '開催中止（別の日へ）', en: 'Cancelled, with another day' },
  cancelledContact: { ja: '開催中止（連絡先）', en: 'Cancelled, with the contact' },
  refund: { ja: '返金', en: 'Refund' },
  free: { ja: '無料のチケット', en: 'Free tickets' },
}
