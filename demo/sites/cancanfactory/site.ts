import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: 'カンカンファクトリー',
  en: 'Cancan Factory',
  kr: '캉캉 팩토리',
  'zh-hans': '罐罐工厂',
  'zh-hant': '罐罐工廠',
  th: 'คังคังแฟกทอรี',
} as const

/** A cannery by the harbour that now fills its cans with colour. */
export const cancanfactory = defineSite({
  key: 'cancanfactory',
  title: { ja: 'チケット | カンカンファクトリー', default: 'Tickets | Cancan Factory' },
  name,
  tagline: {
    ja: '港の缶詰工場に、色を詰めこんで。',
    en: 'The old harbour cannery, filled with colour again.',
    kr: '항구의 통조림 공장에 색을 가득 담았습니다.',
    'zh-hans': '把色彩装满港口的老罐头厂。',
    'zh-hant': '把色彩裝滿港口的老罐頭廠。',
    th: 'โรงงานปลากระป๋องริมท่าเรือที่บรรจุสีสันไว้เต็มกระป๋อง',
  },
  look: { opening: 'poster', products: 'posters' },
  address: {
    ja: '宮城県 汐見市 波止場町8',
    en: '8 Hatoba-cho, Shiomi-shi, Miyagi, Japan',
    kr: '일본 미야기현 시오미시 하토바초 8',
    'zh-hans': '日本宫城县汐见市波止场町8',
    'zh-hant': '日本宮城縣汐見市波止場町8',
    th: '8 ฮาโตบะโจ เมืองชิโอมิ จังหวัดมิยางิ ประเทศญี่ปุ่น',
  },
  completeButton: false,
  signIn: { residentArea: 'japan_and_others' },
  paymentMethods: { web: ['stripe_secure'] },
  logo: { header: { width: 267, height: 28 }, print: { width: 186, height: 132 } },
  mail: { senderName: name, contact: 'hello@cancanfactory.example' },
  issuer: {
    name: '株式会社カンカンファクトリー',
    address: '宮城県汐見市波止場町8',
    registrationNumber: 'T0000000000002',
  },
  legal: {
    seller: {
      ja: '株式会社カンカンファクトリー',
      en: 'Cancan Factory Co., Ltd.',
      kr: '주식회사 캉캉 팩토리',
      'zh-hans': '罐罐工厂股份公司',
      'zh-hant': '罐罐工廠股份公司',
      th: 'บริษัท คังคังแฟกทอรี จำกัด',
    },
    representative: {
      ja: '代表取締役 汐見 渚',
      en: 'Nagisa Shiomi, Representative Director',
      kr: '대표이사 시오미 나기사',
      'zh-hans': '代表董事 汐见渚',
      'zh-hant': '代表董事 汐見渚',
      th: 'นางิสะ ชิโอมิ กรรมการผู้แทน',
    },
    phone: '0226-00-0002',
  },
})
