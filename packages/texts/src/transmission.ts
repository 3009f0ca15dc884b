import type { TextTable } from './text-table.ts'

/**
 * The notice on data that a visitor's browser sends to third parties (電気通信事業法): the introduction, and a part for each
 * provider whose methods a site offers. The server assembles a site's own notice and seeds it as `site_transmission`.
 */
export const transmissionTexts = {
  transmission_lead: {
    ja: '電気通信事業法に基づき、このサイトの画面からお客様のブラウザーが外部へ送る情報をお知らせします。お支払いの画面では、お選びになったお支払い方法に応じて次の会社へ情報が送られます。',
    en: 'As Japan’s Telecommunications Business Act requires, this page tells you what your browser sends to other companies from this site. On the payment pages, information goes to the following companies, depending on how you choose to pay.',
    kr: '일본의 전기통신사업법에 따라 이 사이트의 화면에서 고객님의 브라우저가 외부로 보내는 정보를 알려 드립니다. 결제 화면에서는 선택하신 결제 수단에 따라 다음 회사로 정보가 전송됩니다.',
    'zh-hans':
      '依据日本电气通信事业法，特此告知您的浏览器从本网站页面向外部发送的信息。在支付页面上，会根据您选择的支付方式向以下公司发送信息。',
    'zh-hant':
      '依日本電氣通訊事業法，在此告知您的瀏覽器自本網站頁面傳送至外部的資訊。在付款頁面上，會依您選擇的付款方式將資訊傳送給下列公司。',
    th: 'ตามกฎหมายธุรกิจโทรคมนาคมของญี่ปุ่น เราขอแจ้งข้อมูลที่เบราว์เซอร์ของคุณส่งจากเว็บไซต์นี้ไปภายนอก ในหน้าชำระเงิน ข้อมูลจะถูกส่งไปยังบริษัทต่อไปนี้ตามวิธีชำระเงินที่คุณเลือก',
  },
  transmission_stripe: {
    ja: 'Stripe, Inc. とそのグループ会社',
    en: 'Stripe, Inc. and its group companies',
    kr: 'Stripe, Inc. 및 그 계열사',
    'zh-hans': 'Stripe, Inc. 及其集团公司',
    'zh-hant': 'Stripe, Inc. 及其集團公司',
    th: 'Stripe, Inc. และบริษัทในเครือ',
  },
  transmission_gmo: {
    ja: 'GMOペイメントゲートウェイ株式会社',
    en: 'GMO Payment Gateway, Inc.',
    kr: 'GMO Payment Gateway, Inc.',
    'zh-hans': 'GMO Payment Gateway, Inc.',
    'zh-hant': 'GMO Payment Gateway, Inc.',
    th: 'GMO Payment Gateway, Inc.',
  },
  transmission_softbank: {
    ja: 'SBペイメントサービス株式会社',
    en: 'SB Payment Service Corp.',
    kr: 'SB Payment Service Corp.',
    'zh-hans': 'SB Payment Service Corp.',
    'zh-hant': 'SB Payment Service Corp.',
    th: 'SB Payment Service Corp.',
  },
  transmission_adyen: {
    ja: 'Adyen N.V.（オランダ）とそのグループ会社',
    en: 'Adyen N.V. (Netherlands) and its group companies',
    kr: 'Adyen N.V.(네덜란드) 및 그 계열사',
    'zh-hans': 'Adyen N.V.（荷兰）及其集团公司',
    'zh-hant': 'Adyen N.V.（荷蘭）及其集團公司',
    th: 'Adyen N.V. (เนเธอร์แลนด์) และบริษัทในเครือ',
  },
  transmission_alipay: {
    ja: 'Ant International（Alipay・Antom、シンガポール）とそのグループ会社',
    en: 'Ant International (Alipay, Antom; Singapore) and its group companies',
    kr: 'Ant International(Alipay·Antom, 싱가포르) 및 그 계열사',
    'zh-hans': 'Ant International（支付宝、Antom，新加坡）及其集团公司',
    'zh-hant': 'Ant International（支付寶、Antom，新加坡）及其集團公司',
    th: 'Ant International (Alipay, Antom สิงคโปร์) และบริษัทในเครือ',
  },
  transmission_docomo: {
    ja: '株式会社NTTドコモ',
    en: 'NTT DOCOMO, INC.',
    kr: '주식회사 NTT 도코모',
    'zh-hans': '株式会社NTT DOCOMO',
    'zh-hant': '株式會社NTT DOCOMO',
    th: 'NTT DOCOMO, INC.',
  },
  transmission_apple: {
    ja: 'Apple Inc.（Apple Payをお使いの場合）',
    en: 'Apple Inc. (when you use Apple Pay)',
    kr: 'Apple Inc.(Apple Pay를 이용하시는 경우)',
    'zh-hans': 'Apple Inc.（使用 Apple Pay 时）',
    'zh-hant': 'Apple Inc.（使用 Apple Pay 時）',
    th: 'Apple Inc. (เมื่อใช้ Apple Pay)',
  },
  /** Below the name of a company that processes cards on our page. */
  transmission_of_card: {
    ja: '- 送られる情報：カード情報、お支払いの金額、IPアドレス、端末とブラウザーの情報、お支払い画面での操作\n- 目的：お支払いの処理、本人認証、不正利用の防止',
    en: '- Information: card details, the amount, IP address, details of your device and browser, your actions on the payment page\n- Purpose: handling the payment, authentication, preventing fraud',
    kr: '- 전송되는 정보: 카드 정보, 결제 금액, IP 주소, 기기와 브라우저 정보, 결제 화면에서의 이용 내역\n- 목적: 결제 처리, 본인 인증, 부정 이용 방지',
    'zh-hans':
      '- 发送的信息：银行卡信息、支付金额、IP地址、设备与浏览器信息、支付页面上的操作\n- 目的：处理支付、身份验证、防止欺诈',
    'zh-hant':
      '- 傳送的資訊：卡片資料、付款金額、IP位址、裝置與瀏覽器資訊、付款頁面上的操作\n- 目的：處理付款、身分驗證、防止盜用',
    th: '- ข้อมูลที่ส่ง: ข้อมูลบัตร จำนวนเงิน ที่อยู่ไอ⁠พี ข้อมูลอุปกรณ์และเบราว์เซอร์ การใช้งานในหน้าชำระเงิน\n- วัตถุประสงค์: ดำเนิน⁠การชำระเงิน ยืนยันตัวตน ป้องกันการทุจริต',
  },
  /** Below the name of a company whose wallet the visitor pays with. */
  transmission_of_wallet: {
    ja: '- 送られる情報：お支払いの金額、ご注文の識別番号、IPアドレス、端末とブラウザーの情報\n- 目的：お支払いの処理、本人確認、不正利用の防止',
    en: '- Information: the amount, an order reference, IP address, details of your device and browser\n- Purpose: handling the payment, verifying the payer, preventing fraud',
    kr: '- 전송되는 정보: 결제 금액, 주문 식별 번호, IP 주소, 기기와 브라우저 정보\n- 목적: 결제 처리, 본인 확인, 부정 이용 방지',
    'zh-hans':
      '- 发送的信息：支付金额、订单识别号、IP地址、设备与浏览器信息\n- 目的：处理支付、身份确认、防止欺诈',
    'zh-hant':
      '- 傳送的資訊：付款金額、訂單識別碼、IP位址、裝置與瀏覽器資訊\n- 目的：處理付款、身分確認、防止盜用',
    th: '- ข้อมูลที่ส่ง: จำนวนเงิน หมายเลขอ้างอิงคำสั่งซื้อ ที่อยู่ไอ⁠พี ข้อมูลอุปกรณ์และเบราว์เซอร์\n- วัตถุประสงค์: ดำเนิน⁠การชำระเงิน ยืนยันตัวผู้ชำระ ป้องกันการทุจริต',
  },
  /** For sites whose payment page loads a device-fingerprint service. */
  transmission_device: {
    ja: '不正利用検知サービスの提供会社\n- 送られる情報：IPアドレス、端末とブラウザーの特徴\n- 目的：カードの不正利用の検知と防止（お支払いの画面に限ります）',
    en: 'Provider of the fraud detection service\n- Information: IP address, features of your device and browser\n- Purpose: finding and preventing misuse of cards, on the payment page only',
    kr: '부정 이용 감지 서비스 제공 회사\n- 전송되는 정보: IP 주소, 기기와 브라우저의 특징\n- 목적: 카드 부정 이용의 감지와 방지(결제 화면에 한함)',
    'zh-hans':
      '欺诈检测服务的提供商\n- 发送的信息：IP地址、设备与浏览器特征\n- 目的：发现并防止银行卡盗用（仅限支付页面）',
    'zh-hant':
      '盜用偵測服務的供應商\n- 傳送的資訊：IP位址、裝置與瀏覽器特徵\n- 目的：偵測並防止卡片盜用（僅限付款頁面）',
    th: 'ผู้ให้บริการตรวจจับการทุจริต\n- ข้อมูลที่ส่ง: ที่อยู่ไอ⁠พี ลักษณะของอุปกรณ์และเบราว์เซอร์\n- วัตถุประสงค์: ตรวจจับและป้องกันการใช้บัตรโดยมิชอบ เฉพาะในหน้าชำระเงิน',
  },
  /** For sites whose completion page loads the tag manager. */
  transmission_tag_manager: {
    ja: 'Google LLC（Google タグ マネージャー）と、そのタグの提供会社\n- 送られる情報：ご購入の内容（予約番号、商品、枚数、金額）、Cookieなどの識別子、IPアドレス、端末とブラウザーの情報\n- 目的：ご購入の集計、広告の効果測定（ご購入完了の画面に限ります）',
    en: 'Google LLC (Google Tag Manager) and the providers of its tags\n- Information: your purchase (reservation number, products, quantities, amount), identifiers such as cookies, IP address, details of your device and browser\n- Purpose: counting purchases, measuring advertising, on the completion page only',
    kr: 'Google LLC(Google 태그 관리자) 및 해당 태그의 제공 회사\n- 전송되는 정보: 구매 내용(예약 번호, 상품, 매수, 금액), 쿠키 등의 식별자, IP 주소, 기기와 브라우저 정보\n- 목적: 구매 집계, 광고 효과 측정(구매 완료 화면에 한함)',
    'zh-hans':
      'Google LLC（Google 跟踪代码管理器）及其代码的提供商\n- 发送的信息：购买内容（预订编号、商品、数量、金额）、Cookie等标识符、IP地址、设备与浏览器信息\n- 目的：统计购买情况、衡量广告效果（仅限购买完成页面）',
    'zh-hant':
      'Google LLC（Google 代碼管理工具）及其代碼的供應商\n- 傳送的資訊：購買內容（預訂編號、商品、數量、金額）、Cookie等識別碼、IP位址、裝置與瀏覽器資訊\n- 目的：統計購買情形、衡量廣告成效（僅限購買完成頁面）',
    th: 'Google LLC (Google Tag Manager) และผู้ให้บริการแท็ก\n- ข้อมูลที่ส่ง: รายการที่ซื้อ (หมายเลขการจอง สินค้า จำนวน ยอดเงิน) ตัวระบุ เช่น คุกกี้ ที่อยู่ไอ⁠พี ข้อมูลอุปกรณ์และเบราว์เซอร์\n- วัตถุประสงค์: นับยอดการซื้อ วัดผลโฆษณา เฉพาะในหน้าซื้อเสร็จสมบูรณ์',
  },
  /** For sites whose completion page loads a tracker of ad conversions; the host of its script names the company. */
  transmission_ad_tracker: {
    ja: '広告効果測定サービスの提供会社（{host}）\n- 送られる情報：ご購入が完了したこと、Cookieなどの識別子、IPアドレス、端末とブラウザーの情報\n- 目的：広告の効果測定（ご購入完了の画面に限ります）',
    en: 'Provider of the advertising measurement service ({host})\n- Information: that a purchase was made, identifiers such as cookies, IP address, details of your device and browser\n- Purpose: measuring advertising, on the completion page only',
    kr: '광고 효과 측정 서비스 제공 회사({host})\n- 전송되는 정보: 구매가 완료된 사실, 쿠키 등의 식별자, IP 주소, 기기와 브라우저 정보\n- 목적: 광고 효과 측정(구매 완료 화면에 한함)',
    'zh-hans':
      '广告效果衡量服务的提供商（{host}）\n- 发送的信息：购买已完成的事实、Cookie等标识符、IP地址、设备与浏览器信息\n- 目的：衡量广告效果（仅限购买完成页面）',
    'zh-hant':
      '廣告成效衡量服務的供應商（{host}）\n- 傳送的資訊：購買已完成的事實、Cookie等識別碼、IP位址、裝置與瀏覽器資訊\n- 目的：衡量廣告成效（僅限購買完成頁面）',
    th: 'ผู้ให้บริการวัดผลโฆษณา ({host})\n- ข้อมูลที่ส่ง: ข้อมูลว่ามีการซื้อเสร็จสมบูรณ์ ตัวระบุ เช่น คุกกี้ ที่อยู่ไอ⁠พี ข้อมูลอุปกรณ์และเบราว์เซอร์\n- วัตถุประสงค์: วัดผลโฆษณา เฉพาะในหน้าซื้อเสร็จสมบูรณ์',
  },
} as const satisfies TextTable
