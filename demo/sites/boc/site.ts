import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '雲上バルコニー',
  en: 'Balcony Over Clouds',
  kr: '구름 위의 발코니',
  'zh-hans': '云上露台',
  'zh-hant': '雲上露台',
  th: 'ระเบียงเหนือเมฆ',
} as const

/** A balcony above the clouds, kept by a club: an order needs the token that the club's pages give. */
export const boc = defineSite({
  key: 'boc',
  title: { ja: 'チケット | 雲上バルコニー', default: 'Tickets | Balcony Over Clouds' },
  name,
  tagline: {
    ja: '雲海のへりに、腰かける。',
    en: 'Take a seat at the edge of the sea of clouds.',
    kr: '구름바다 가장자리에 앉아 보세요.',
    'zh-hans': '在云海边缘，坐下来。',
    'zh-hant': '在雲海邊緣，坐下來。',
    th: 'นั่งลงตรงขอบทะเลหมอก',
  },
  look: { opening: 'gallery', products: 'cards' },
  address: {
    ja: '山梨県 雲際村 天縁1200',
    en: '1200 Tenen, Unsai-mura, Yamanashi, Japan',
    kr: '일본 야마나시현 운사이무라 덴엔 1200',
    'zh-hans': '日本山梨县云际村天缘1200',
    'zh-hant': '日本山梨縣雲際村天緣1200',
    th: '1200 เท็นเอ็น หมู่บ้านอุนไซ จังหวัดยามานาชิ ประเทศญี่ปุ่น',
  },
  membership: { loginType: 'Token', required: true, skipMailAuthentication: true },
  signIn: { mailMagazine: false },
  // Members alone may buy, and the door asks nobody who they are.
  paymentMethods: { web: ['stripe'], spot: [] },
  // The club knows every buyer by the token and answers for their cards.
  allowsWithoutThreeDSecure: true,
  logo: { header: { width: 193, height: 32 }, print: { width: 203, height: 104 } },
  mail: { senderName: name, contact: 'club@balcony.example' },
  issuer: {
    name: '一般社団法人 雲上バルコニー倶楽部',
    address: '山梨県雲際村天縁1200',
    registrationNumber: 'T0000000000015',
  },
  legal: {
    seller: {
      ja: '一般社団法人 雲上バルコニー倶楽部',
      en: 'Balcony Over Clouds Club',
      kr: '일반사단법인 구름 위의 발코니 클럽',
      'zh-hans': '一般社团法人云上露台俱乐部',
      'zh-hant': '一般社團法人雲上露台俱樂部',
      th: 'สมาคมสโมสรระเบียงเหนือเมฆ',
    },
    representative: {
      ja: '代表理事 天野 峰',
      en: 'Mine Amano, Representative Director',
      kr: '대표이사 아마노 미네',
      'zh-hans': '代表理事 天野峰',
      'zh-hant': '代表理事 天野峰',
      th: 'มิเนะ อามาโนะ กรรมการผู้แทน',
    },
    phone: '0551-00-0015',
    cancellation: {
      ja: '会員のご都合によるご購入後のキャンセルと払い戻しはお受けしておりません。強風などでロープウェイを運休したときは、お支払いの全額を払い戻します。雲海や星が見えないことによる払い戻しはありません。',
      en: 'Tickets cannot be cancelled or refunded at your request once bought. If strong wind or the like stops the ropeway, we refund the whole amount you paid. There is no refund when clouds or stars do not show.',
      kr: '구매 후 회원 사정에 의한 취소 및 환불은 받지 않습니다. 강풍 등으로 로프웨이 운행이 중단되는 경우 결제 금액 전액을 환불해 드립니다. 운해나 별이 보이지 않는 경우에는 환불되지 않습니다.',
      'zh-hans':
        '购票后不接受因会员个人原因的取消和退款。若因强风等导致缆车停运，将退还已支付的全部金额。未能看到云海或星空不予退款。',
      'zh-hant':
        '購票後恕不接受因會員個人因素的取消與退款。若因強風等導致纜車停駛，將退還已支付的全部金額。未能看到雲海或星空恕不退款。',
      th: 'เมื่อซื้อแล้วไม่สามารถยกเลิกหรือขอคืนเงินด้วยเหตุผลส่วนตัวได้ หากกระเช้าหยุดให้บริการเพราะลมแรงหรือเหตุอื่น เราจะคืนเงินเต็มจำนวนที่ชำระ ไม่มีการคืนเงินในกรณีที่ไม่เห็นทะเลหมอกหรือดวงดาว',
    },
  },
})
