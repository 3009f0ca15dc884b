import type { TextTable } from './text-table.ts'

/** The privacy policy. A line that begins with `- ` is an item of a list. */
export const privacyTexts = {
  privacy_title: {
    ja: 'プライバシーポリシー',
    en: 'Privacy policy',
    kr: '개인정보 처리방침',
    'zh-hans': '隐私政策',
    'zh-hant': '隱私權政策',
    th: 'นโยบายความเป็นส่วน⁠ตัว',
  },
  privacy_lead: {
    ja: '{seller}（以下「当社」）は、チケットの販売にあたってお預かりする個人情報を、個人情報の保護に関する法律を守り、次のとおり取り扱います。',
    en: '{seller} (“we”) handles the personal information you give us when you buy tickets in accordance with the Japanese Act on the Protection of Personal Information, as follows.',
    kr: '{seller}(이하 ‘당사’)은(는) 티켓 판매 시 제공해 주신 개인정보를 일본의 개인정보 보호에 관한 법률을 준수하여 다음과 같이 처리합니다.',
    'zh-hans':
      '{seller}（以下称“本公司”）遵守日本《个人信息保护法》，按以下方式处理您在购票时提供的个人信息。',
    'zh-hant': '{seller}（以下稱「本公司」）遵守日本個人資訊保護法，依下列方式處理您於購票時提供的個人資料。',
    th: '{seller} (“เรา”) ดูแลข้อมูลส่วนบุคคลที่คุณให้ไว้เมื่อซื้อตั๋ว ตามกฎหมายคุ้มครองข้อมูลส่วนบุคคลของญี่ปุ่น ดังต่อไปนี้',
  },
  privacy_collected_title: {
    ja: '取得する情報',
    en: 'What we collect',
    kr: '수집하는 정보',
    'zh-hans': '收集的信息',
    'zh-hant': '蒐集的資料',
    th: 'ข้อมูลที่เราเก็บ',
  },
  privacy_collected: {
    ja: '- ご購入の画面で入力された、お名前、メールアドレス、電話番号、お住まいの地域、年代、性別、アンケートの回答など\n- ご購入の内容、お支払いの方法と結果、ご来場の記録\n- お問い合わせの内容\n- IPアドレス、ブラウザーの種類、アクセスの日時\nカード番号は、お客様のブラウザーから決済代行会社へ直接送られ、当社は受け取りも保存もしません。',
    en: '- What you enter when you buy, such as name, email address, phone number, area of residence, age group, gender and answers to questions\n- What you bought, how you paid and with what result, and when you visited\n- Messages you send us\n- IP address, browser type, time of access\nCard numbers go directly from your browser to the payment provider. We neither receive nor keep them.',
    kr: '- 구매 화면에서 입력하신 성함, 이메일 주소, 전화번호, 거주 지역, 연령대, 성별, 설문 답변 등\n- 구매 내용, 결제 수단과 결과, 방문 기록\n- 문의하신 내용\n- IP 주소, 브라우저 종류, 접속 일시\n카드 번호는 고객님의 브라우저에서 결제 대행사로 직접 전송되며, 당사는 받거나 저장하지 않습니다.',
    'zh-hans':
      '- 购票时填写的姓名、电子邮箱、电话号码、居住地区、年龄段、性别、问卷回答等\n- 购买内容、支付方式与结果、参观记录\n- 咨询内容\n- IP地址、浏览器类型、访问时间\n卡号由您的浏览器直接发送至支付服务商，本公司不接收也不保存。',
    'zh-hant':
      '- 購票時填寫的姓名、電子郵件地址、電話號碼、居住地區、年齡層、性別、問卷回答等\n- 購買內容、付款方式與結果、參觀紀錄\n- 洽詢內容\n- IP位址、瀏覽器種類、存取時間\n卡號由您的瀏覽器直接傳送至金流服務商，本公司不接收亦不保存。',
    th: '- ข้อมูลที่กรอกเมื่อซื้อ เช่น ชื่อ อีเมล หมายเลขโทรศัพท์ พื้นที่อยู่อาศัย ช่วงอายุ เพศ คำตอบแบบสอบถาม\n- รายการที่ซื้อ วิธีและผลการชำระเงิน บันทึกการเข้าชม\n- ข้อความที่ติดต่อเรา\n- ที่อยู่ไอ⁠พี ชนิดของเบราว์เซอร์ วันเวลาที่เข้าใช้งาน\nหมายเลขบัตรส่งจากเบราว์เซอร์ของคุณถึงผู้ให้บริการรับชำระเงินโดยตรง เราไม่ได้รับและไม่เก็บไว้',
  },
  privacy_purposes_title: {
    ja: '利用の目的',
    en: 'What we use it for',
    kr: '이용 목적',
    'zh-hans': '使用目的',
    'zh-hant': '使用目的',
    th: 'วัตถุประสงค์ในการใช้',
  },
  privacy_purposes: {
    ja: '- チケットの販売、お届け、ご入場の確認\n- お支払いと払い戻しの手続き\n- 休館や日時の変更など、ご来場に関わる大切なお知らせ\n- お問い合わせへの対応\n- 不正な購入や転売の防止\n- 購読されている方へのお知らせメールの配信\n- 個人を特定しない統計の作成とサービスの改善',
    en: '- Selling and delivering tickets, and letting you in\n- Taking payments and making refunds\n- Important news about your visit, such as a closure or a change of time\n- Answering your questions\n- Preventing fraud and resale\n- Emailing news to subscribers\n- Anonymous statistics and improving our service',
    kr: '- 티켓 판매, 전달, 입장 확인\n- 결제 및 환불 절차\n- 휴무나 일시 변경 등 방문과 관련된 중요한 안내\n- 문의에 대한 답변\n- 부정 구매 및 재판매 방지\n- 구독하시는 분께 소식 메일 발송\n- 개인을 식별하지 않는 통계 작성 및 서비스 개선',
    'zh-hans':
      '- 销售与交付门票、确认入场\n- 办理支付与退款\n- 发送停止开放、时间变更等与参观有关的重要通知\n- 答复咨询\n- 防止不正当购票与转售\n- 向订阅者发送资讯邮件\n- 制作无法识别个人的统计资料、改进服务',
    'zh-hant':
      '- 販售與交付門票、確認入場\n- 辦理付款與退款\n- 寄送停止開放、時間變更等與參觀有關的重要通知\n- 回覆洽詢\n- 防止不當購票與轉售\n- 向訂閱者寄送電子報\n- 製作無法識別個人的統計資料、改善服務',
    th: '- ขายและส่งมอบตั๋ว ตรวจ⁠สอบการเข้าชม\n- ดำเนิน⁠การชำระเงินและคืน⁠เงิน\n- แจ้งข่าวสำคัญเกี่ยวกับการเข้าชม เช่น การปิดทำการหรือเปลี่ยนเวลา\n- ตอบข้อซักถาม\n- ป้องกันการซื้อโดยทุจริตและการขายต่อ\n- ส่งข่าวสารทางอีเมลให้ผู้ที่สมัครรับ\n- จัดทำสถิติที่ไม่ระบุตัวบุคคลและปรับปรุงบริการ',
  },
  privacy_sharing_title: {
    ja: '第三者への提供と業務の委託',
    en: 'Who else receives it',
    kr: '제3자 제공 및 업무 위탁',
    'zh-hans': '向第三方提供与业务委托',
    'zh-hant': '提供予第三方與業務委託',
    th: 'การเปิด⁠เผยและการมอบหมายงาน',
  },
  privacy_sharing: {
    ja: '法令に基づく場合を除き、ご本人の同意なく個人情報を第三者に提供しません。\nお支払いの処理、メールの配信、システムの運用は、必要な範囲で外部の会社に委託し、適切に監督します。委託先には、アメリカ合衆国など外国の会社が含まれることがあります。その国の制度と委託先の安全管理の措置については、下の窓口へお尋ねください。',
    en: 'We do not give personal information to third parties without your consent, unless the law requires it.\nOther companies handle payments, send email and run our systems for us. They receive only what they need, and we supervise them. They may be outside Japan, for example in the United States. Please ask us at the address below about the laws there and how your information is protected.',
    kr: '법령에 따른 경우를 제외하고 본인의 동의 없이 개인정보를 제3자에게 제공하지 않습니다.\n결제 처리, 이메일 발송, 시스템 운영은 필요한 범위에서 외부 회사에 위탁하고 적절히 감독합니다. 수탁 회사에는 미국 등 해외 회사가 포함될 수 있습니다. 해당 국가의 제도와 수탁 회사의 안전 관리 조치에 대해서는 아래 연락처로 문의해 주세요.',
    'zh-hans':
      '除法律法规规定的情形外，未经本人同意，不向第三方提供个人信息。\n支付处理、邮件发送及系统运营在必要范围内委托给外部公司，并予以适当监督。受托方可能包括位于美国等国外的公司。有关该国制度及受托方安全管理措施，请通过下列联系方式咨询。',
    'zh-hant':
      '除法令規定之情形外，未經本人同意，不將個人資料提供予第三方。\n付款處理、郵件寄送及系統營運於必要範圍內委託外部公司辦理，並予以適當監督。受託方可能包括美國等國外的公司。有關該國制度及受託方的安全管理措施，請透過下列聯絡方式洽詢。',
    th: 'เราไม่ให้ข้อมูลส่วนบุคคลแก่บุคคลที่สามโดยไม่ได้รับความยินยอม เว้นแต่กฎหมายกำหนด\nเรามอบหมายให้บริษัทภายนอกดำเนิน⁠การชำระเงิน ส่งอีเมล และดูแลระบบเท่าที่จำเป็นและกำกับดูแลอย่างเหมาะ⁠สม บริษัทเหล่านี้อาจอยู่นอกประเทศญี่ปุ่น เช่น สหรัฐอเมริกา สอบถามกฎหมายของประเทศนั้นและมาตรการคุ้มครองข้อมูลได้ที่ช่องทางด้านล่าง',
  },
  privacy_safety_title: {
    ja: '安全管理と保存の期間',
    en: 'How we keep it',
    kr: '안전 관리 및 보관 기간',
    'zh-hans': '安全管理与保存期限',
    'zh-hant': '安全管理與保存期限',
    th: 'การรักษาความปลอดภัยและระยะเวลาเก็บ',
  },
  privacy_safety: {
    ja: '個人情報を漏れや紛失から守るため、通信を暗号化し、扱える者を限り、従業者を教育します。\nご購入の記録は、帳簿の保存を定める法令の期間（原則7年）保存し、その後は消去します。お支払いに至らなかったご注文の情報は、必要がなくなりしだい消去します。',
    en: 'To protect personal information we encrypt connections, limit who has access, and train our staff.\nWe keep records of purchases for as long as accounting laws require, generally seven years, and then erase them. Information on orders that were never paid is erased when it is no longer needed.',
    kr: '개인정보의 유출과 분실을 막기 위해 통신을 암호화하고, 취급할 수 있는 사람을 제한하며, 직원을 교육합니다.\n구매 기록은 장부 보존에 관한 법령이 정하는 기간(원칙적으로 7년) 동안 보관한 후 삭제합니다. 결제에 이르지 않은 주문 정보는 필요가 없어지는 대로 삭제합니다.',
    'zh-hans':
      '为防止个人信息泄露或丢失，本公司对通信进行加密，限制可接触信息的人员，并对员工进行培训。\n购买记录在账簿保存相关法规规定的期限内（原则上7年）保存，期满后删除。未完成支付的订单信息将在不再需要时删除。',
    'zh-hant':
      '為防止個人資料外洩或遺失，本公司將通訊加密，限制可接觸資料的人員，並對員工進行教育訓練。\n購買紀錄於帳簿保存相關法令規定的期間內（原則上7年）保存，期滿後刪除。未完成付款的訂單資料將於不再需要時刪除。',
    th: 'เพื่อป้องกันข้อมูลรั่ว⁠ไหลหรือสูญหาย เราเข้ารหัสการสื่อสาร จำกัดผู้เข้าถึง และอบรมพนักงาน\nเราเก็บบันทึกการซื้อตามระยะเวลาที่กฎหมายบัญชีกำหนด (โดยทั่วไป 7 ปี) แล้วจึงลบ ข้อมูลคำสั่งซื้อที่ไม่ได้ชำระเงินจะถูกลบเมื่อไม่จำเป็นแล้ว',
  },
  privacy_cookies_title: {
    ja: 'Cookieとブラウザーの記憶領域',
    en: 'Cookies and browser storage',
    kr: '쿠키와 브라우저 저장소',
    'zh-hans': 'Cookie与浏览器存储',
    'zh-hant': 'Cookie與瀏覽器儲存空間',
    th: 'คุกกี้และที่เก็บข้อมูลของเบราว์เซอร์',
  },
  privacy_cookies: {
    ja: '選ばれた言語を覚えるためにCookieを、ご購入の途中の内容を覚えるためにブラウザーの記憶領域を使います。記憶領域の内容は、タブを閉じると消えます。ブラウザーの設定で使わないようにもできますが、そのときは途中の内容が残らないことがあります。',
    en: 'We use a cookie to remember your language, and your browser’s storage to keep track of your purchase while you make it. What is stored there is erased when you close the tab. You can turn both off in your browser, but then your choices may not be remembered.',
    kr: '선택하신 언어를 기억하기 위해 쿠키를, 구매 중인 내용을 기억하기 위해 브라우저 저장소를 사용합니다. 저장된 내용은 탭을 닫으면 사라집니다. 브라우저 설정에서 사용하지 않도록 할 수 있으나, 그 경우 구매 중인 내용이 남지 않을 수 있습니다.',
    'zh-hans':
      '我们使用Cookie记住您选择的语言，使用浏览器存储记住购票过程中的内容。关闭标签页后，存储的内容即会消失。您可以在浏览器设置中停用，但购票过程中的内容可能无法保留。',
    'zh-hant':
      '我們使用Cookie記住您選擇的語言，使用瀏覽器儲存空間記住購票過程中的內容。關閉分頁後，儲存的內容即會消失。您可於瀏覽器設定中停用，但購票過程中的內容可能無法保留。',
    th: 'เราใช้คุกกี้เพื่อจำภาษาที่เลือก และใช้ที่เก็บข้อมูลของเบราว์เซอร์เพื่อจำราย⁠การระหว่างซื้อ ข้อมูลจะหายไปเมื่อปิดแท็บ คุณปิดการใช้งานได้ในการตั้งค่าเบราว์เซอร์ แต่รายการระหว่างซื้ออาจไม่ถูกจำไว้',
  },
  privacy_rights_title: {
    ja: '開示、訂正、利用の停止',
    en: 'Your rights',
    kr: '열람, 정정, 이용 정지',
    'zh-hans': '查阅、更正与停止使用',
    'zh-hant': '查閱、更正與停止使用',
    th: 'สิทธิของคุณ',
  },
  privacy_rights: {
    ja: 'ご自分の個人情報の開示、訂正、追加、削除、利用の停止、第三者への提供の停止を、下の窓口へ求めることができます。ご本人であることを確かめたうえで、法令に従って速やかに対応します。お知らせメールは、届いたメールのリンクからいつでも停止できます。',
    en: 'You may ask us at the address below to disclose, correct, add to or delete your personal information, or to stop using it or giving it to others. Once we have verified your identity, we will act without delay as the law requires. You can unsubscribe from our news at any time with the link in each email.',
    kr: '본인의 개인정보에 대한 열람, 정정, 추가, 삭제, 이용 정지, 제3자 제공 정지를 아래 연락처로 요청하실 수 있습니다. 본인임을 확인한 후 법령에 따라 신속히 처리합니다. 소식 메일은 받으신 이메일의 링크에서 언제든지 수신을 해지하실 수 있습니다.',
    'zh-hans':
      '您可以通过下列联系方式，请求查阅、更正、补充、删除、停止使用本人的个人信息，或停止向第三方提供。确认为本人后，本公司将依法及时处理。资讯邮件可随时通过邮件中的链接退订。',
    'zh-hant':
      '您可透過下列聯絡方式，請求查閱、更正、補充、刪除、停止使用本人的個人資料，或停止提供予第三方。確認為本人後，本公司將依法迅速處理。電子報可隨時透過郵件中的連結取消訂閱。',
    th: 'คุณขอให้เราเปิด⁠เผย แก้ไข เพิ่มเติม ลบ หยุดใช้ หรือหยุดให้ข้อมูลส่วนบุคคลของคุณแก่ผู้อื่นได้ที่ช่องทางด้านล่าง เมื่อยืนยันตัวตนแล้วเราจะดำเนิน⁠การตามกฎหมายโดยเร็ว คุณยกเลิกรับข่าวสารได้ทุกเมื่อจากลิงก์ในอีเมล',
  },
  privacy_contact_title: {
    ja: 'お問い合わせの窓口',
    en: 'Contact',
    kr: '문의처',
    'zh-hans': '联系我们',
    'zh-hant': '聯絡我們',
    th: 'ช่องทางติดต่อ',
  },
  privacy_contact: {
    ja: '{seller}（{representative}）\n{address}\n{phone}\n{hours}\n{email}',
    en: '{seller} ({representative})\n{address}\n{phone}\n{hours}\n{email}',
    kr: '{seller}({representative})\n{address}\n{phone}\n{hours}\n{email}',
    'zh-hans': '{seller}（{representative}）\n{address}\n{phone}\n{hours}\n{email}',
    'zh-hant': '{seller}（{representative}）\n{address}\n{phone}\n{hours}\n{email}',
    th: '{seller} ({representative})\n{address}\n{phone}\n{hours}\n{email}',
  },
  privacy_changes_title: {
    ja: 'このポリシーの変更',
    en: 'Changes',
    kr: '방침의 변경',
    'zh-hans': '政策的变更',
    'zh-hant': '政策的變更',
    th: 'การเปลี่ยนแปลงนโยบาย',
  },
  privacy_changes: {
    ja: '法令やサービスの変更に合わせて、このポリシーを改めることがあります。変更したときは、このページでお知らせします。翻訳と日本語に違いがあるときは、日本語によります。',
    en: 'We may change this policy when the law or our service changes, and will say so on this page. Where a translation differs from the Japanese version, the Japanese version applies.',
    kr: '법령이나 서비스의 변경에 맞추어 이 방침을 변경할 수 있습니다. 변경한 경우 이 페이지에서 알려 드립니다. 번역문과 일본어가 다를 때는 일본어를 따릅니다.',
    'zh-hans':
      '本政策可能随法律法规或服务的变化而修订，修订时将在本页面公布。译文与日文不一致时，以日文为准。',
    'zh-hant': '本政策可能隨法令或服務的變動而修訂，修訂時將於本頁面公布。譯文與日文不一致時，以日文為準。',
    th: 'เราอาจเปลี่ยนนโยบายนี้เมื่อกฎหมายหรือบริการเปลี่ยนไป และจะแจ้งในหน้านี้ หากคำแปลต่างจากภาษาญี่ปุ่น ให้ถือภาษาญี่ปุ่นเป็นหลัก',
  },
} as const satisfies TextTable
