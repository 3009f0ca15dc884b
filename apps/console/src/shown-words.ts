import type { Permission } from '@kippu/domain/staff/permission'
import type { OrderStatus } from '@kippu/domain/states/order'
import type { VisitState } from '@kippu/domain/visit-state'

import type { Said } from './words'

/** The words of what the store keeps as a word of its own. */

export const PERMISSION_WORDS: Readonly<Record<Permission, Said>> = {
  'orders:read': { ja: '予約を見る', en: 'See orders' },
  'orders:contact': { ja: '購入者の連絡先を見る', en: 'See how buyers are reached' },
  'orders:write': { ja: '予約を直す', en: 'Change orders' },
  'letters:send': { ja: 'メールを送る', en: 'Send letters' },
  'refunds:write': { ja: '返金する', en: 'Refund' },
  'refunds:approve': { ja: '返金・中止・価格を承認する', en: 'Agree to refunds, cancellations and prices' },
  'tickets:issue': { ja: '招待券を出す', en: 'Issue tickets' },
  'stock:read': { ja: '販売状況を見る', en: 'See what is sold and left' },
  'sales:write': { ja: '販売を止める・再開する', en: 'Stop and resume sales' },
  'visits:read': { ja: '開催中止の進み具合を見る', en: 'See cancelled visits' },
  'visits:cancel': { ja: '開催を中止する', en: 'Cancel visits' },
  'sheets:write': { ja: '表で一括変更する', en: 'Import and export sheets' },
  'catalogue:write': { ja: '商品と日程を変える', en: 'Change products and days' },
  'coupons:write': { ja: 'クーポンを変える', en: 'Change coupons' },
  'words:write': { ja: '文言を変える', en: 'Change words' },
  'members:write': { ja: '会員を変える', en: 'Change members' },
  'magazine:read': { ja: 'メール配信先を取り出す', en: 'Hand out newsletter addresses' },
  'persons:read': { ja: '個人データを渡す', en: 'Hand out personal data' },
  'persons:erase': { ja: '個人データを消す', en: 'Erase a person' },
  'notices:write': { ja: 'お知らせを出す', en: 'Post notices' },
  'gate:write': { ja: '入口と端末を管理する', en: 'Manage gates' },
  'money:read': { ja: '売上を見る', en: 'See sales' },
  'money:close': { ja: '月を締める', en: 'Close months' },
  'sites:write': { ja: '施設情報を変える', en: 'Change site settings' },
  'keys:write': { ja: '外部連携のキーを作る・止める', en: 'Make and revoke keys' },
  'staff:write': { ja: 'スタッフを管理する', en: 'Manage staff' },
  'actions:read': { ja: '操作の記録を見る', en: 'See the log' },
  'deployment:write': { ja: 'システムを管理する', en: 'Run the deployment' },
}

export const STATUS_WORDS: Readonly<Record<OrderStatus, Said>> = {
  temporary: { ja: '選択中', en: 'Choosing' },
  mail_sent: { ja: 'メール確認待ち', en: 'Waiting for email' },
  ready_checkout: { ja: '支払い待ち', en: 'Waiting for payment' },
  payment_pending: { ja: '支払い中', en: 'Paying' },
  payment_3ds: { ja: '本人認証中', en: 'At the bank' },
  completed: { ja: '予約済み', en: 'Booked' },
  expired: { ja: '時間切れ', en: 'Expired' },
  cancelled: { ja: '取り消し', en: 'Cancelled' },
  refunded: { ja: '返金済み', en: 'Refunded' },
  refund_failed: { ja: '返金できず', en: 'Refund failed' },
}

export const VISIT_WORDS: Readonly<Record<VisitState, Said>> = {
  'to come': { ja: '来場前', en: 'To come' },
  inside: { ja: '館内', en: 'Inside' },
  over: { ja: '終了', en: 'Over' },
  'given back': { ja: '返金済み', en: 'Given back' },
  'cancelled by the house': { ja: '施設が中止', en: 'Cancelled by the house' },
}

export const TICKET_WORDS: Readonly<Record<string, Said>> = {
  valid: { ja: '有効', en: 'Valid' },
  used: { ja: '使用済み', en: 'Used' },
  revoked: { ja: '無効', en: 'Revoked' },
  'handed on': { ja: '譲渡済み', en: 'Handed on' },
}

/** The events of an order, by the kinds that the store writes; a kind without words is shown as it is written. */
export const EVENT_WORDS: Readonly<Record<string, Said>> = {
  ordered: { ja: '注文を始めた', en: 'Order begun' },
  completed: { ja: '予約が成立した', en: 'Booked' },
  'address refused': { ja: 'メールが届かなかった', en: 'Email refused' },
  'payment begun': { ja: '支払いを始めた', en: 'Payment begun' },
  'payment executing': { ja: '支払いを処理中', en: 'Payment under way' },
  'payment action_required': { ja: '本人認証を待った', en: 'Waited for the bank' },
  'payment pending': { ja: '支払いの結果待ち', en: 'Payment pending' },
  'payment authorized': { ja: '支払いが承認された', en: 'Payment authorised' },
  'payment captured': { ja: '支払いが確定した', en: 'Payment captured' },
  'payment partially_refunded': { ja: '一部を返金した', en: 'Partly refunded' },
  'payment refunded': { ja: '全額を返金した', en: 'Fully refunded' },
  'payment voided': { ja: '支払いを取り消した', en: 'Payment voided' },
  'payment failed': { ja: '支払いができなかった', en: 'Payment failed' },
  'payment expired': { ja: '支払いが時間切れになった', en: 'Payment timed out' },
  'payment refund_failed': { ja: '返金ができなかった', en: 'Refund failed' },
  'money: capture': { ja: '入金', en: 'Money in' },
  'money: refund': { ja: '返金', en: 'Money back' },
  'refund asked for': { ja: '返金を依頼した', en: 'Refund asked for' },
  'refund requested': { ja: '返金の処理中', en: 'Refund under way' },
  'refund done': { ja: '返金が終わった', en: 'Refund done' },
  'refund failed': { ja: '返金できなかった', en: 'Refund failed' },
  receipt: { ja: '領収書を発行した', en: 'Receipt issued' },
  'tickets asked for again': { ja: 'チケットの再送を求めた', en: 'Tickets asked for again' },
  moved: { ja: '日時を変更した', en: 'Moved to another time' },
  'tickets handed on': { ja: 'チケットを譲った', en: 'Tickets offered' },
  'tickets accepted': { ja: '譲られた人が受け取った', en: 'Tickets accepted' },
  'tickets taken back': { ja: '譲渡を取り消した', en: 'Tickets taken back' },
  'check-in in': { ja: '入場', en: 'Entered' },
  'check-in out': { ja: '退場', en: 'Left' },
  'check-in undone': { ja: '入場を取り消した', en: 'Entry undone' },
  'visit cancelled by the house': { ja: '施設が開催を中止した', en: 'Cancelled by the house' },
  'letter sent': { ja: 'メールを送った', en: 'Email sent' },
  'letter waits': { ja: 'メールの送信待ち', en: 'Email waiting' },
  'letter failed': { ja: 'メールを送れなかった', en: 'Email failed' },
  'order letter': { ja: '送ったメールを見た', en: 'Letter read by the staff' },
  'order contact': { ja: '連絡先を見た', en: 'Contact looked up' },
  'person export': { ja: '個人データを渡した', en: 'Personal data handed out' },
  'person erase': { ja: '個人データを消した', en: 'Person erased' },
  note: { ja: 'メモ', en: 'Note' },
  resend: { ja: 'スタッフがチケットを再送した', en: 'Tickets sent again by the staff' },
  address: { ja: 'スタッフがアドレスを直した', en: 'Address corrected by the staff' },
  'move begun': { ja: 'スタッフが日時の変更を始めた', en: 'Move begun by the staff' },
  move: { ja: 'スタッフが日時を変更した', en: 'Moved by the staff' },
  'move refused': { ja: 'スタッフの日時の変更ができなかった', en: 'Move by the staff refused' },
  'issue begun': { ja: '招待券の発行を始めた', en: 'Issue of tickets begun' },
  issue: { ja: '招待券を発行した', en: 'Tickets issued by the staff' },
  'issue refused': { ja: '招待券を発行できなかった', en: 'Issue of tickets refused' },
  refund: { ja: 'スタッフが返金した', en: 'Given back by the staff' },
  'refund refused': { ja: 'スタッフの返金ができなかった', en: 'Refund by the staff refused' },
  'refund ask': { ja: '返金の承認を依頼した', en: 'A second person asked' },
  approval: { ja: '承認の依頼に回答した', en: 'The second person answered' },
  'approval refused': { ja: '承認の回答ができなかった', en: 'Answer of the second person refused' },
  'attempt checked': { ja: '支払いを確認済みにした', en: 'Payment taken up' },
  'attempt returned': { ja: '支払いを返金済みにした', en: 'Payment taken up: its money is back' },
  'refund taken up': { ja: '返金を確認済みにした', en: 'Refund taken up' },
  void: { ja: 'スタッフが支払いを取り消した', en: 'Payment voided by the staff' },
}

/** Why somebody should look at a payment. */
export const WHY_WORDS: Readonly<Record<string, Said>> = {
  'needs a person': { ja: '人の判断が必要', en: 'Needs a person' },
  open: { ja: '10分以上続いている', en: 'Open for over ten minutes' },
}
