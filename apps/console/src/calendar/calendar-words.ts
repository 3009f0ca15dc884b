import { words } from '../words'

/** The words of the calendar and of cancelled visits, which come with their screens. */
export const CALENDAR_WORDS = words({
  calendarLead: {
    ja: '販売済み＋手続き中／定員。選んでから、下のボタンで変更します。',
    en: 'Sold + held / capacity. Choose times, then change them below.',
  },
  calendarKeys: {
    ja: '矢印キーで移動、Shift＋矢印で範囲、スペースで選択、Enterで開く、Ctrl＋Aですべて、Escで解除',
    en: 'Arrows move, Shift + arrows extend, Space chooses, Enter opens, Ctrl + A all, Escape none',
  },
  isLive: { ja: '変更は自動で反映されます。', en: 'Changes show by themselves.' },
  month: { ja: '月', en: 'Month' },
  monthBefore: { ja: '前の月', en: 'Previous month' },
  monthAfter: { ja: '次の月', en: 'Next month' },
  dayBefore: { ja: '前の日', en: 'Previous day' },
  dayAfter: { ja: '次の日', en: 'Next day' },
  wholeMonth: { ja: '月の表示に戻る', en: 'Back to the month' },
  allDay: { ja: '終日', en: 'All day' },
  noTimes: { ja: '販売する時間はありません。', en: 'Nothing is sold here.' },
  cellSold: { ja: '販売済み', en: 'sold' },
  cellHeld: { ja: '手続き中', en: 'held' },
  cellOf: { ja: '定員', en: 'of' },
  cellStopped: { ja: '停止中', en: 'Stopped' },
  cellPartStopped: { ja: '一部停止', en: 'Partly stopped' },
  cellClosed: { ja: '休み', en: 'Closed' },
  cellFull: { ja: '満席', en: 'Sold out' },
  cellOpen: { ja: '販売中', en: 'On sale' },
  cellFrom: { ja: '料金', en: 'from' },

  chosenNone: { ja: '選択なし', en: 'Nothing chosen' },
  chooseBy: { ja: '条件で選ぶ', en: 'Choose by…' },
  chooseThese: { ja: '選ぶ', en: 'Choose' },
  allProducts: { ja: 'すべての商品', en: 'All tickets' },
  weekdays: { ja: '曜日', en: 'Weekdays' },
  fromTime: { ja: '開始がこの時刻以降', en: 'Begins at or after' },
  toTime: { ja: '開始がこの時刻まで', en: 'Begins at or before' },
  saleState: { ja: '状態', en: 'Status' },
  anyState: { ja: 'すべて', en: 'Any' },
  clear: { ja: '選択を解除', en: 'Clear' },

  actCapacity: { ja: '定員を変える…', en: 'Set capacity…' },
  actStop: { ja: '販売を止める…', en: 'Stop selling…' },
  actResume: { ja: '販売を再開する…', en: 'Resume…' },
  actCancelVisits: { ja: '開催を中止する…', en: 'Cancel visits…' },
  actAddTime: { ja: '時間を追加する…', en: 'Add a time…' },
  tooManyTimes: {
    ja: '一度に変更できる時間の数を超えています。選択を減らしてください。',
    en: 'These are more times than can be changed at once. Choose fewer.',
  },

  stopTitle: { ja: '販売を止める', en: 'Stop selling' },
  doStop: { ja: '販売を止める', en: 'Stop selling' },
  releaseUnpaid: {
    ja: '支払い手続きに入っていない注文も終わらせる',
    en: 'Also end orders that are not being paid',
  },
  resumeTitle: { ja: '販売を再開する', en: 'Resume the sale' },
  doResume: { ja: '再開する', en: 'Resume' },
  capacityTitle: { ja: '定員を変える', en: 'Set the capacity' },
  places: { ja: '定員', en: 'Places' },
  doCapacity: { ja: '定員を変える', en: 'Set it' },
  stopInstead: { ja: '代わりに販売を止める', en: 'Stop selling instead' },
  leaveOut: {
    ja: 'この定員にできない時間は、そのままにする',
    en: 'Leave times as they are that cannot have so few',
  },
  addTimeTitle: { ja: '時間を追加する', en: 'Add a time' },
  begins: { ja: '開始', en: 'Begins' },
  ends: { ja: '終了', en: 'Ends' },
  doAddTime: { ja: '追加する', en: 'Add it' },
  timePassed: {
    ja: 'その時刻は過ぎています。これからの時刻を入力してください。',
    en: 'That time has passed. Enter one that is still to come.',
  },
  timeAdded: { ja: '追加しました。販売中です。', en: 'Added. It is on sale.' },
  timeAddedStopped: {
    ja: '追加しました。この日はすべて停止中のため、この時間も停止中です。',
    en: 'Added. All of this day is stopped, and so is it.',
  },
  overtaken: {
    ja: 'ほかの人が先に変更したため、何も変更していません。現在の内容をご確認ください。',
    en: 'Someone else has changed this meanwhile, and nothing was done. See what it is now.',
  },
  youSaw: { ja: '見た内容', en: 'You saw' },
  itIs: { ja: '現在', en: 'It is now' },
  changedBy: { ja: '変更した人', en: 'Changed by' },
  timeGone: { ja: 'なくなりました', en: 'It is gone' },

  cancelTitle: { ja: '開催を中止する', en: 'Cancel visits' },
  cancelOffer: { ja: '購入者への対応', en: 'What buyers get' },
  offerRefund: { ja: '返金する', en: 'Their money back' },
  offerMove: { ja: '別の日への変更を案内する', en: 'Another day of their choice' },
  movesThrough: { ja: '変更できる最後の日', en: 'May be moved until' },
  askCancel: { ja: '承認を依頼する', en: 'Ask a second person' },
  tooMuchVisits: {
    ja: '開催の中止には、ほかの人の承認が必要です。承認のあと、「承認」の画面で実行します。まだ何も起こりません。',
    en: 'A second person has to agree. Then you do it under Approvals; nothing happens yet.',
  },
  byLanguage: { ja: '言語別', en: 'By language' },
  byMethod: { ja: '支払方法別', en: 'By payment method' },
  buyers: { ja: '予約', en: 'Reservations' },
  visitList: { ja: '予約の一覧', en: 'The list' },
  nothingPaid: { ja: '支払いなし', en: 'Nothing paid' },
  partlyUsed: { ja: '一部入場済み', en: 'Partly used' },
  setOnly: { ja: 'セット商品のみ', en: 'Set product only' },
  isNew: { ja: '追加', en: 'New' },
  usedUp: { ja: '入場済みのため対象外', en: 'Have taken place, left as they are' },
  beingPaid: { ja: '支払い中（支払い後に中止）', en: 'Being paid, cancelled once they are paid' },
  unpaidOrders: { ja: '支払い前（終了します）', en: 'Not paid yet, ended' },
  digest: { ja: '一覧の識別番号', en: 'Digest of the list' },
  listChanged: {
    ja: '一覧が変わったため、何もしていません。新しい一覧をご確認ください。',
    en: 'The list has changed, and nothing was done. See the new one.',
  },
  noVisits: {
    ja: '対象の予約はありません。販売を止めるだけなら、「販売を止める」で承認は要りません。',
    en: 'No reservation is touched. To stop the sale alone, “Stop selling” needs no second person.',
  },

  cancellations: { ja: '中止した開催', en: 'Cancelled visits' },
  cancellationsLead: {
    ja: '施設が中止した開催と、予約ごとの進み具合',
    en: 'Visits that the house cancelled, and what became of each',
  },
  noCancellations: { ja: '中止した開催はありません。', en: 'No visits were cancelled.' },
  cancellation: { ja: '開催中止', en: 'Cancellation' },
  atWork: { ja: '処理中', en: 'Under way' },
  allDone: { ja: '完了', en: 'Ended' },
  lettersSent: { ja: 'お知らせメール', en: 'Letters' },
  outcome: { ja: '結果', en: 'Outcome' },
  letter: { ja: 'メール', en: 'Letter' },
  retry: { ja: 'もう一度処理する…', en: 'Try again…' },
  retryTitle: { ja: 'もう一度処理する', en: 'Try again' },
  doRetry: { ja: 'もう一度処理する', en: 'Try again' },
})

/** The states of a reservation of a cancellation. */
export const ITEM_WORDS: Readonly<Record<string, { readonly ja: string; readonly en: string }>> = {
  waiting: { ja: '処理待ち', en: 'Waiting' },
  refunding: { ja: '返金中', en: 'Being given back' },
  done: { ja: '完了', en: 'Done' },
  failed: { ja: '返金できず', en: 'Refund failed' },
  needs_person: { ja: '人の判断が必要', en: 'Needs a person' },
}

/** Its outcome, or why there is none yet, where it is not a refusal of the desk. */
export const OUTCOME_WORDS: Readonly<Record<string, { readonly ja: string; readonly en: string }>> = {
  refunded: { ja: '返金済み', en: 'Given back' },
  'cost nothing': { ja: '無料のため返金なし', en: 'It cost nothing' },
  'took place': { ja: '入場済み', en: 'It took place' },
  gone: { ja: 'すでに取り消し・変更済み', en: 'Moved or given back already' },
  'may be moved': { ja: '日時変更を案内済み', en: 'May be moved' },
  'the provider refused the refund': {
    ja: '決済会社が返金を受け付けませんでした',
    en: 'The provider refused the refund',
  },
  'the refund needs a person': { ja: '返金に人の判断が必要です', en: 'The refund needs a person' },
  'a set product alone': { ja: 'セット商品のみ', en: 'A set product alone' },
  'something of it is not sold any longer': {
    ja: '販売を終えた商品を含みます',
    en: 'Something of it is not sold any longer',
  },
  'the store knows no payment of it': {
    ja: '支払いの記録がありません',
    en: 'The store knows no payment of it',
  },
  not_offered: { ja: '日時変更の対象外', en: 'It is not moved by its buyer' },
  handed_on: { ja: '譲渡済みのチケットがあります', en: 'A ticket is handed on' },
  method_discount: { ja: '支払方法の割引が適用済み', en: 'Its payment method took something off' },
  limit_reached: { ja: '変更できる回数を超えています', en: 'It was moved too often' },
  past_deadline: { ja: '変更の期限が過ぎています', en: 'Too late to move it' },
  coupon_expired: { ja: 'クーポンの期限が過ぎています', en: 'Its coupon has ended' },
  being_paid: { ja: '別の日時の支払い中', en: 'Another time is being paid for' },
  used: { ja: '使用済みのチケットがあります', en: 'A ticket was used' },
  cancelled: { ja: '取り消し済み', en: 'Given back' },
}

export const LETTER_WORDS: Readonly<Record<string, { readonly ja: string; readonly en: string }>> = {
  refund: { ja: '返金のお知らせ', en: 'Refund' },
  move: { ja: '日時変更のご案内', en: 'Offer to move' },
  contact: { ja: '後日ご連絡のお知らせ', en: 'The house will write' },
}
