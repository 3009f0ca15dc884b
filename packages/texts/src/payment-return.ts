import type { TextTable } from './text-table.ts'

/** What a visitor reads on the way back from a provider. */
export const paymentReturnTexts = {
  payment_open_title: {
    ja: 'お支払いはまだ完了していません',
    en: 'You have not paid yet',
    kr: '아직 결제가 완료되지 않았습니다',
    'zh-hans': '支付尚未完成',
    'zh-hant': '付款尚未完成',
    th: 'ยังไม่ได้ชำระเงิน',
  },
  payment_open_lead: {
    ja: 'チケットはお取り置きしています。{name}の画面に戻ってお支払いになるか、ほかのお支払い方法をお選びください。',
    en: 'Your tickets are still held. Go back to {name} to pay, or choose another way to pay.',
    kr: '티켓은 계속 확보되어 있습니다. {name} 화면으로 돌아가 결제하시거나 다른 결제 수단을 선택해 주세요.',
    'zh-hans': '门票仍为您保留。请返回{name}完成支付，或选择其他支付方式。',
    'zh-hant': '門票仍為您保留。請返回{name}完成付款，或選擇其他付款方式。',
    th: 'ตั๋วยังจองไว้ให้อยู่ กลับไปชำระเงินที่ {name} หรือเลือกวิธีชำระเงินอื่น',
  },
  payment_open_continue: {
    ja: '{name}でお支払いを続ける',
    en: 'Continue with {name}',
    kr: '{name}(으)로 계속 결제',
    'zh-hans': '继续使用{name}支付',
    'zh-hant': '繼續使用{name}付款',
    th: 'ชำระเงินต่อด้วย {name}',
  },
  d_pay_confirm_title: {
    ja: 'd払いでお支払い',
    en: 'Pay with d Barai',
    kr: 'd払い로 결제',
    'zh-hans': '使用d払い支付',
    'zh-hant': '使用d払い付款',
    th: 'ชำระเงินด้วย d払い',
  },
  d_pay_confirm_lead: {
    ja: 'dアカウントの認証が終わりました。金額をご確認のうえ、d払いの画面へお進みください。',
    en: 'You are logged in to d ACCOUNT. Check the amount, then go on to d Barai.',
    kr: 'd ACCOUNT 인증이 끝났습니다. 금액을 확인한 뒤 d払い 화면으로 이동해 주세요.',
    'zh-hans': '已完成d ACCOUNT验证。请确认金额后前往d払い页面。',
    'zh-hant': '已完成d ACCOUNT驗證。請確認金額後前往d払い頁面。',
    th: 'เข้าสู่ระบบ d ACCOUNT แล้ว ตรวจสอบจำนวนเงิน แล้วไปที่หน้า d払い',
  },
  d_pay_confirm_amount: {
    ja: 'お支払い金額(税込)',
    en: 'Amount (tax included)',
    kr: '결제 금액(세금 포함)',
    'zh-hans': '支付金额（含税）',
    'zh-hant': '付款金額（含稅）',
    th: 'จำนวนเงิน (รวมภาษี)',
  },
  d_pay_confirm_pay: {
    ja: 'd払いの画面へ進む',
    en: 'Go on to d Barai',
    kr: 'd払い 화면으로 이동',
    'zh-hans': '前往d払い',
    'zh-hant': '前往d払い',
    th: 'ไปที่หน้า d払い',
  },
} as const satisfies TextTable
