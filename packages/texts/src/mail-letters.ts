import type { TextTable } from './text-table.ts'

/**
 * Words around the words of the mails (`mails.ts`): the headline of each, what is said of the codes for the entrance, the map and the entry for
 * the calendar.
 */
export const mailLetterTexts = {
  guest_ticket: {
    ja: 'ご招待',
    en: 'Guest ticket',
    kr: '초대',
    'zh-hans': '特邀嘉宾',
    'zh-hant': '特邀嘉賓',
    th: 'บัตรเชิญ',
  },
  mail_confirm_title: {
    ja: 'メールアドレスのご確認',
    en: 'Confirm your email address',
    kr: '이메일 주소 확인',
    'zh-hans': '确认您的电子邮箱',
    'zh-hant': '確認您的電子郵件地址',
    th: 'ยืนยันอีเมลของคุณ',
  },
  mail_complete_title: {
    ja: 'チケットをお届けします',
    en: 'Here are your tickets',
    kr: '티켓을 보내 드립니다',
    'zh-hans': '您的门票已送达',
    'zh-hant': '為您送上門票',
    th: 'ตั๋วของคุณมาแล้ว',
  },
  mail_change_title: {
    ja: 'ご来場の日時を変更しました',
    en: 'Your visit has been changed',
    kr: '방문 일시가 변경되었습니다',
    'zh-hans': '您的参观时间已更改',
    'zh-hant': '您的參觀時間已變更',
    th: 'เปลี่ยนวันเข้าชมแล้ว',
  },
  mail_reminder_title: {
    ja: 'まもなくご来場日です',
    en: 'See you soon',
    kr: '곧 방문일입니다',
    'zh-hans': '即将与您见面',
    'zh-hant': '即將與您見面',
    th: 'ใกล้ถึงวันเข้าชมแล้ว',
  },
  mail_thanks_title: {
    ja: 'ご来場ありがとうございました',
    en: 'Thank you for coming',
    kr: '방문해 주셔서 감사합니다',
    'zh-hans': '感谢您的光临',
    'zh-hant': '感謝您的光臨',
    th: 'ขอบคุณที่มาเยี่ยมชม',
  },
  mail_refund_title: {
    ja: 'ご返金のお知らせ',
    en: 'Your refund',
    kr: '환불 안내',
    'zh-hans': '退款通知',
    'zh-hant': '退款通知',
    th: 'แจ้งการคืน⁠เงิน',
  },
  mail_share_title: {
    ja: '{name}さんからチケットが届いています',
    en: '{name} sent you tickets',
    kr: '{name}님이 티켓을 보냈습니다',
    'zh-hans': '{name} 给您发来了门票',
    'zh-hant': '{name} 傳送了門票給您',
    th: '{name} ส่งตั๋วถึงคุณ',
  },
  mail_venue_map: {
    ja: '地図を開く',
    en: 'Open the map',
    kr: '지도 열기',
    'zh-hans': '打开地图',
    'zh-hant': '開啟地圖',
    th: 'เปิดแผนที่',
  },
  mail_codes_title: {
    ja: '入場用のQRコード',
    en: 'Your QR codes for entry',
    kr: '입장용 QR 코드',
    'zh-hans': '入场二维码',
    'zh-hant': '入場 QR Code',
    th: 'คิว⁠อาร์โค้ดสำหรับเข้าชม',
  },
  mail_codes_each: {
    ja: '入口で、お一人につき1つずつお見せください。通信できない場所でも使えます。日時を変更した場合や、ほかの方に渡した場合、このコードは使えなくなります。',
    en: 'Show one for each person at the entrance. You don’t need a connection. A code stops working if you change the date or give the ticket to someone else.',
    kr: '입구에서 한 분당 하나씩 보여 주세요. 통신이 되지 않는 곳에서도 사용할 수 있습니다. 일시를 변경하거나 다른 분께 전달하면 이 코드는 사용할 수 없게 됩니다.',
    'zh-hans': '请在入口处每人出示一个，没有网络也可使用。更改参观时间或将门票转交他人后，此二维码即失效。',
    'zh-hant':
      '請於入口處每人出示一個，沒有網路也可使用。變更參觀時間或將門票轉交他人後，此 QR Code 即失效。',
    th: 'แสดงคนละ 1 โค้ดที่ทางเข้า ใช้ได้แม้ไม่มีอินเทอร์เน็ต หากเปลี่ยนวันเข้าชมหรือส่งต่อตั๋วให้ผู้อื่น โค้ดนี้จะใช้ไม่ได้',
  },
  mail_codes_party: {
    ja: 'この1つのコードで、{count}名が一緒にご入場いただけます。お一人ずつのコードは、チケットのページにあります。日時を変更した場合や、ほかの方に渡した場合、このコードは使えなくなります。',
    en: 'This one code admits all {count} of you together. It stops working if you change the date or give tickets to someone else. Each person’s own code is on the ticket page.',
    kr: '이 코드 하나로 {count}명이 함께 입장하실 수 있습니다. 한 분씩의 코드는 티켓 페이지에 있습니다. 일시를 변경하거나 다른 분께 전달하면 이 코드는 사용할 수 없게 됩니다.',
    'zh-hans':
      '凭此二维码，{count}人可一同入场。每人的二维码在门票页面上。更改参观时间或将门票转交他人后，此二维码即失效。',
    'zh-hant':
      '憑此 QR Code，{count}人可一同入場。每人的 QR Code 在門票頁面上。變更參觀時間或將門票轉交他人後，此 QR Code 即失效。',
    th: 'โค้ดเดียวนี้เข้าชมพร้อมกันได้ {count} คน โค้ดของแต่ละคนอยู่ในหน้าตั๋ว หากเปลี่ยนวันเข้าชมหรือส่งต่อตั๋วให้ผู้อื่น โค้ดนี้จะใช้ไม่ได้',
  },
  mail_codes_changing: {
    ja: '入場用のQRコードは30秒ごとに変わるため、このメールには載せていません。当日は「{button}」からチケットを表示して、入口でお見せください。',
    en: 'The QR codes for entry change every 30 seconds, so they are not in this email. On the day, press “{button}” and show the ticket page at the entrance.',
    kr: '입장용 QR 코드는 30초마다 바뀌므로 이 메일에는 실려 있지 않습니다. 당일에는 ‘{button}’을 눌러 티켓을 표시하고 입구에서 보여 주세요.',
    'zh-hans':
      '入场二维码每30秒更新一次，因此本邮件中没有二维码。当天请点击“{button}”，在入口处出示门票页面。',
    'zh-hant':
      '入場 QR Code 每 30 秒更新一次，因此本郵件中沒有 QR Code。當天請點選「{button}」，於入口處出示門票頁面。',
    th: 'คิว⁠อาร์โค้ดสำหรับเข้าชมเปลี่ยนทุก 30 วินาที จึงไม่อยู่ในอีเมลนี้ ในวันเข้าชมกรุณากด “{button}” แล้วแสดงหน้าตั๋วที่ทางเข้า',
  },
  mail_calendar: {
    ja: 'このメールに添付のファイル（visit.ics）を開くと、カレンダーに予定を追加できます。',
    en: 'Open the attached file (visit.ics) to add the visit to your calendar.',
    kr: '이 메일에 첨부된 파일(visit.ics)을 열면 캘린더에 일정을 추가할 수 있습니다.',
    'zh-hans': '打开本邮件的附件（visit.ics），即可将行程添加到日历。',
    'zh-hant': '開啟本郵件的附件（visit.ics），即可將行程加入行事曆。',
    th: 'เปิดไฟล์แนบ (visit.ics) เพื่อเพิ่มกำหนดการลงในปฏิทิน',
  },
} as const satisfies TextTable
