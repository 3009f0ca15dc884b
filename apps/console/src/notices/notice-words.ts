import { words } from '../words'

/** The words of the notices, which come with their screen. */
export const NOTICE_WORDS = words({
  lead: {
    ja: 'お客様のすべての画面の上に、決めた時間だけ出るお知らせです。台風や早い閉館などに使います。同時に3件まで出せます。',
    en: 'Words above every screen of the store for a certain time: a typhoon, a day that closes early. Three at most at a time.',
  },
  none: { ja: 'お知らせはまだありません。', en: 'No notices yet.' },
  list: { ja: '最近のお知らせ', en: 'Latest notices' },
  put: { ja: '新しいお知らせ', en: 'New notice' },
  putIt: { ja: 'お知らせを出す', en: 'Put the notice up' },
  change: { ja: '直したお知らせを出す', en: 'Put the new words up' },
  edit: { ja: '直す', en: 'Edit' },
  takeOff: { ja: '取り下げる', en: 'Take down' },
  to_come: { ja: '予定', en: 'To come' },
  shown: { ja: '表示中', en: 'Shown now' },
  over: { ja: '終了', en: 'Over' },
  withdrawn: { ja: '取り下げ済み', en: 'Taken down' },
  severity: { ja: '重要度', en: 'Kind' },
  information: { ja: 'お知らせ', en: 'Notice' },
  warning: { ja: '重要なお知らせ', en: 'Important notice' },
  from: { ja: '表示を始める日時（空欄ならすぐに）', en: 'Shown from (empty: at once)' },
  until: { ja: '表示を終える日時', en: 'Shown until' },
  times: { ja: '日時は日本時間です。', en: 'Times are those of Japan.' },
  needed: { ja: '必須', en: 'needed' },
  fallsBack: { ja: '空欄なら英語で表示', en: 'empty: they read English' },
  preview: { ja: 'お客様の画面での表示', en: 'As visitors see it' },
  previewIn: { ja: '表示する言語', en: 'Language of the preview' },
  now: { ja: 'すぐに', en: 'now' },
  willPut: {
    ja: 'すべての画面の上に、次の時間だけ表示します：',
    en: 'It will appear above every screen from',
  },
  willReplace: {
    ja: '今の文言をすべての画面から外し、これを次の時間だけ表示します：',
    en: 'These words replace the former ones on every screen from',
  },
  until_: { ja: '〜', en: 'until' },
  putDone: { ja: '1秒以内に、すべての画面に出ます。', en: 'Every screen has it within a second.' },
  putLater: { ja: '指定した日時に、すべての画面に出ます。', en: 'Every screen shows it at that time.' },
  willTakeOff: {
    ja: 'このお知らせを、すべての画面から1秒以内に外します。もう一度出すには、新しく作ります。',
    en: 'It leaves every screen within a second. To show it again, make a new one.',
  },
  takenOff: { ja: 'すべての画面から外しました。', en: 'It is taken off every screen.' },
  tooMany: {
    ja: 'すでに3件が表示中または予定です。先に1件を取り下げてください。',
    en: 'Three are shown or to come already. Take one down first.',
  },
  isOver: { ja: '表示される前に終わる日時です。', en: 'It would be over before it is shown.' },
  missing: { ja: '文言を入力してください。', en: 'Type some words.' },
  too_long: { ja: '240文字までです。', en: 'At most 240 characters.' },
  control_character: {
    ja: '改行などの制御文字は使えません。',
    en: 'No line breaks or other control characters.',
  },
  unknown_language: { ja: 'この言語は使えません。', en: 'This language is not known.' },
})
