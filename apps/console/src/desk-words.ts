import type { DeskRefusal } from '@kippu/contract/console/desk-refusals'

import { type DeskError, type Said, words } from './words'

/** The words of what is done at the desk, which come with its dialogs. */
export const DESK_WORDS = words({
  refund: { ja: '返金する', en: 'Give money back' },
  refundLead: {
    ja: '選んだチケットは使えなくなり、支払われた方法で返金します。',
    en: 'The chosen tickets stop working, and the money goes back the way it was paid.',
  },
  whichTickets: { ja: '返金するチケット', en: 'Tickets to give back' },
  wholeTickets: { ja: 'チケットを返金する', en: 'Give tickets back' },
  partOfPrice: {
    ja: '代金の一部を返金する（チケットは有効なまま）',
    en: 'Give back a part of the price (tickets stay valid)',
  },
  yenBack: { ja: '返金する金額（円）', en: 'Yen to give back' },
  handedOn: { ja: '譲渡済みのチケットも返金する', en: 'Also tickets that someone else has accepted' },
  reason: { ja: '理由', en: 'Reason' },
  reasonHint: { ja: '記録に残ります。', en: 'It is kept in the log.' },
  nothingValid: { ja: '返金できるチケットはありません。', en: 'No ticket can be given back.' },
  goesBack: { ja: '返金', en: 'Goes back' },
  stays: { ja: '残り', en: 'Stays' },
  toMethod: { ja: '返金先', en: 'To' },
  elsewhere: { ja: 'ほかで返金済み', en: 'Already given back elsewhere' },
  elsewhereSome: { ja: '一部がほかで返金済み', en: 'Some was given back elsewhere' },
  unknownLeft: { ja: '決済会社の残高は確認できません', en: 'The provider does not say what is left' },
  disputed: { ja: '異議申し立て中の支払いです', en: 'This payment is disputed' },
  evenDisputed: {
    ja: '異議申し立てを確認したうえで返金する',
    en: 'I have looked at the dispute; give it back all the same',
  },
  doRefund: { ja: '返金を実行する', en: 'Give it back' },
  askOther: { ja: '承認を依頼する', en: 'Ask a second person' },
  tooMuch: {
    ja: '1人で返金できる範囲を超えています。ほかの人に承認を依頼します。まだ返金されません。',
    en: 'This is too much for one person. Someone else is asked to agree; nothing goes back yet.',
  },
  asked: {
    ja: '承認を依頼しました。「承認」の画面で進み具合を確認できます。',
    en: 'Asked. See Approvals for what becomes of it.',
  },
  askedAlone: {
    ja: '承認できる人がほかにいないため、次の時刻から「承認」の画面で実行できます：',
    en: 'Nobody else can agree here. You can do it yourself under Approvals from:',
  },
  refundDone: { ja: '返金しました。', en: 'The money is back.' },
  refundOpen: {
    ja: '返金の手続き中です。終わると購入者にメールが届きます。',
    en: 'The money is on its way. The buyer is mailed when it is back.',
  },
  refundFailed: {
    ja: '決済会社が返金を受け付けませんでした。「今日」の画面の「対応が必要」をご確認ください。',
    en: 'The provider refused. Look under “Needs you” in Today.',
  },
  sawThen: { ja: '確認した内容', en: 'What you saw' },
  isNow: { ja: '現在の内容', en: 'What it is now' },
  doCancel: { ja: '開催を中止する', en: 'Cancel the visits' },
  cancelLead: {
    ja: '販売を止め、予約を中止し、購入者にメールで知らせます。取り消せません。',
    en: 'The sale stops, the reservations are cancelled, and their buyers are told. There is no way back.',
  },
  cancelBegun: { ja: '開催の中止を始めました。', en: 'The cancellation has begun.' },
  cancelFollow: { ja: '予約ごとの進み具合を見る', en: 'See what becomes of each' },
  approvalsLead: {
    ja: '1人でできる範囲を超えた操作は、ほかの人が承認してから、依頼した人が実行します。',
    en: 'What is too much for one person: someone else agrees, then the one who asked does it.',
  },
  approvalsNone: { ja: '承認待ちはありません。', en: 'Nothing waits for a second person.' },
  approvalUntil: { ja: '期限', en: 'Until' },
  approvalGiven: { ja: '承認しました', en: 'agreed' },
  approvalAlone: {
    ja: '承認できる人がほかにいません。実行できる時刻',
    en: 'Nobody else can agree. Can be done from',
  },
  approvalDo: { ja: '実行する', en: 'Do it now' },
  tooManyGuests: {
    ja: '1人で1日に出せる枚数を超えています。ほかの人に承認を依頼します。まだ発券されません。',
    en: 'This is more than one person may issue in a day. Someone else is asked to agree; nothing is issued yet.',
  },
  guestsTitle: { ja: '招待券を出す', en: 'Tickets for guests' },
  guestsNone: { ja: 'この日に販売中の時間はありません。', en: 'Nothing is on sale on this day.' },
  guestsKinds: { ja: 'チケットの種類と枚数', en: 'Kinds, and how many' },
  guestsEmail: { ja: 'お客様のメールアドレス', en: 'Email of the guest' },
  guestsName: { ja: 'お名前（来場者リストに載ります）', en: 'Name (stands in the door list)' },
  guestsReason: { ja: '誰に、何のために', en: 'For whom and why' },
  doIssue: { ja: '発券する', en: 'Issue' },
  guestsDone: { ja: '発券し、メールで送りました。予約番号', en: 'Issued and mailed. Reservation' },
  exportTitle: { ja: '個人データを渡す', en: 'Hand out personal data' },
  doExport: { ja: 'ファイルを作る', en: 'Make the files' },
  exported: { ja: 'できました。本人だけに渡してください。', en: 'Ready. Give them to that person alone.' },
  exportPage: { ja: '読んで印刷できるページ', en: 'A page to read and print' },
  exportData: { ja: 'データ（JSON）', en: 'The data (JSON)' },
  eraseTitle: { ja: '個人データを消去する', en: 'Erase the person' },
  eraseReason: {
    ja: '理由と、本人を確認した方法（氏名などは書かない）',
    en: 'Why, and how you made sure who asks (without naming them)',
  },
  evenAhead: {
    ja: 'これからの来場があっても消去する（チケットは有効なまま。連絡はできなくなります）',
    en: 'Also while a visit is to come (its tickets stay good; nobody can be told of a change)',
  },
  seePlan: { ja: '何が消えるか見る', en: 'See what would go' },
  eraseHeld: { ja: '消えるもの（件数）', en: 'What goes (rows)' },
  eraseLosing: { ja: 'スタッフの言葉も消えます', en: 'Words of the staff go too' },
  doErase: { ja: '消去する', en: 'Erase' },
  erased: {
    ja: '消去しました。この人につながるものは残っていません。金額と税の書類は残ります。',
    en: 'Erased. Nothing is left that leads to them; amounts and tax documents stay.',
  },
  moveSome: { ja: 'まとめて日時を変更する', en: 'Move the chosen visits' },
  moveSomeDearer: {
    ja: '高くなるため、購入者が自分のページで変更します。ページを送りました。',
    en: 'Costs more: the buyer was sent the page to move it and pay.',
  },
  moveSomeMoved: { ja: '変更しました', en: 'Moved' },
  moveSomeBack: { ja: '返金', en: 'goes back' },
  moveSomeNone: { ja: 'この時間には変更できません。', en: 'It can’t be moved to this time.' },
  agree: { ja: '承認する', en: 'Agree' },
  refuse: { ja: '承認しない', en: 'Do not agree' },
  agreeLead: {
    ja: '承認すると、依頼した人が、この内容のまま24時間以内に1回だけ実行できるようになります。',
    en: 'If you agree, the person who asked may do exactly this, once, within a day of asking.',
  },
  followsTickets: {
    ja: '実行すると、チケットは無効になり、支払いに返金し、購入者にメールで知らせます。',
    en: 'Once it is done, the tickets stop working, the money goes back to the payment, and the buyer is told by email.',
  },
  followsPart: {
    ja: '実行すると、チケットは有効なまま、支払いに返金し、購入者にメールで知らせます。',
    en: 'Once it is done, the money goes back to the payment, and the buyer is told by email. The tickets stay valid.',
  },
  followsGuests: {
    ja: '実行すると、チケットがお客様にメールで届きます。代金はいただきません。',
    en: 'Once it is done, the tickets are mailed to the guest. Nobody pays for them.',
  },
  followsChange: {
    ja: '実行すると、その時から新しい値が使われます。',
    en: 'Once it is done, the new values count.',
  },
  refuseLead: { ja: 'この依頼は終わり、何も実行されません。', en: 'It ends here; nothing is done.' },
  agreed: { ja: '承認しました。', en: 'Agreed.' },
  refusedIt: { ja: '承認しませんでした。', en: 'Not agreed to.' },
  letterTitle: { ja: '送ったメール', en: 'The letter that was sent' },
  letterLead: {
    ja: '入場コードとリンクは表示しません。見たことは記録されます。',
    en: 'Codes and links are left out. That you read it is written down.',
  },
  letterAsSent: { ja: '送ったときと同じ内容です。', en: 'It reads as it did when it was sent.' },
  letterChanged: {
    ja: '送ったあとに予約や文言が変わりました。今の内容で表示しています。',
    en: 'The order or its words have changed since. This is how it reads today.',
  },
  letterUnknown: {
    ja: '今の内容で表示しています。送ったときと違うことがあります。',
    en: 'This is how it reads today. It may have read otherwise when it was sent.',
  },
  resend: { ja: 'チケットのメールを再送する', en: 'Send the tickets again' },
  resendLang: { ja: 'メールの言語', en: 'Language of the email' },
  resendSame: { ja: '注文時と同じ', en: 'As they ordered' },
  doSend: { ja: '送信する', en: 'Send' },
  sent: {
    ja: '送信の手続きをしました。1分ほどで届きます。',
    en: 'On its way; it arrives in about a minute.',
  },
  address: { ja: 'メールアドレスを直す', en: 'Correct the address' },
  newAddress: { ja: '正しいメールアドレス', en: 'The right address' },
  addressFault: { ja: 'メールアドレスの形をご確認ください。', en: 'That is not an email address.' },
  addressReason: { ja: '理由と、本人を確認した方法', en: 'Why, and how you made sure who asks' },
  note: { ja: 'メモを残す', en: 'Add a note' },
  noteLead: {
    ja: 'この予約の経過に残り、スタッフだけが見られます。個人データの消去で消えます。',
    en: 'Kept with this order for the staff alone; it goes when the person is erased.',
  },
  noteWords: { ja: 'メモ', en: 'Note' },
  noteKept: { ja: 'メモを残しました。', en: 'Kept.' },
  doNote: { ja: '残す', en: 'Keep' },
  move: { ja: '日時を変更する', en: 'Move the visit' },
  moveDay: { ja: '新しい日', en: 'New day' },
  moveNone: { ja: 'この日に変更できる時間はありません。', en: 'There is no time on this day.' },
  moveTime: { ja: '新しい時間', en: 'New time' },
  placesLeft: { ja: '残り', en: 'left' },
  sameAsNow: { ja: '差額なし', en: 'same price' },
  moveDearer: {
    ja: 'この日時には差額の支払いが必要です。予約は変更せず、チケットのメールを再送します。購入者がその中のページで日時を変更し、差額を支払います。',
    en: 'This time costs more. Nothing is moved: the buyer gets the tickets by email again, with the page where they move the visit and pay the difference.',
  },
  movesWhole: {
    ja: '有効なチケットすべての日時が変わります。一部だけを別の日にするときは、その分を返金し、新しくご購入いただきます。',
    en: 'All tickets that are left move together. To have some of them on another day, give these back; they are bought anew.',
  },
  doMove: { ja: '変更する', en: 'Move' },
  sendPage: { ja: '購入者にページを送る', en: 'Send the buyer the page' },
  moved: {
    ja: '日時を変更しました。購入者にメールでお知らせします。',
    en: 'Moved. The buyer is told by email.',
  },
  payment: { ja: '支払いを確認済みにする', en: 'Take up a payment' },
  paymentLead: {
    ja: '決済会社の画面で確認した結果を選んでください。',
    en: 'Say what you found in the provider’s console.',
  },
  paymentChecked: {
    ja: '確認した（必要なら決済会社に問い合わせ直す）',
    en: 'Checked; the store asks the provider again if it is open',
  },
  paymentReturned: { ja: '代金はすでに返金されていた', en: 'Its money has gone back' },
  paymentOtherwise: { ja: '振込や現金で返金した', en: 'It was paid back by transfer or in cash' },
  paymentWhich: { ja: '支払い', en: 'Payment' },
  paymentFound: { ja: '確認した結果', en: 'What you found' },
  doTakeUp: { ja: '確認済みにする', en: 'Take it up' },
  takenUp: { ja: '確認済みにしました。', en: 'Taken up.' },
  unknownEnd: {
    ja: '応答がなく、実行されたか分かりません。もう一度確かめても、二重には実行されません。',
    en: 'No answer came: it is not known whether it was done. Ask again; it is never done twice.',
  },
  askAgain: { ja: 'もう一度確かめる', en: 'Ask again' },
})

export const DESK_ERROR_WORDS: Readonly<Record<DeskError, Said>> = {
  refused: { ja: 'この操作はできません。', en: 'This cannot be done.' },
  'changed meanwhile': {
    ja: 'ほかの人の操作で内容が変わりました。まだ何も実行していません。',
    en: 'This has changed since you looked. Nothing was done.',
  },
  'second person needed': {
    ja: '1人でできる範囲を超えています。ほかの人の承認が必要です。',
    en: 'This is too much for one person. Someone else has to agree.',
  },
  'approval not valid': {
    ja: 'この承認は使えません。何も実行していません。',
    en: 'This approval cannot be used. Nothing was done.',
  },
  'request in progress': {
    ja: '前の操作がまだ進行中です。少し待って、もう一度お確かめください。',
    en: 'The first try is still under way. Wait a moment and ask again.',
  },
  'key reused': {
    ja: '画面を読み直して、もう一度お試しください。',
    en: 'Reload the page and try again.',
  },
}

export const REFUSED_WORDS: Readonly<Record<DeskRefusal, Said>> = {
  'no such reservation': { ja: '予約が見つかりません。', en: 'There is no such reservation.' },
  'no such ticket': { ja: 'そのチケットはありません。', en: 'There is no such ticket.' },
  'ticket was used': { ja: '使用済みのチケットです。', en: 'The ticket was used.' },
  'ticket is revoked already': { ja: 'すでに無効のチケットです。', en: 'The ticket is revoked already.' },
  'somebody else has accepted the ticket': {
    ja: 'ほかの人が受け取ったチケットです。受け取った人に確認してください。',
    en: 'Someone else has accepted the ticket. Make sure they know.',
  },
  'nothing was paid': { ja: '返金できる支払いがありません。', en: 'Nothing is left to give back.' },
  'another time is being paid for': {
    ja: '購入者が日時変更の支払い中です。終わるまでお待ちください。',
    en: 'The buyer is paying for another time. Wait until that ends.',
  },
  'the visit has moved': { ja: '日時が変更されました。', en: 'The visit has moved.' },
  'more than the tickets cost': {
    ja: 'チケットの代金より多いか同じです。全額の場合はチケットを返金してください。',
    en: 'That is all of the price or more. To give back all, give tickets back.',
  },
  'another refund is under way': { ja: '別の返金が進行中です。', en: 'Another refund is under way.' },
  'payment is not captured yet': {
    ja: '支払いがまだ確定していません。しばらくお待ちください。',
    en: 'The payment is not settled yet. Try again later.',
  },
  'payment is captured already': { ja: '支払いは確定しています。', en: 'The payment is captured already.' },
  'payment is being given back or released': {
    ja: '支払いの返金または取り消しが進行中です。',
    en: 'The payment is already being given back.',
  },
  'payment is disputed': {
    ja: '異議申し立て中の支払いです。決済会社の画面をご確認ください。',
    en: 'The payment is disputed. Look at it in the provider’s console first.',
  },
  'its tickets are revoked': { ja: 'チケットはすべて無効です。', en: 'Its tickets are revoked.' },
  'it has no address': {
    ja: 'メールアドレスがありません。先にアドレスを登録してください。',
    en: 'It has no email address. Correct the address first.',
  },
  'visits of its product stay where they are': {
    ja: 'この商品の予約は日時を変更できません。',
    en: 'Visits of this product cannot be moved.',
  },
  'it was moved as often as the site allows': {
    ja: '日時を変更できる回数に達しています。',
    en: 'It was moved as often as the site allows.',
  },
  'it is too long ago': {
    ja: '来場日から1週間以上過ぎているため変更できません。',
    en: 'The visit was more than a week ago.',
  },
  'it is that time already': { ja: 'すでにその日時の予約です。', en: 'It is at that time already.' },
  'it, or something with it, is no longer sold': {
    ja: 'この商品か、一緒に購入した物の販売が終わっているため変更できません。',
    en: 'It, or something bought with it, is no longer sold.',
  },
  'a ticket was used or handed on meanwhile': {
    ja: 'その間にチケットが使われたか、譲渡されたため変更できません。',
    en: 'Meanwhile a ticket was used or handed on.',
  },
  'its payment method took something off': {
    ja: '支払方法の割引が適用されているため、日時を変更できません。',
    en: 'It was bought with a payment discount, so it cannot be moved.',
  },
  'its buyer is paying for another time': {
    ja: '購入者が別の日時の支払い中です。終わるまでお待ちください。',
    en: 'Its buyer is paying for another time. Wait until that ends.',
  },
  'that time is sold out, closed or not sold': {
    ja: 'その日時は満席か、販売していません。',
    en: 'That time is sold out, closed or not sold.',
  },
  'its coupon does not hold on that day': {
    ja: 'クーポンがその日は使えません。',
    en: 'Its coupon is not valid on that day.',
  },
  'its coupon has ended': { ja: 'クーポンの期限が過ぎています。', en: 'Its coupon has ended.' },
  'it costs more, which its buyer pays': {
    ja: '差額の支払いが必要です。購入者がチケットのページで変更します。',
    en: 'It costs more. Its buyer moves it on the page of their tickets, and pays.',
  },
  'a second person is needed to give so much back': {
    ja: '差額が1人で返金できる範囲を超えているため、変更できません。ほかの人の承認を得て返金するか、料金が同じ日時を選んでください。',
    en: 'So much would go back that someone else has to agree. Give the money back as a refund, by two people, or choose a time that costs as much.',
  },
  'it cannot be moved': { ja: 'この日時には変更できません。', en: 'It cannot be moved there.' },
  'more is held, sold or kept than that': {
    ja: '販売済み・手続き中・確保分より少なくはできません。',
    en: 'More is held, sold or kept for others than that.',
  },
  'other channels have shares of the rest': {
    ja: '残りは、ほかの販路のために確保されています。',
    en: 'Other channels have shares of the rest.',
  },
  'the rest is held or sold': {
    ja: '残りは販売済み・手続き中です。',
    en: 'The rest is held or sold.',
  },
  'the channel has sold more than that': {
    ja: 'この販路では、それより多く販売済み・手続き中です。',
    en: 'The channel has sold or holds more than that.',
  },
  'that day is not sold': {
    ja: 'その日は販売していません。',
    en: 'That day is not on sale.',
  },
  'a time begins then already': {
    ja: '同じ時刻に始まる時間がすでにあります。',
    en: 'A time begins then already.',
  },
  'it ends before it begins': { ja: '終わりが始まりより前です。', en: 'It ends before it begins.' },
  'nothing is chosen any more': {
    ja: '選んだ時間はもうありません。',
    en: 'The times that you chose are gone.',
  },
  'its provider keeps some of it': {
    ja: '決済会社にまだ代金が残っています。決済会社の画面で返金してください。',
    en: 'Its provider keeps some of it. Give that back in the provider’s console.',
  },
  'its refund has not failed': { ja: '失敗した返金はありません。', en: 'No refund of it has failed.' },
  'an order of theirs is under way': {
    ja: '手続き中の注文があります。',
    en: 'An order of theirs is under way.',
  },
  'it would not be sent now': {
    ja: '予約が変わったため、このメールは今は表示できません。',
    en: 'The order has changed since: this letter can no longer be shown.',
  },
  'a payment of theirs is open': { ja: '処理中の支払いがあります。', en: 'A payment of theirs is open.' },
  'a refund of theirs is open': { ja: '処理中の返金があります。', en: 'A refund of theirs is open.' },
  'a visit of theirs is being cancelled': {
    ja: '中止の手続き中の来場があります。',
    en: 'A visit of theirs is being cancelled.',
  },
  'a visit of theirs is to come': {
    ja: 'これからの来場があります。先に返金するか、下の確認にチェックを入れてください。',
    en: 'A visit of theirs is to come: give it back first, or tick the box.',
  },
  'they have an order': {
    ja: '注文があるため、名簿から外せません。',
    en: 'They have an order, so they stay on the list.',
  },
  'the reason names them': {
    ja: '理由にこの人のことが書かれています。理由は消えないため、書き直してください。',
    en: 'The reason says something about them, and it stays: write it without that.',
  },
  'no such approval': { ja: '承認が見つかりません。', en: 'There is no such approval.' },
  'it is your own': {
    ja: '自分の依頼は承認できません。',
    en: 'You cannot approve what you asked for yourself.',
  },
  'it may be one person under two names': {
    ja: '同じ人の別名かもしれないため、承認できません。この1日のあいだに、一方がもう一方を招待したか、同じ人が両方を招待しています。ほかの人に承認を頼んでください。',
    en: 'It may be one person under two names: within a day one of you invited the other, or somebody invited you both. Someone else has to agree.',
  },
  'it was decided already': { ja: 'すでに回答済みです。', en: 'It was decided already.' },
  'it has expired': { ja: '期限が過ぎました。もう一度依頼してください。', en: 'It has expired. Ask again.' },
  'it was used already': { ja: 'すでに実行済みです。', en: 'It was used already.' },
  'nobody has agreed yet': { ja: 'まだ承認されていません。', en: 'Nobody has agreed yet.' },
  'it is for something else': {
    ja: '承認された内容と違います。もう一度依頼してください。',
    en: 'It was given for something else, or things have changed. Ask again.',
  },
}
