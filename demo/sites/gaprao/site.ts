import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: 'バジル夜市',
  en: 'Basil Night Market',
  kr: '바질 야시장',
  'zh-hans': '罗勒夜市',
  'zh-hant': '羅勒夜市',
  th: 'ตลาดกลางคืนใบกะเพรา',
} as const

/** A night market by a canal that smells of holy basil. Its pages end without a footer. */
export const gaprao = defineSite({
  key: 'gaprao',
  title: { ja: 'チケット | バジル夜市', default: 'Tickets | Basil Night Market' },
  name,
  tagline: {
    ja: '鍋が鳴り、灯りがともる運河の夜。',
    en: 'The woks sing, the lanterns glow: tonight is market night on the canal.',
    kr: '웍이 노래하고 등불이 켜지는 밤, 운하의 야시장으로 오세요.',
    'zh-hans': '锅声响起，灯笼亮起，今夜去运河夜市。',
    'zh-hant': '鍋聲響起，燈籠亮起，今晚去運河夜市。',
    th: 'เสียงกระทะดัง โคมไฟสว่าง คืนนี้ไปตลาดริมคลองกัน',
  },
  look: { opening: 'poster', products: 'cards', scheme: 'dark' },
  address: {
    ja: '埼玉県 川面市 舟入町6',
    en: '6 Funairi-cho, Kawamo-shi, Saitama, Japan',
    kr: '일본 사이타마현 가와모시 후나이리초 6',
    'zh-hans': '日本埼玉县川面市舟入町6',
    'zh-hant': '日本埼玉縣川面市舟入町6',
    th: '6 ฟุนาอิริโจ เมืองคาวาโมะ จังหวัดไซตามะ ประเทศญี่ปุ่น',
  },
  completeButton: false,
  footer: { disabled: true },
  paymentMethods: { web: ['gmo'] },
  // Bills are small and paid at the table: the venue answers for cards without 3-D Secure.
  allowsWithoutThreeDSecure: true,
  logo: { header: { width: 130, height: 32 }, print: { width: 125, height: 104 } },
  mail: { senderName: name, contact: 'sawadee@basil.example' },
  issuer: {
    name: '株式会社バジル夜市',
    address: '埼玉県川面市舟入町6',
    registrationNumber: 'T0000000000012',
  },
  legal: {
    seller: {
      ja: '株式会社バジル夜市',
      en: 'Basil Night Market Co., Ltd.',
      kr: '주식회사 바질 야시장',
      'zh-hans': '罗勒夜市股份公司',
      'zh-hant': '羅勒夜市股份公司',
      th: 'บริษัท ตลาดกลางคืนใบกะเพรา จำกัด',
    },
    representative: {
      ja: '代表取締役 舟入 香',
      en: 'Kaori Funairi, Representative Director',
      kr: '대표이사 후나이리 가오리',
      'zh-hans': '代表董事 舟入香',
      'zh-hant': '代表董事 舟入香',
      th: 'คาโอริ ฟุนาอิริ กรรมการผู้แทน',
    },
    phone: '048-000-0012',
    phoneHours: {
      ja: '14:00〜21:00（火曜日を除く）',
      en: '14:00–21:00, except Tuesdays',
      kr: '14:00~21:00(화요일 제외)',
      'zh-hans': '14:00–21:00（周二除外）',
      'zh-hant': '14:00–21:00（週二除外）',
      th: '14:00–21:00 น. (ยกเว้นวันอังคาร)',
    },
  },
})
