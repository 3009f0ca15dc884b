import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const CANNERY_PRICES = { adult: 2_400, youth: 1_600, child: 900 }
const HARBOUR_PRICES = { adult: 1_800, youth: 1_200, child: 600 }

const colourCannery: DemoProduct = {
  siteKey: 'cancanfactory',
  uuid: 'f2437a73-7103-4c1c-bf27-b2ef0a7b2307',
  saleType: 'time',
  basePrice: CANNERY_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 10,
  imagePath: '/sites/cancanfactory/colour-cannery.svg',
  name: {
    ja: '色の缶詰ライン',
    en: 'The Colour Cannery',
    kr: '색깔 통조림 라인',
    'zh-hans': '色彩罐头流水线',
    'zh-hant': '色彩罐頭生產線',
    th: 'สายพานกระป๋องสีสัน',
  },
  description: {
    ja: '動きつづける缶詰ラインで、自分だけの色を一缶つくって持ち帰れます。所要時間は約50分です。',
    en: 'The canning line runs again: mix a colour of your own, seal it and take the can home. About 50 minutes.',
    kr: '다시 움직이는 통조림 라인에서 나만의 색을 한 캔 만들어 가져갈 수 있습니다. 약 50분 걸립니다.',
    'zh-hans': '罐头流水线再次运转：调出属于你的颜色，封成一罐带回家。约需50分钟。',
    'zh-hant': '罐頭生產線再次運轉：調出屬於你的顏色，封成一罐帶回家。約需50分鐘。',
    th: 'สายการผลิตกระป๋องกลับมาเดินอีกครั้ง ผสมสีของคุณเอง ปิดฝา แล้วนำกลับบ้าน ใช้เวลาประมาณ 50 นาที',
  },
  caution: {
    ja: '絵の具を使います。汚れてもよい服装でお越しください。',
    en: 'You will work with paint. Please wear clothes that may get dirty.',
    kr: '물감을 사용합니다. 더러워져도 괜찮은 옷을 입고 와 주세요.',
    'zh-hans': '活动会使用颜料，请穿不怕弄脏的衣服。',
    'zh-hant': '活動會使用顏料，請穿不怕弄髒的衣服。',
    th: 'มีการใช้สี โปรดสวมเสื้อผ้าที่เปื้อนได้',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(CANNERY_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(10), last: at(16), window: 60 }),
  capacity: 24,
}

const harbourDay: DemoProduct = {
  siteKey: 'cancanfactory',
  uuid: '570ae680-e7ef-453e-a0df-3bf61fc7d093',
  saleType: 'date',
  entryPolicy: 'any',
  basePrice: HARBOUR_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/cancanfactory/harbour-day.svg',
  name: {
    ja: '港の一日券',
    en: 'A Day at the Harbour',
    kr: '항구 1일권',
    'zh-hans': '港口一日票',
    'zh-hant': '港口一日票',
    th: 'บัตรหนึ่งวันที่ท่าเรือ',
  },
  description: {
    ja: '工場の展示室と灯台、桟橋の野外展示をめぐる一日券です。10時から18時まで、何度でも出入りできます。',
    en: 'The galleries of the factory, the lighthouse and the works along the pier. Come and go from 10:00 to 18:00.',
    kr: '공장 전시실과 등대, 부두의 야외 전시를 둘러보는 1일권입니다. 10시부터 18시까지 자유롭게 드나들 수 있습니다.',
    'zh-hans': '可参观工厂展厅、灯塔与栈桥户外展。10:00至18:00可多次进出。',
    'zh-hant': '可參觀工廠展廳、燈塔與棧橋戶外展。10:00至18:00可多次進出。',
    th: 'ชมห้องจัดแสดงในโรงงาน ประภาคาร และผลงานกลางแจ้งริมท่า เข้าออกได้ตลอดตั้งแต่ 10:00 ถึง 18:00 น.',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(HARBOUR_PRICES),
  extras: [],
  spansOf: openingHours(at(10), at(18)),
  capacity: 200,
}

/** Products of the site `cancanfactory`, in display order. */
export const CANCAN_PRODUCTS: readonly DemoProduct[] = [colourCannery, harbourDay]
