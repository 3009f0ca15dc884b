import { defineSite } from '@kippu/sites/define-site'
import { OVERSEAS } from '@kippu/sites/standard-answers'

const name = {
  ja: '結浜サンゴ園',
  en: 'Yuihama Coral Garden',
  kr: '유이하마 산호 정원',
  'zh-hans': '结滨珊瑚园',
  'zh-hant': '結濱珊瑚園',
  th: 'สวนปะการังยูอิฮามะ',
} as const

/** A small island in a lagoon, and the garden of coral below it. */
export const okinawa = defineSite({
  key: 'okinawa',
  title: { ja: 'チケット | 結浜サンゴ園', default: 'Tickets | Yuihama Coral Garden' },
  name,
  tagline: {
    ja: '島の下に、もうひとつの庭がある。',
    en: 'Below the island there is another garden.',
    kr: '섬 아래에 또 하나의 정원이 있습니다.',
    'zh-hans': '小岛之下，另有一座花园。',
    'zh-hant': '小島之下，另有一座花園。',
    th: 'ใต้เกาะเล็ก ๆ ยังมีอีกสวนหนึ่ง',
  },
  look: { opening: 'poster', products: 'cards' },
  address: {
    ja: '沖縄県 結浜村 白砂30',
    en: '30 Shirasuna, Yuihama-son, Okinawa, Japan',
    kr: '일본 오키나와현 유이하마손 시라스나 30',
    'zh-hans': '日本冲绳县结滨村白砂30',
    'zh-hant': '日本沖繩縣結濱村白砂30',
    th: '30 ชิราสุนะ หมู่บ้านยูอิฮามะ จังหวัดโอกินาวา ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  signIn: {
    residentArea: 'regional',
    regions: [
      {
        value: 'in_okinawa',
        label: {
          ja: '沖縄県内',
          en: 'Okinawa',
          kr: '오키나와현 내',
          'zh-hans': '冲绳县内',
          'zh-hant': '沖繩縣內',
          th: 'จังหวัดโอกินาวา',
        },
      },
      {
        value: 'other_prefecture',
        label: {
          ja: '沖縄県外（国内）',
          en: 'Elsewhere in Japan',
          kr: '일본 내 다른 지역',
          'zh-hans': '日本其他地区',
          'zh-hant': '日本其他地區',
          th: 'จังหวัดอื่นในญี่ปุ่น',
        },
      },
      OVERSEAS,
    ],
  },
  paymentMethods: { web: ['gmo_3ds', 'alipay'] },
  logo: { header: { width: 187, height: 32 }, print: { width: 196, height: 104 } },
  mail: { senderName: name, contact: 'umi@yuihama.example' },
  issuer: {
    name: '合同会社 結浜サンゴ園',
    address: '沖縄県結浜村白砂30',
    registrationNumber: 'T0000000000011',
  },
  legal: {
    seller: {
      ja: '合同会社 結浜サンゴ園',
      en: 'Yuihama Coral Garden LLC',
      kr: '유이하마 산호 정원 합동회사',
      'zh-hans': '结滨珊瑚园合同会社',
      'zh-hant': '結濱珊瑚園合同會社',
      th: 'บริษัท สวนปะการังยูอิฮามะ แอลแอลซี',
    },
    representative: {
      ja: '代表社員 白砂 海',
      en: 'Kai Shirasuna, Representative Member',
      kr: '대표사원 시라스나 가이',
      'zh-hans': '代表社员 白砂海',
      'zh-hant': '代表社員 白砂海',
      th: 'ไค ชิราสุนะ หุ้นส่วนผู้แทน',
    },
    phone: '098-000-0011',
    cancellation: {
      ja: 'お客様のご都合によるご購入後のキャンセルと払い戻しはお受けしておりません。風や波のために船が出ないとき、または休園するときは、お支払いの全額を払い戻します。',
      en: 'Tickets cannot be cancelled or refunded at your request once bought. If wind or waves keep the boat in harbour, or if we have to close, we refund the whole amount you paid.',
      kr: '구매 후 고객 사정에 의한 취소 및 환불은 받지 않습니다. 바람이나 파도로 배가 뜨지 못하거나 휴무하는 경우 결제 금액 전액을 환불해 드립니다.',
      'zh-hans': '购票后不接受因个人原因的取消和退款。若因风浪停航或本园停止开放，将退还已支付的全部金额。',
      'zh-hant': '購票後恕不接受因個人因素的取消與退款。若因風浪停航或本園停止開放，將退還已支付的全部金額。',
      th: 'เมื่อซื้อแล้วไม่สามารถยกเลิกหรือขอคืนเงินด้วยเหตุผลส่วนตัวได้ หากเรือออกไม่ได้เพราะลมหรือคลื่น หรือสวนต้องปิด เราจะคืนเงินเต็มจำนวนที่ชำระ',
    },
  },
})
