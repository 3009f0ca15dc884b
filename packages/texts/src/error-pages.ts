import type { TextTable } from './text-table.ts'

/** The pages that tell of errors: nothing at this address, the generic error, the payment error (R-2.24, R-2.32–2.34). */
export const errorPageTexts = {
  not_found_title: {
    ja: 'ページが見つかりません',
    en: 'This page does not exist',
    kr: '페이지를 찾을 수 없습니다',
    'zh-hans': '找不到页面',
    'zh-hant': '找不到頁面',
    th: 'ไม่พบหน้านี้',
  },
  not_found_message: {
    ja: 'アドレスが変わったか、入力に誤りがあるようです。',
    en: 'The address may have changed or contain a typing error.',
    kr: '주소가 바뀌었거나 잘못 입력된 것 같습니다.',
    'zh-hans': '地址可能已更改，或输入有误。',
    'zh-hant': '網址可能已變更，或輸入有誤。',
    th: 'ลิงก์อาจเปลี่ยนไปหรือพิมพ์ผิด',
  },
  error_page_title: {
    ja: '手続きを続けられませんでした',
    en: 'We could not continue',
    kr: '절차를 계속하지 못했습니다',
    'zh-hans': '无法继续办理',
    'zh-hant': '無法繼續辦理',
    th: 'ไม่สามารถดำเนินการต่อได้',
  },
  error_page_message: {
    ja: '恐れ入りますが、途中で問題が起こりました。もう一度最初からお選びください。',
    en: 'We are sorry. Something went wrong along the way. Please start again.',
    kr: '죄송합니다. 도중에 문제가 발생했습니다. 처음부터 다시 선택해 주세요.',
    'zh-hans': '非常抱歉，处理中出现问题，请重新选择。',
    'zh-hant': '非常抱歉，處理中發生問題，請重新選擇。',
    th: 'ขออภัย เกิดปัญหาระหว่างดำเนินการ กรุณาเริ่มใหม่อีกครั้ง',
  },
  payment_error_title: {
    ja: 'お支払いを完了できませんでした',
    en: 'The payment was not completed',
    kr: '결제를 완료하지 못했습니다',
    'zh-hans': '支付未完成',
    'zh-hant': '付款未完成',
    th: 'ชำระเงินไม่สำเร็จ',
  },
  payment_error_message: {
    ja: 'ご注文が成立している場合は、確認のメールをお送りしています。メールが届かないときは、もう一度お選びください。',
    en: 'If your order did go through, we have sent you a confirmation by e-mail. If no e-mail arrives, please order again.',
    kr: '주문이 완료된 경우 확인 메일을 보내 드립니다. 메일이 오지 않으면 다시 주문해 주세요.',
    'zh-hans': '若订单已成立，我们已向您发送确认邮件。若未收到邮件，请重新购买。',
    'zh-hant': '若訂單已成立，我們已寄出確認郵件。若未收到郵件，請重新購買。',
    th: 'หากคำสั่งซื้อสำเร็จ เราได้ส่งอีเมลยืนยันแล้ว หากไม่ได้รับอีเมล กรุณาสั่งซื้อใหม่',
  },
  payment_error_inquiry_title: {
    ja: 'お問い合わせください',
    en: 'Please contact us',
    kr: '문의해 주세요',
    'zh-hans': '请与我们联系',
    'zh-hant': '請與我們聯絡',
    th: 'กรุณาติดต่อเรา',
  },
  payment_error_inquiry_message: {
    ja: 'お支払いは行われましたが、チケットを発行できず、返金も完了していません。お手数ですが、ご注文のメールアドレスを添えて会場までお問い合わせください。',
    en: 'Your payment was taken, but no ticket could be issued and the refund is not finished. Please contact the venue and give the e-mail address of your order.',
    kr: '결제는 이루어졌으나 티켓을 발급하지 못했고 환불도 완료되지 않았습니다. 번거로우시겠지만 주문 시 입력하신 이메일 주소와 함께 시설로 문의해 주세요.',
    'zh-hans': '已扣款，但门票未能出票，退款也尚未完成。请提供下单时的电子邮箱，与场馆联系。',
    'zh-hant': '已扣款，但門票未能開出，退款也尚未完成。請提供訂購時的電子郵件地址，與場館聯絡。',
    th: 'มีการเรียกเก็บเงินแล้ว แต่ไม่สามารถออกตั๋วได้และการคืนเงินยังไม่เสร็จสิ้น กรุณาติดต่อสถานที่จัดงานพร้อมแจ้งอีเมลที่ใช้สั่งซื้อ',
  },
} as const satisfies TextTable
