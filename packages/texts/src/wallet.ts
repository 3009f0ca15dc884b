import type { TextTable } from './text-table.ts'

/** The buttons that put tickets into the wallets of phones, in the words that Apple and Google give for them. */
export const walletTexts = {
  wallet_apple: {
    ja: 'Apple ウォレットに追加',
    en: 'Add to Apple Wallet',
    kr: 'Apple 지갑에 추가',
    'zh-hans': '添加到 Apple 钱包',
    'zh-hant': '加入 Apple 錢包',
    th: 'เพิ่มไปยัง Apple Wallet',
  },
  wallet_google: {
    ja: 'Google ウォレットに追加',
    en: 'Add to Google Wallet',
    kr: 'Google 월렛에 추가',
    'zh-hans': '添加到 Google 钱包',
    'zh-hant': '新增至 Google 錢包',
    th: 'เพิ่มลงใน Google Wallet',
  },
  wallet_range: {
    ja: '{from}〜{to}枚目',
    en: 'Tickets {from} to {to}',
    kr: '{from}~{to}번째 티켓',
    'zh-hans': '第 {from}–{to} 张票',
    'zh-hant': '第 {from}–{to} 張票',
    th: 'บัตรใบที่ {from}–{to}',
  },
  wallet_follows: {
    ja: '日時の変更や払い戻しは、ウォレットのチケットにも反映されます。',
    en: 'If the date changes or a ticket is refunded, the ticket in your wallet follows.',
    kr: '일시 변경이나 환불은 지갑에 있는 티켓에도 반영됩니다.',
    'zh-hans': '日期变更或退款后，钱包中的票也会随之更新。',
    'zh-hant': '日期變更或退款後，錢包中的票券也會隨之更新。',
    th: 'เมื่อเปลี่ยนวันเวลาหรือคืนเงิน บัตรใน Wallet จะอัปเดตตาม',
  },
} as const satisfies TextTable

/**
 * What a pass says. `wallet_changed_*` is shown on a locked phone, which puts the new value where `%@` stands.
 */
export const walletPassTexts = {
  wallet_description: {
    ja: '{house}のチケット',
    en: 'Ticket for {house}',
    kr: '{house} 티켓',
    'zh-hans': '{house}门票',
    'zh-hant': '{house}門票',
    th: 'บัตรเข้าชม {house}',
  },
  wallet_exhibition: {
    ja: 'チケット',
    en: 'Ticket',
    kr: '티켓',
    'zh-hans': '门票',
    'zh-hant': '門票',
    th: 'บัตร',
  },
  wallet_kind: {
    ja: '券種',
    en: 'Type',
    kr: '권종',
    'zh-hans': '票种',
    'zh-hant': '票種',
    th: 'ประเภท',
  },
  wallet_house: {
    ja: '会場',
    en: 'Venue',
    kr: '장소',
    'zh-hans': '场馆',
    'zh-hant': '場館',
    th: 'สถานที่',
  },
  wallet_changed_date: {
    ja: 'ご来場日が %@ に変わりました',
    en: 'Your visit is now on %@',
    kr: '방문일이 %@(으)로 변경되었습니다',
    'zh-hans': '参观日期已更改为 %@',
    'zh-hant': '參觀日期已變更為 %@',
    th: 'วันเข้าชมเปลี่ยนเป็น %@',
  },
  wallet_changed_time: {
    ja: '入場時間が %@ に変わりました',
    en: 'Your entry time is now %@',
    kr: '입장 시간이 %@(으)로 변경되었습니다',
    'zh-hans': '入场时间已更改为 %@',
    'zh-hant': '入場時間已變更為 %@',
    th: 'เวลาเข้าชมเปลี่ยนเป็น %@',
  },
  wallet_entry: {
    ja: 'ご入場',
    en: 'Entry',
    kr: '입장 안내',
    'zh-hans': '入场',
    'zh-hant': '入場',
    th: 'การเข้าชม',
  },
  wallet_entry_how: {
    ja: '入口でこの QR コードをご提示ください。1 枚につきお一人様です。',
    en: 'Show this QR code at the entrance. It admits one person.',
    kr: '입구에서 이 QR 코드를 보여 주세요. 한 장에 한 분이 입장하실 수 있습니다.',
    'zh-hans': '请在入口出示此二维码，一码限一人入场。',
    'zh-hant': '請於入口出示此 QR Code，一張限一人入場。',
    th: 'แสดงคิวอาร์โค้ดนี้ที่ทางเข้า หนึ่งใบต่อหนึ่งท่าน',
  },
  wallet_void: {
    ja: 'このチケットはご利用いただけません',
    en: 'This ticket is no longer valid',
    kr: '이 티켓은 더 이상 사용할 수 없습니다',
    'zh-hans': '此票已失效',
    'zh-hant': '此票券已失效',
    th: 'บัตรใบนี้ใช้ไม่ได้แล้ว',
  },
  wallet_void_why: {
    ja: '払い戻し、ご入場済み、またはほかの方への受け渡しのため、ご利用いただけません。最新のチケットは、メールのリンクからご確認ください。',
    en: 'It was refunded, has been used, or was handed on to somebody else. The link in your e-mail shows the tickets that you have.',
    kr: '환불되었거나, 이미 입장에 사용되었거나, 다른 분께 전달된 티켓입니다. 현재 가지고 계신 티켓은 이메일의 링크에서 확인하실 수 있습니다.',
    'zh-hans': '此票已退款、已使用，或已转交他人。您目前持有的票请通过邮件中的链接查看。',
    'zh-hant': '此票券已退款、已使用，或已轉交他人。您目前持有的票券請由郵件中的連結查看。',
    th: 'บัตรนี้คืนเงินแล้ว ใช้แล้ว หรือส่งต่อให้ผู้อื่นแล้ว ดูบัตรที่คุณมีอยู่ได้จากลิงก์ในอีเมล',
  },
} as const satisfies TextTable
