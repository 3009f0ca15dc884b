import type { TextTable } from './text-table.ts'

/** The terms of use; conditions of entry and cancellation are texts of the site. */
export const termsTexts = {
  terms_title: {
    ja: '利用規約',
    en: 'Terms of use',
    kr: '이용약관',
    'zh-hans': '使用条款',
    'zh-hant': '使用條款',
    th: 'ข้อกำหนดการใช้งาน',
  },
  terms_lead: {
    ja: '{seller}（以下「当社」）がこのサイトで販売するチケットを購入し、利用される方は、この規約に同意したものとします。',
    en: 'By buying or using tickets that {seller} (“we”) sells on this site, you agree to these terms.',
    kr: '{seller}(이하 ‘당사’)이(가) 이 사이트에서 판매하는 티켓을 구매하고 이용하시는 분은 본 약관에 동의한 것으로 봅니다.',
    'zh-hans': '购买或使用{seller}（以下称“本公司”）在本网站销售的门票，即视为同意本条款。',
    'zh-hant': '購買或使用{seller}（以下稱「本公司」）於本網站販售的門票，即視為同意本條款。',
    th: 'การซื้อหรือใช้ตั๋วที่ {seller} (“เรา”) จำหน่ายบนเว็บไซต์นี้ถือว่าคุณยอมรับข้อกำหนดเหล่านี้',
  },
  terms_contract_title: {
    ja: 'ご購入の成立',
    en: 'When a purchase is made',
    kr: '구매의 성립',
    'zh-hans': '购买的成立',
    'zh-hant': '購買的成立',
    th: 'การซื้อขายสมบูรณ์เมื่อใด',
  },
  terms_contract: {
    ja: 'ご購入の契約は、お支払いが済み、購入完了の画面かメールで当社がチケットの発行をお知らせしたときに成立します。選んだチケットの確保や確認メールのお届けだけでは成立しません。\n入力内容に誤りがないか、確定の前にお確かめください。未成年の方は、保護者の同意を得てご購入ください。',
    en: 'A purchase is made when you have paid and we tell you, on the page or by email, that your tickets are issued. Holding tickets for you or sending you a confirmation email does not in itself complete a purchase.\nPlease check what you entered before you confirm. If you are a minor, please get the consent of a parent or guardian first.',
    kr: '구매 계약은 결제가 완료되고 당사가 구매 완료 화면 또는 이메일로 티켓 발급을 알려 드린 때에 성립합니다. 선택하신 티켓의 확보나 확인 메일의 발송만으로는 성립하지 않습니다.\n확정하기 전에 입력 내용에 오류가 없는지 확인해 주세요. 미성년자는 보호자의 동의를 얻어 구매해 주세요.',
    'zh-hans':
      '支付完成，且本公司通过购买完成页面或邮件告知门票已出票时，购买合同成立。仅为您保留门票或发送确认邮件，合同并不成立。\n确认前请核对填写内容。未成年人须经监护人同意后购买。',
    'zh-hant':
      '付款完成，且本公司透過購買完成頁面或郵件告知門票已開出時，購買契約成立。僅為您保留門票或寄送確認郵件，契約並不成立。\n確認前請核對填寫內容。未成年人須經監護人同意後購買。',
    th: 'การซื้อขายสมบูรณ์เมื่อชำระเงินแล้วและเราแจ้งบนหน้าจอหรือทางอีเมลว่าออกตั๋วแล้ว การสำรองตั๋วหรือการส่งอีเมลยืนยันเพียงอย่างเดียวยังไม่ถือว่าสมบูรณ์\nกรุณาตรวจ⁠สอบข้อมูลก่อนยืนยัน ผู้เยาว์ต้องได้รับความยินยอมจากผู้ปกครอง',
  },
  terms_ticket_title: {
    ja: 'チケットのご利用',
    en: 'Using your tickets',
    kr: '티켓 이용',
    'zh-hans': '门票的使用',
    'zh-hant': '門票的使用',
    th: 'การใช้ตั๋ว',
  },
  terms_ticket: {
    ja: 'チケットは電子チケットです。入口で、画面のQRコードをお見せください。1つのQRコードは1度だけお使いいただけます。\nチケットのリンクを知る人は誰でもチケットを開けます。同行される方のほかには知らせないでください。先に使われたチケットでは入場できません。',
    en: 'Tickets are electronic. Show the QR code on your screen at the entrance. Each code can be used once.\nAnyone who knows the link to a ticket can open it, so share it only with the people who come with you. A ticket that has been used is not valid for entry.',
    kr: '티켓은 전자 티켓입니다. 입구에서 화면의 QR 코드를 보여 주세요. QR 코드 하나는 한 번만 사용하실 수 있습니다.\n티켓 링크를 아는 사람은 누구나 티켓을 열 수 있으므로 함께 오시는 분 외에는 알리지 마세요. 이미 사용된 티켓으로는 입장하실 수 없습니다.',
    'zh-hans':
      '门票为电子门票，请在入口处出示屏幕上的二维码。每个二维码仅限使用一次。\n知道门票链接的人均可打开门票，请勿告知同行者以外的人。门票已被使用的，不能再凭此入场。',
    'zh-hant':
      '門票為電子門票，請於入口處出示螢幕上的 QR Code。每個 QR Code 僅限使用一次。\n知道門票連結的人均可開啟門票，請勿告知同行者以外的人。門票已被使用者，不得再憑此入場。',
    th: 'ตั๋วเป็นตั๋วอิเล็กทรอนิกส์ กรุณาแสดงคิว⁠อาร์โค้ดบนหน้าจอที่ทางเข้า คิว⁠อาร์โค้ดแต่ละโค้ดใช้ได้ครั้งเดียว\nทุกคนที่รู้ลิงก์ของตั๋วเปิดตั๋วได้ กรุณาแบ่ง⁠ปันเฉพาะกับผู้ที่มาด้วยกัน ตั๋วที่ใช้แล้วใช้เข้าชมอีกไม่ได้',
  },
  terms_price_title: {
    ja: '料金とお支払い',
    en: 'Price and payment',
    kr: '요금 및 결제',
    'zh-hans': '价格与支付',
    'zh-hant': '價格與付款',
    th: 'ราคาและการชำระเงิน',
  },
  terms_price: {
    ja: '料金は、確定の画面に表示する税込みの金額です。割引は、その条件を満たすときに限り適用します。お支払いがカード会社などに認められないときは、ご購入いただけません。',
    en: 'The price is the amount, tax included, shown when you confirm. Discounts apply only where their conditions are met. If your card issuer or payment service declines the payment, no purchase is made.',
    kr: '요금은 확정 화면에 표시되는 세금 포함 금액입니다. 할인은 조건을 충족하는 경우에만 적용됩니다. 카드사 등에서 결제가 승인되지 않으면 구매하실 수 없습니다.',
    'zh-hans': '价格为确认页面显示的含税金额。优惠仅在满足条件时适用。发卡机构等未批准支付的，购买不成立。',
    'zh-hant': '價格為確認頁面顯示的含稅金額。折扣僅於符合條件時適用。發卡機構等未核准付款者，購買不成立。',
    th: 'ราคาคือจำนวนเงินรวมภาษีที่แสดงเมื่อยืนยัน ส่วนลดใช้ได้เฉพาะเมื่อเป็นไปตามเงื่อนไข หากผู้ออกบัตรหรือผู้ให้บริการไม่อนุมัติ จะไม่เกิดการซื้อขาย',
  },
  terms_entry_title: {
    ja: 'ご入場の条件',
    en: 'Conditions of entry',
    kr: '입장 조건',
    'zh-hans': '入场条件',
    'zh-hant': '入場條件',
    th: 'เงื่อนไขการเข้าชม',
  },
  terms_entry: {
    ja: '会場では係員の案内に従ってください。ほかのお客様や作品、設備を危険にさらす行為をされた方には、退場をお願いすることがあります。そのときは代金をお返ししません。',
    en: 'Please follow staff instructions at the venue. Anyone who endangers other visitors, the works or the building may be asked to leave and receives no refund.',
    kr: '시설에서는 직원의 안내에 따라 주세요. 다른 고객이나 작품, 설비에 위험을 끼치는 행위를 하신 분께는 퇴장을 요청할 수 있으며, 이 경우 대금은 환불해 드리지 않습니다.',
    'zh-hans':
      '在场馆内请遵从工作人员的引导。对其他来宾、作品或设施造成危险者，可能被要求离场，票款不予退还。',
    'zh-hant':
      '於場館內請遵從工作人員的引導。對其他來賓、作品或設施造成危險者，可能被要求離場，票款不予退還。',
    th: 'กรุณาปฏิบัติตามคำแนะนำของเจ้า⁠หน้าที่ ผู้ที่ทำให้ผู้อื่น ผลงาน หรือสถานที่เป็นอันตรายอาจถูกขอให้ออกจากสถานที่โดยไม่คืน⁠เงิน',
  },
  terms_cancellation_title: {
    ja: 'キャンセル、払い戻し、休館',
    en: 'Cancellation, refunds, closures',
    kr: '취소, 환불, 휴무',
    'zh-hans': '取消、退款与停止开放',
    'zh-hant': '取消、退款與停止開放',
    th: 'การยกเลิก การคืน⁠เงิน และการปิดทำการ',
  },
  terms_closure: {
    ja: '天災、設備の故障、そのほかやむを得ない事情により、休館したり、開場の時間や展示の内容を変えたりすることがあります。会場までの交通費や宿泊費などは、当社に責任がある場合を除き、補償しません。',
    en: 'Natural disasters, failures of equipment and other events beyond our control may make us close or change opening hours or exhibits. We do not pay for travel or lodging unless we are at fault.',
    kr: '천재지변, 설비 고장, 그 밖의 부득이한 사정으로 휴무하거나 개장 시간 또는 전시 내용을 변경할 수 있습니다. 시설까지의 교통비와 숙박비 등은 당사에 책임이 있는 경우를 제외하고 보상하지 않습니다.',
    'zh-hans':
      '因自然灾害、设备故障及其他不得已的原因，可能停止开放，或变更开放时间、展示内容。除本公司负有责任的情形外，交通费、住宿费等不予补偿。',
    'zh-hant':
      '因天災、設備故障及其他不得已之事由，可能停止開放，或變更開放時間、展示內容。除可歸責於本公司之情形外，交通費、住宿費等恕不補償。',
    th: 'ภัยธรรมชาติ อุปกรณ์ขัดข้อง หรือเหตุสุดวิสัยอื่นอาจทำให้เราต้องปิดทำการ เปลี่ยนเวลาเปิดหรือเนื้อหาการจัดแสดง เราไม่ชดเชยค่าเดินทางหรือค่าที่พัก เว้นแต่เป็นความผิดของเรา',
  },
  terms_forbidden_title: {
    ja: 'してはならないこと',
    en: 'What is not allowed',
    kr: '금지 행위',
    'zh-hans': '禁止事项',
    'zh-hant': '禁止事項',
    th: 'ข้อห้าม',
  },
  terms_forbidden: {
    ja: '- うその情報や他人の名前での購入\n- 他人のカードなど、使う権利のない支払い手段の利用\n- 自動化されたプログラムによる購入や、サイトに過大な負荷をかけること\n- チケットの偽造や改ざん\nこれらに当たると当社が合理的に判断したときは、チケットを無効とすることがあります。',
    en: '- Buying with false information or in someone else’s name\n- Paying by means you have no right to use, such as someone else’s card\n- Buying by automated programs, or putting excessive load on the site\n- Forging or altering tickets\nWhere we have good reason to believe that this happened, we may declare tickets void.',
    kr: '- 허위 정보 또는 타인 명의로 구매하는 행위\n- 타인의 카드 등 사용할 권리가 없는 결제 수단을 이용하는 행위\n- 자동화 프로그램으로 구매하거나 사이트에 과도한 부하를 주는 행위\n- 티켓을 위조하거나 변조하는 행위\n이에 해당한다고 당사가 합리적으로 판단한 경우 티켓을 무효로 할 수 있습니다.',
    'zh-hans':
      '- 使用虚假信息或他人名义购票\n- 使用他人银行卡等无权使用的支付手段\n- 以自动程序购票，或对网站造成过大负荷\n- 伪造或篡改门票\n本公司合理判断存在上述行为时，可将门票作废。',
    'zh-hant':
      '- 使用不實資料或他人名義購票\n- 使用他人卡片等無權使用的付款工具\n- 以自動程式購票，或對網站造成過大負荷\n- 偽造或竄改門票\n本公司合理判斷有上述行為時，得將門票作廢。',
    th: '- ซื้อด้วยข้อมูลเท็จหรือในชื่อผู้อื่น\n- ใช้บัตรของผู้อื่นหรือวิธีชำระเงินที่ไม่มีสิทธิ์ใช้\n- ซื้อด้วยโปรแกรมอัตโนมัติหรือทำให้เว็บไซต์รับภาระมากเกินไป\n- ปลอมแปลงหรือแก้ไขตั๋ว\nหากเรามีเหตุอันควรเชื่อว่ามีการก⁠ระ⁠ทำดังกล่าว เราอาจถือว่าตั๋วนั้นใช้ไม่ได้',
  },
  terms_liability_title: {
    ja: '責任の範囲',
    en: 'Liability',
    kr: '책임의 범위',
    'zh-hans': '责任范围',
    'zh-hant': '責任範圍',
    th: 'ความรับผิด',
  },
  terms_liability: {
    ja: '当社の責任でお客様に損害が生じたときは、通常生ずべき損害に限り、チケットの代金を上限として賠償します。当社に故意または重大な過失があるときは、この限りではありません。この規約は、消費者契約法などの法令が認めるお客様の権利を制限しません。',
    en: 'If we cause you damage, we compensate you for the damage that would ordinarily arise, up to the price of the tickets. This limit does not apply to intent or gross negligence. Nothing here limits your rights under the Japanese Consumer Contract Act or other laws.',
    kr: '당사의 책임으로 고객님께 손해가 발생한 경우 통상 발생하는 손해에 한하여 티켓 대금을 한도로 배상합니다. 당사에 고의 또는 중대한 과실이 있는 경우에는 그러하지 아니합니다. 본 약관은 일본의 소비자계약법 등 법령이 인정하는 고객님의 권리를 제한하지 않습니다.',
    'zh-hans':
      '因本公司的责任造成您损失的，仅就通常产生的损失，以门票价款为上限予以赔偿。本公司存在故意或重大过失的除外。本条款不限制日本《消费者合同法》等法律法规赋予您的权利。',
    'zh-hant':
      '因可歸責於本公司之事由致您受有損害時，僅就通常所生之損害，以門票價款為上限予以賠償。本公司有故意或重大過失者不在此限。本條款不限制日本消費者契約法等法令賦予您的權利。',
    th: 'หากเราทำให้คุณเสียหาย เราชดใช้ความเสียหายที่เกิดขึ้นตามปกติไม่เกินราคาตั๋ว ข้อจำกัดนี้ไม่ใช้กรณีจงใจหรือประมาทเลินเล่ออย่างร้ายแรง ข้อกำหนดนี้ไม่จำกัดสิทธิของคุณตามกฎหมายสัญญาผู้บริโภคของญี่ปุ่นหรือกฎหมายอื่น',
  },
  terms_changes_title: {
    ja: '規約の変更',
    en: 'Changes',
    kr: '약관의 변경',
    'zh-hans': '条款的变更',
    'zh-hant': '條款的變更',
    th: 'การเปลี่ยนแปลงข้อกำหนด',
  },
  terms_changes: {
    ja: 'この規約は、民法の定めに従って変更することがあります。変更するときは、その内容と時期をあらかじめこのページでお知らせします。すでに成立したご購入には、成立したときの規約を適用します。',
    en: 'We may change these terms as the Japanese Civil Code allows, and will announce on this page in advance what changes and when. Purchases already made stay under the terms in force at that time.',
    kr: '본 약관은 일본 민법이 정하는 바에 따라 변경할 수 있습니다. 변경할 때에는 그 내용과 시기를 미리 이 페이지에서 알려 드립니다. 이미 성립한 구매에는 성립 당시의 약관을 적용합니다.',
    'zh-hans':
      '本公司可依照日本《民法》的规定变更本条款，并事先在本页面公布变更内容与时间。已成立的购买适用成立时的条款。',
    'zh-hant':
      '本公司得依日本民法之規定變更本條款，並事先於本頁面公布變更內容與時間。已成立的購買適用成立時的條款。',
    th: 'เราอาจเปลี่ยนข้อกำหนดเหล่านี้ตามประมวลกฎหมายแพ่งของญี่ปุ่น โดยแจ้งเนื้อหาและเวลาล่วงหน้าในหน้านี้ การซื้อที่สมบูรณ์แล้วใช้ข้อกำหนด ณ เวลานั้น',
  },
  terms_law_title: {
    ja: '準拠法と裁判所',
    en: 'Law and courts',
    kr: '준거법 및 관할 법원',
    'zh-hans': '准据法与管辖法院',
    'zh-hant': '準據法與管轄法院',
    th: 'กฎหมายและศาล',
  },
  terms_law: {
    ja: 'この規約は日本法によります。この規約に関する争いは、当社の所在地を管轄する地方裁判所を第一審の専属的合意管轄裁判所とします。翻訳と日本語に違いがあるときは、日本語によります。',
    en: 'These terms are governed by Japanese law. The district court at our address has exclusive jurisdiction in the first instance over disputes about them. Where a translation differs from the Japanese version, the Japanese version applies.',
    kr: '본 약관은 일본법에 따릅니다. 본 약관에 관한 분쟁은 당사 소재지를 관할하는 지방법원을 제1심 전속 합의 관할 법원으로 합니다. 번역문과 일본어가 다를 때는 일본어를 따릅니다.',
    'zh-hans':
      '本条款适用日本法律。有关本条款的争议，以本公司所在地的地方法院为第一审专属约定管辖法院。译文与日文不一致时，以日文为准。',
    'zh-hant':
      '本條款適用日本法律。有關本條款的爭議，以本公司所在地的地方法院為第一審專屬合意管轄法院。譯文與日文不一致時，以日文為準。',
    th: 'ข้อกำหนดนี้อยู่ภายใต้กฎหมายญี่ปุ่น ข้อพิพาทเกี่ยวกับข้อกำหนดนี้ให้อยู่ในเขตอำนาจเฉพาะของศาลจังหวัดในท้องที่ที่เราตั้งอยู่เป็นศาลชั้นต้น หากคำแปลต่างจากภาษาญี่ปุ่น ให้ถือภาษาญี่ปุ่นเป็นหลัก',
  },
} as const satisfies TextTable
