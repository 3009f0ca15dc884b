import type { TextTable } from './text-table.ts'

/** Words of the error pages: unknown address, generic error, payment error, old link. */
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
    en: 'The address may have changed or may be mistyped.',
    kr: '주소가 바뀌었거나 잘못 입력된 것 같습니다.',
    'zh-hans': '地址可能已更改，或输入有误。',
    'zh-hant': '網址可能已變更，或輸入有誤。',
    th: 'ลิงก์อาจเปลี่ยนไปหรือพิมพ์ผิด',
  },
  link_cut_title: {
    ja: 'リンクの一部が失われています',
    en: 'Part of the link is missing',
    kr: '링크의 일부가 누락되었습니다',
    'zh-hans': '链接不完整',
    'zh-hant': '連結不完整',
    th: 'ลิงก์ขาดหายไปบางส่วน',
  },
  link_cut_message: {
    ja: 'メールソフトなどがリンクの途中までしか開けなかったようです。メールのリンクをもう一度押すか、予約番号とメールアドレスでチケットをお探しください。',
    en: 'Your email app seems to have opened only part of the link. Open the link in the email again, or find your tickets by reservation number and email address.',
    kr: '메일 앱이 링크의 앞부분만 연 것 같습니다. 메일의 링크를 다시 누르거나 예약 번호와 이메일 주소로 티켓을 찾아 주세요.',
    'zh-hans': '邮件程序似乎只打开了链接的前半部分。请再次点击邮件中的链接，或用预订编号和电子邮箱查找门票。',
    'zh-hant':
      '郵件程式似乎只開啟了連結的前半部分。請再次點選郵件中的連結，或以預訂編號和電子郵件地址查詢門票。',
    th: 'โปรแกรมอีเมลอาจเปิดลิงก์ไม่ครบ โปรดกดลิงก์ในอีเมลอีกครั้ง หรือค้นหาตั๋วด้วยหมายเลขการจองและอีเมล',
  },
  error_page_title: {
    ja: '手続きを続けられませんでした',
    en: 'We could not continue',
    kr: '절차를 계속하지 못했습니다',
    'zh-hans': '无法继续',
    'zh-hant': '無法繼續',
    th: 'ไม่สามารถดำเนิน⁠การต่อได้',
  },
  error_page_message: {
    ja: '恐れ入りますが、途中で問題が起こりました。もう一度最初からお選びください。',
    en: 'We’re sorry. Something went wrong along the way. Please start again.',
    kr: '죄송합니다. 도중에 문제가 발생했습니다. 처음부터 다시 선택해 주세요.',
    'zh-hans': '非常抱歉，处理过程中出现问题，请从头重新选择。',
    'zh-hant': '非常抱歉，處理過程中發生問題，請從頭重新選擇。',
    th: 'ขออภัย เกิดปัญหาระหว่างดำเนิน⁠การ กรุณาเริ่มใหม่อีกครั้ง',
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
    en: 'If your order did go through, we’ve sent you a confirmation email. If no email arrives, please order again.',
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
    en: 'Your payment went through, but we couldn’t issue your tickets, and the refund is not complete. Please contact the venue and give the email address you used for your order.',
    kr: '결제는 이루어졌으나 티켓을 발급하지 못했고 환불도 완료되지 않았습니다. 번거로우시겠지만 주문 시 입력하신 이메일 주소와 함께 시설로 문의해 주세요.',
    'zh-hans': '已扣款，但未能出票，退款也尚未完成。请联系场馆，并提供下单时填写的电子邮箱。',
    'zh-hant': '已扣款，但未能開立門票，退款也尚未完成。請聯絡場館，並提供訂購時填寫的電子郵件地址。',
    th: 'มีการเรียกเก็บเงินแล้ว แต่ไม่สามารถออกตั๋วได้และการคืน⁠เงินยังไม่เสร็จสิ้น กรุณาติดต่อสถานที่จัดงานพร้อมแจ้งอีเมลที่ใช้สั่งซื้อ',
  },
  payment_error_change_title: {
    ja: '日時の変更を完了できませんでした',
    en: 'Your visit was not changed',
    kr: '일시 변경을 완료하지 못했습니다',
    'zh-hans': '日期更改未完成',
    'zh-hant': '日期變更未完成',
    th: 'เปลี่ยนวันเวลาไม่สำเร็จ',
  },
  payment_error_change_message: {
    ja: '変更が成立している場合は、確認のメールをお送りしています。メールが届かないときは、今のご予約がそのまま有効です。チケットのページは、ご購入時のメールのリンクから開けます。',
    en: 'If the change did go through, we’ve sent you a confirmation email. If no email arrives, your reservation stays as it was. The link in your purchase email opens your ticket page.',
    kr: '변경이 완료된 경우 확인 메일을 보내 드립니다. 메일이 오지 않으면 현재 예약이 그대로 유효합니다. 티켓 페이지는 구매 시 받으신 이메일의 링크에서 여실 수 있습니다.',
    'zh-hans':
      '若更改已成立，我们已向您发送确认邮件。若未收到邮件，则您现有的预订仍然有效。可通过购票时邮件中的链接打开门票页面。',
    'zh-hant':
      '若變更已成立，我們已寄出確認郵件。若未收到郵件，則您目前的預訂仍然有效。可透過購票時郵件中的連結開啟門票頁面。',
    th: 'หากเปลี่ยนสำเร็จ เราได้ส่งอีเมลยืนยันแล้ว หากไม่ได้รับอีเมล การจองเดิมของคุณยังใช้ได้ เปิดหน้าตั๋วได้จากลิงก์ในอีเมลเมื่อซื้อ',
  },
  payment_error_change_inquiry_title: {
    ja: '差額の返金についてお問い合わせください',
    en: 'Please contact us about your refund',
    kr: '차액 환불에 대해 문의해 주세요',
    'zh-hans': '请就差额退款与我们联系',
    'zh-hant': '請就差額退款與我們聯絡',
    th: 'กรุณาติดต่อเราเรื่องการคืน⁠เงินส่วนต่าง',
  },
  payment_error_change_inquiry_message: {
    ja: '日時の変更は完了し、新しいチケットをメールでお送りしました。ただし、差額の返金を決済代行会社が受け付けませんでした。お手数ですが、予約番号を添えて会場までお問い合わせください。',
    en: 'Your visit has been changed, and we’ve emailed you the new tickets. However, the payment provider did not accept the refund of the difference. Please contact the venue and give your reservation number.',
    kr: '일시 변경은 완료되었고 새 티켓을 이메일로 보내 드렸습니다. 다만 결제 대행사에서 차액 환불을 받아들이지 않았습니다. 번거로우시겠지만 예약 번호와 함께 시설로 문의해 주세요.',
    'zh-hans':
      '时间已更改，新门票已通过电子邮件发送。但支付服务商未接受差额退款。请联系场馆，并提供预订编号。',
    'zh-hant': '時間已更改，新門票已以電子郵件寄送。但金流服務商未接受差額退款。請聯絡場館，並提供預訂編號。',
    th: 'เปลี่ยนวันเวลาเรียบร้อยและส่งตั๋วใหม่ทางอีเมลแล้ว แต่ผู้ให้บริการรับชำระเงินไม่รับคืนส่วนต่าง กรุณาติดต่อสถานที่จัดงานพร้อมแจ้งหมายเลขการจอง',
  },
  payment_error_change_kept_message: {
    ja: '差額のお支払いは行われましたが、日時は変更できず、返金も完了していません。今のチケットはそのままお使いいただけます。お手数ですが、予約番号を添えて会場までお問い合わせください。',
    en: 'The difference was paid, but your visit could not be changed and the refund is not complete. Your original tickets are still valid. Please contact the venue and give your reservation number.',
    kr: '차액은 결제되었으나 일시를 변경하지 못했고 환불도 완료되지 않았습니다. 지금의 티켓은 그대로 사용하실 수 있습니다. 번거로우시겠지만 예약 번호와 함께 시설로 문의해 주세요.',
    'zh-hans':
      '差额已支付，但未能更改时间，退款也尚未完成。您现有的门票仍然有效。请联系场馆，并提供预订编号。',
    'zh-hant':
      '差額已支付，但未能更改時間，退款也尚未完成。您目前的門票仍然有效。請聯絡場館，並提供預訂編號。',
    th: 'ชำระส่วนต่างแล้ว แต่เปลี่ยนวันเวลาไม่สำเร็จและการคืน⁠เงินยังไม่เสร็จสิ้น ตั๋วเดิมของคุณยังใช้ได้ตามปกติ กรุณาติดต่อสถานที่จัดงานพร้อมแจ้งหมายเลขการจอง',
  },
  common_colon: { ja: '：', en: ': ', kr: ': ', 'zh-hans': '：', 'zh-hant': '：', th: ': ' },
  error_contact_title: {
    ja: 'お問い合わせ先',
    en: 'How to contact us',
    kr: '문의처',
    'zh-hans': '联系方式',
    'zh-hant': '聯絡方式',
    th: 'ช่องทางติดต่อ',
  },
  change_url_title: {
    ja: 'チケットのリンクが変わりました',
    en: 'The link to your tickets has changed',
    kr: '티켓 링크가 변경되었습니다',
    'zh-hans': '您的门票链接已更改',
    'zh-hant': '您的門票連結已變更',
    th: 'ลิงก์ตั๋วของคุณเปลี่ยนไปแล้ว',
  },
  change_url_message: {
    ja: 'お開きになったリンクは、日時を変更する前のもので、今はお使いいただけません。変更が済んだときにお送りしたメールのリンク、または予約の照会から、新しいチケットをお開きください。',
    en: 'The link you opened is from before your visit was changed and no longer works. Please open your new tickets from the link in the email we sent after the change, or find them by your reservation number.',
    kr: '여신 링크는 일시 변경 전의 것으로 더 이상 사용하실 수 없습니다. 변경 완료 후 보내 드린 이메일의 링크 또는 예약 조회에서 새 티켓을 열어 주세요.',
    'zh-hans':
      '您打开的是更改日期前的链接，现已无法使用。请通过更改完成后发送的邮件中的链接，或凭预订编号查询，打开新的门票。',
    'zh-hant':
      '您開啟的是變更日期前的連結，現已無法使用。請透過變更完成後寄出的郵件中的連結，或憑預訂編號查詢，開啟新的門票。',
    th: 'ลิงก์ที่คุณเปิดเป็นลิงก์ก่อนการเปลี่ยนวันเวลาและใช้ไม่ได้แล้ว กรุณาเปิดตั๋วใหม่จากลิงก์ในอีเมลที่เราส่งหลังการเปลี่ยนแปลง หรือค้นหาด้วยหมายเลขการจอง',
  },
} as const satisfies TextTable
