import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const MARKET_PRICES = { adult: 800, youth: 500, child: 300 }
const KITCHEN_PRICES = { adult: 4_200, youth: 3_600, child: 2_400 }

const eveningAtTheMarket: DemoProduct = {
  siteKey: 'gaprao',
  uuid: '21373d4f-b15e-4017-a4a9-9b230367a1b1',
  saleType: 'date',
  entryPolicy: 'any',
  basePrice: MARKET_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/gaprao/night-market.svg',
  name: {
    ja: '夜市の入場券',
    en: 'An Evening at the Market',
    kr: '야시장 입장권',
    'zh-hans': '夜市入场券',
    'zh-hant': '夜市入場券',
    th: 'บัตรเข้าตลาดกลางคืน',
  },
  description: {
    ja: '屋台が三十軒、運河には果物の舟。17時から22時まで、何度でも出入りできます。飲みもの一杯の引換券つきです。',
    en: 'Thirty stalls, and boats of fruit on the canal. Come and go from 17:00 to 22:00. A voucher for one drink is included.',
    kr: '노점 서른 곳과 운하의 과일 배. 17시부터 22시까지 자유롭게 드나들 수 있습니다. 음료 한 잔 교환권이 포함되어 있습니다.',
    'zh-hans': '三十家小摊，运河上还有水果船。17:00至22:00可多次进出，附饮料兑换券一张。',
    'zh-hant': '三十家小攤，運河上還有水果船。17:00至22:00可多次進出，附飲料兌換券一張。',
    th: 'แผงอาหารสามสิบร้านและเรือผลไม้ในคลอง เข้าออกได้ตลอดตั้งแต่ 17:00 ถึง 22:00 น. พร้อมคูปองเครื่องดื่ม 1 แก้ว',
  },
  caution: null,
  namingRight: {
    ja: '協賛：川面市舟入商店組合',
    en: 'Supported by the Funairi Shopkeepers of Kawamo',
    kr: '협찬: 가와모시 후나이리 상점조합',
    'zh-hans': '赞助：川面市舟入商户协会',
    'zh-hant': '贊助：川面市舟入商店公會',
    th: 'สนับสนุนโดยสมาคมร้านค้าฟุนาอิริ เมืองคาวาโมะ',
  },
  ticketTypes: ticketTypesOf(MARKET_PRICES),
  extras: [],
  spansOf: openingHours(at(17), at(22)),
  capacity: 400,
}

const basilKitchen: DemoProduct = {
  siteKey: 'gaprao',
  uuid: 'c3b9e047-2645-4b69-84b5-6e7331e02b23',
  saleType: 'time',
  basePrice: KITCHEN_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 10,
  imagePath: '/sites/gaprao/basil-kitchen.svg',
  name: {
    ja: 'ガパオの台所',
    en: 'The Basil Kitchen',
    kr: '가파오 부엌',
    'zh-hans': '打抛厨房',
    'zh-hant': '打拋廚房',
    th: 'ครัวผัดกะเพรา',
  },
  description: {
    ja: 'バジルを摘んで、唐辛子を刻んで、強火でひと息に。目玉焼きをのせたら、運河のそばで召し上がれ。約75分の料理教室です。',
    en: 'Pick the basil, chop the chilli, and into the hot wok it goes. Top it with a fried egg and eat it by the canal. A cooking class of about 75 minutes.',
    kr: '바질을 따고 고추를 썰어 센불에 단숨에 볶습니다. 달걀 프라이를 올려 운하 곁에서 드세요. 약 75분의 요리 교실입니다.',
    'zh-hans': '采罗勒，切辣椒，大火一气炒成。盖上煎蛋，在运河边享用。约75分钟的烹饪课。',
    'zh-hant': '採羅勒，切辣椒，大火一氣炒成。蓋上煎蛋，在運河邊享用。約75分鐘的烹飪課。',
    th: 'เด็ดกะเพรา สับพริก แล้วผัดไฟแรงรวดเดียว โปะไข่ดาว แล้วนั่งกินริมคลอง คลาสทำอาหารประมาณ 75 นาที',
  },
  caution: {
    ja: '卵・小麦・大豆・魚醤を使います。火と包丁を使うため、動きやすい服装でお越しください。',
    en: 'We cook with egg, wheat, soy and fish sauce. There is fire and there are knives: please wear clothes you can move in.',
    kr: '달걀·밀·대두·액젓을 사용합니다. 불과 칼을 쓰므로 움직이기 편한 옷차림으로 와 주세요.',
    'zh-hans': '食材含鸡蛋、小麦、大豆和鱼露。课程使用明火和刀具，请穿便于活动的衣服。',
    'zh-hant': '食材含雞蛋、小麥、大豆和魚露。課程使用明火和刀具，請穿便於活動的衣服。',
    th: 'ใช้ไข่ ข้าวสาลี ถั่วเหลือง และน้ำปลา มีการใช้ไฟและมีด โปรดสวมเสื้อผ้าที่เคลื่อนไหวสะดวก',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(KITCHEN_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(15), last: at(19, 30), window: 90 }),
  capacity: 16,
}

/** Products of the site `gaprao`, in display order. */
export const GAPRAO_PRODUCTS: readonly DemoProduct[] = [eveningAtTheMarket, basilKitchen]
