import type { TextTable } from './text-table.ts'

/** The mail with which tickets are handed on. */
export const shareMailTexts = {
  mail_share_subject: {
    ja: '【{site}】{name}さんから{date}のチケットが届いています',
    en: '{site}, {date}: {name} sent you tickets',
    kr: '[{site}] {name}님이 {date} 티켓을 보냈습니다',
    'zh-hans': '【{site}】{name} 给您发来了{date}的门票',
    'zh-hant': '【{site}】{name} 傳送了{date}的門票給您',
    th: '{site} {date}: {name} ส่งตั๋วถึงคุณ',
  },
  mail_share_intro: {
    ja: '{name}さんから、{site}のチケットが届いています。下のボタンから受け取ってください。',
    en: '{name} sent you tickets for {site}. Please accept them with the button below.',
    kr: '{name}님이 {site} 티켓을 보냈습니다. 아래 버튼을 눌러 받아 주세요.',
    'zh-hans': '{name} 给您发来了{site}的门票，请点击下方按钮领取。',
    'zh-hant': '{name} 傳送了{site}的門票給您，請點選下方按鈕領取。',
    th: '{name} ส่งตั๋วเข้าชม {site} ถึงคุณ กรุณากดปุ่มด้านล่างเพื่อรับตั๋ว',
  },
  mail_share_message_title: {
    ja: '{name}さんからのメッセージ',
    en: 'Message from {name}',
    kr: '{name}님의 메시지',
    'zh-hans': '{name} 的留言',
    'zh-hant': '{name} 的留言',
    th: 'ข้อความจาก {name}',
  },
  mail_share_button: {
    ja: 'チケットを受け取る',
    en: 'Accept the tickets',
    kr: '티켓 받기',
    'zh-hans': '领取门票',
    'zh-hant': '領取門票',
    th: 'รับตั๋ว',
  },
  mail_share_link_note: {
    ja: 'ボタンが開かないときは、次のアドレスを開いてください。',
    en: 'If the button doesn’t work, please use this address:',
    kr: '버튼이 열리지 않으면 다음 주소를 열어 주세요.',
    'zh-hans': '如果按钮无法打开，请打开以下网址：',
    'zh-hant': '如果按鈕無法開啟，請開啟以下網址：',
    th: 'หากเปิดปุ่มไม่ได้ กรุณาใช้ที่อยู่นี้',
  },
  mail_share_tickets: {
    ja: 'チケット',
    en: 'Tickets',
    kr: '티켓',
    'zh-hans': '门票',
    'zh-hant': '門票',
    th: 'ตั๋ว',
  },
  mail_share_device: {
    ja: '入場のときに使う端末で受け取ってください。最初に受け取った端末にだけ表示されます。',
    en: 'Accept them on the device you will bring: they’ll only appear on that device.',
    kr: '입장할 때 사용할 기기에서 받아 주세요. 가장 먼저 받은 기기에만 표시됩니다.',
    'zh-hans': '请用入场时使用的设备领取。门票只会显示在最先领取的设备上。',
    'zh-hant': '請用入場時使用的裝置領取。門票只會顯示在最先領取的裝置上。',
    th: 'กรุณากดรับบนอุปกรณ์ที่จะใช้เข้าชม ตั๋วจะแสดงบนอุปกรณ์แรกที่กดรับเท่านั้น',
  },
  mail_share_unknown: {
    ja: 'お心当たりのない方は、何もせずにこのメールを削除してください。',
    en: 'If you don’t know the sender, you can simply delete this email.',
    kr: '보낸 분을 모르시는 경우에는 이 메일을 삭제하시면 됩니다.',
    'zh-hans': '如果您不认识发送者，请直接删除此邮件。',
    'zh-hant': '如果您不認識傳送者，請直接刪除此郵件。',
    th: 'หากไม่รู้⁠จักผู้ส่ง สามารถลบอีเมลนี้ได้ทันที',
  },
} as const satisfies TextTable
