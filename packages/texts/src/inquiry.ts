import type { TextTable } from './text-table.ts'

/** Words of the reservation inquiry. */
export const inquiryTexts = {
  inquiry_lead: {
    ja: 'ご購入時のメールアドレスと予約番号を入力すると、チケットのページが開きます。',
    en: 'To open your tickets, enter the email address you used for your purchase and your reservation number.',
    kr: '구매하실 때의 이메일 주소와 예약 번호를 입력하시면 티켓 페이지가 열립니다.',
    'zh-hans': '输入购票时的电子邮箱和预订编号，即可打开门票页面。',
    'zh-hant': '輸入購票時的電子郵件地址和預訂編號，即可開啟門票頁面。',
    th: 'กรอกอีเมลที่ใช้ตอนซื้อและหมายเลขการจองเพื่อเปิดหน้าตั๋วของคุณ',
  },
  inquiry_email: {
    ja: 'メールアドレス',
    en: 'Email address',
    kr: '이메일 주소',
    'zh-hans': '电子邮箱',
    'zh-hant': '電子郵件地址',
    th: 'อีเมล',
  },
  inquiry_number_help: {
    ja: 'チケットのメールの件名と本文にある、英字と数字の10文字です（例：ABCD2345EF）。大文字・小文字、全角・半角、空白は区別しません。',
    en: 'Ten letters and digits, such as ABCD2345EF, in the subject and text of your ticket email. Capitals and spaces don’t matter.',
    kr: '티켓 이메일의 제목과 본문에 있는 영문자와 숫자 10자리입니다(예: ABCD2345EF). 대소문자와 띄어쓰기는 구분하지 않습니다.',
    'zh-hans':
      '由10个英文字母和数字组成（例如 ABCD2345EF），见门票邮件的主题和正文。不区分大小写、全角半角，空格可有可无。',
    'zh-hant':
      '由10個英文字母和數字組成（例如 ABCD2345EF），見門票郵件的主旨和內文。不分大小寫、全形半形，空格可有可無。',
    th: 'ตัวอักษรและตัวเลข 10 ตัว เช่น ABCD2345EF อยู่ในหัวเรื่องและเนื้อหาของอีเมลตั๋ว พิมพ์ตัวเล็กหรือเว้นวรรคก็ได้',
  },
  inquiry_number_mistakable: {
    ja: '予約番号に 0（ゼロ）、O（オー）、1（イチ）、I（アイ）は使われていません。形の似た文字をお確かめください。',
    en: 'Reservation numbers never contain 0 (zero), O, 1 (one) or I. Please look for a similar character.',
    kr: '예약 번호에는 0(숫자 영), O(오), 1(숫자 일), I(아이)를 사용하지 않습니다. 비슷한 글자가 아닌지 확인해 주세요.',
    'zh-hans': '预订编号中不使用 0（数字零）、O、1（数字一）和 I，请核对是否为相似的字符。',
    'zh-hant': '預訂編號中不使用 0（數字零）、O、1（數字一）和 I，請確認是否為相似的字元。',
    th: 'หมายเลขการจองไม่มี 0 (เลขศูนย์), O, 1 (เลขหนึ่ง) และ I กรุณาดูว่าเป็นตัวอักษรที่คล้ายกันหรือไม่',
  },
  inquiry_number_form: {
    ja: '予約番号は英字と数字の10文字です。お確かめください。',
    en: 'Please check it: a reservation number has ten characters, letters and digits.',
    kr: '예약 번호는 영문자와 숫자 10자리입니다. 확인해 주세요.',
    'zh-hans': '预订编号由10个英文字母和数字组成，请核对。',
    'zh-hant': '預訂編號由10個英文字母和數字組成，請確認。',
    th: 'หมายเลขการจองมีตัวอักษรและตัวเลข 10 ตัว กรุณาตรวจ⁠สอบ',
  },
  inquiry_submit: {
    ja: 'チケットを開く',
    en: 'Open my tickets',
    kr: '티켓 열기',
    'zh-hans': '打开门票',
    'zh-hant': '開啟門票',
    th: 'เปิดตั๋วของฉัน',
  },
  inquiry_unknown_pair: {
    ja: 'このメールアドレスと予約番号のご予約は見つかりませんでした。どちらもお確かめください。',
    en: 'No reservation has this email address and number. Please check both.',
    kr: '이 이메일 주소와 예약 번호의 예약을 찾을 수 없습니다. 둘 다 확인해 주세요.',
    'zh-hans': '未找到与此邮箱地址和预订编号相符的预订。请核对这两项。',
    'zh-hant': '找不到與此電子郵件地址和預訂編號相符的預訂。請確認這兩項。',
    th: 'ไม่พบการจองที่ตรงกับอีเมลและหมายเลขนี้ โปรดตรวจ⁠สอบทั้งสองอย่าง',
  },
  inquiry_wait: {
    ja: '一致しない照会が続いたため、いったん受付を止めています。約{minutes}分後にもう一度お試しください。お急ぎのときは、チケットのメールのリンクから開けます。',
    en: 'Too many attempts didn’t match. Please try again in about {minutes} min. The link in your ticket email still works.',
    kr: '일치하지 않는 조회가 이어져 잠시 접수를 멈추었습니다. 약 {minutes}분 후에 다시 시도해 주세요. 그동안에도 티켓 이메일의 링크로 여실 수 있습니다.',
    'zh-hans':
      '不匹配的查询过多，已暂停受理。请约{minutes}分钟后再试。在此期间仍可通过门票邮件中的链接打开。',
    'zh-hant':
      '不相符的查詢過多，已暫停受理。請約{minutes}分鐘後再試。在此期間仍可透過門票郵件中的連結開啟。',
    th: 'มีการค้นหาที่ไม่ตรงกันหลายครั้ง เราจึงหยุดรับชั่วคราว กรุณาลองใหม่ในอีกประมาณ {minutes} นาที ระหว่างนี้เปิดตั๋วจากลิงก์ในอีเมลได้',
  },
  inquiry_unknown_number: {
    ja: '予約番号がわからないときは、会場までお問い合わせください。',
    en: 'If you don’t know your reservation number, please contact the venue.',
    kr: '예약 번호를 모르실 때는 시설로 문의해 주세요.',
    'zh-hans': '如果不知道预订编号，请联系场馆。',
    'zh-hant': '如果不知道預訂編號，請聯絡場館。',
    th: 'หากไม่ทราบหมายเลขการจอง กรุณาติดต่อสถานที่จัดงาน',
  },
} as const satisfies TextTable
