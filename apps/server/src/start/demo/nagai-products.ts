import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const FLOWER_PRICES = { adult: 2_000, youth: 1_400, child: 700 }
const PALM_PRICES = { adult: 1_200, youth: 800, child: 400 }

const glowingFlowers: DemoProduct = {
  siteKey: 'nagai',
  uuid: '0dbea4af-8803-4099-ad30-0fcb8edb41db',
  saleType: 'time',
  basePrice: FLOWER_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 15,
  imagePath: '/sites/nagai/glowing-flowers.svg',
  name: {
    ja: '光る花の夜',
    en: 'The Night of Glowing Flowers',
    kr: '빛나는 꽃의 밤',
    'zh-hans': '发光花之夜',
    'zh-hant': '發光花之夜',
    th: 'คืนดอกไม้เรืองแสง',
  },
  description: {
    ja: '人の背丈の何倍もある花が、歩く速さにあわせて呼吸するように光ります。池をめぐる約60分の夜の道です。',
    en: 'Flowers many times your height glow and dim as if they breathed in time with your steps. A walk around the ponds, about 60 minutes.',
    kr: '사람 키의 몇 배나 되는 꽃들이 걸음에 맞추어 숨 쉬듯 빛납니다. 연못을 도는 약 60분의 밤길입니다.',
    'zh-hans': '高过人数倍的花朵，随着你的脚步如呼吸般明灭。环池夜行约60分钟。',
    'zh-hant': '高過人數倍的花朵，隨著你的腳步如呼吸般明滅。環池夜行約60分鐘。',
    th: 'ดอกไม้สูงกว่าคนหลายเท่าเรืองแสงราวกับหายใจตามจังหวะก้าวของคุณ ทางเดินรอบสระยามค่ำประมาณ 60 นาที',
  },
  caution: {
    ja: '屋外の展示です。雨の日もひらいています。傘をさせない場所があります。',
    en: 'Outdoors, and open in the rain. Umbrellas cannot be used everywhere.',
    kr: '야외 전시이며 비 오는 날에도 엽니다. 우산을 쓸 수 없는 곳이 있습니다.',
    'zh-hans': '户外展览，雨天照常开放，部分区域不能撑伞。',
    'zh-hant': '戶外展覽，雨天照常開放，部分區域不能撐傘。',
    th: 'จัดกลางแจ้งและเปิดแม้ฝนตก บางจุดกางร่มไม่ได้',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(FLOWER_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(18, 30), last: at(21), window: 30 }),
  capacity: 80,
}

const palmHouse: DemoProduct = {
  siteKey: 'nagai',
  uuid: 'd956ad73-073d-4ad6-bfc3-6170dca9ab04',
  saleType: 'date',
  basePrice: PALM_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/nagai/palm-house.svg',
  name: {
    ja: '大温室の夜',
    en: 'The Palm House at Night',
    kr: '대온실의 밤',
    'zh-hans': '大温室之夜',
    'zh-hant': '大溫室之夜',
    th: 'เรือนปาล์มยามค่ำ',
  },
  description: {
    ja: 'ガラスの大温室に灯がともり、葉の影が天井をわたります。17時30分から21時30分まで、お好きな時間にどうぞ。',
    en: 'Lamps are lit in the great house of glass, and the shadows of leaves cross its roof. Come at any time from 17:30 to 21:30.',
    kr: '유리 대온실에 불이 켜지고 잎 그림자가 천장을 건너갑니다. 17시 30분부터 21시 30분까지 원하는 시간에 오세요.',
    'zh-hans': '玻璃大温室亮起灯火，叶影掠过穹顶。17:30至21:30之间可随时入场。',
    'zh-hant': '玻璃大溫室亮起燈火，葉影掠過穹頂。17:30至21:30之間可隨時入場。',
    th: 'เรือนกระจกใหญ่เปิดไฟ เงาใบไม้พาดผ่านเพดาน มาได้ทุกเวลาตั้งแต่ 17:30 ถึง 21:30 น.',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(PALM_PRICES),
  extras: [],
  spansOf: openingHours(at(17, 30), at(21, 30)),
  capacity: 260,
}

/** Products of the site `nagai`, in display order. */
export const NAGAI_PRODUCTS: readonly DemoProduct[] = [glowingFlowers, palmHouse]
